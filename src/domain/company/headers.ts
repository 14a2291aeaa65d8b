/** Which column of a file of customers is which: by what spreadsheets and other programs call them in French and English. */
import { wordsOf } from './search.ts'
import { isSalutation } from './values.ts'

export const IMPORT_FIELDS = [
  ...(['name', 'siret', 'vatNumber', 'email', 'phone', 'note'] as const),
  ...(['firstName', 'lastName', 'role', 'contactEmail', 'contactPhone'] as const),
  ...(['label', 'adresse1', 'adresse2', 'code_postal', 'ville', 'pays', 'instructions'] as const),
  ...(['language', 'buyer', 'civility'] as const),
]
export type ImportField = (typeof IMPORT_FIELDS)[number]

/** What several words say alike, as one word. */
const SAME: readonly (readonly [RegExp, string])[] = [
  [/\b(?:e mails?|emails?|mails?|mels?|courriels?|messagerie|courrier electronique)\b/g, 'mail'],
  [/\badresse electronique\b/g, 'mail'],
  [/\b(?:first ?names?|forename|given name)\b/g, 'prenom'],
  [/\b(?:last ?name|surname|family name)\b/g, 'nom famille'],
  [/\b(?:zip code|zip|post ?code|postal code|code post|cp)\b/g, 'code postal'],
  [/\b(?:pays region|country region|country id|country)\b/g, 'pays'],
  [/\b(?:numero|num|no|nr|number)\b/g, 'n'],
  [/\b(?:telephones?|phones?)\b/g, 'tel'],
  [/\b(?:portable|gsm|cell|cellphone)\b/g, 'mobile'],
  [/\b(?:intracommunautaire|intra communautaire|intracomm?)\b/g, 'intra'],
  [/\bvat\b/g, 'tva'],
  [/\b(?:entreprise|company|organisation|organization|organisme)\b/g, 'societe'],
  [/\b(?:customer|clients)\b/g, 'client'],
  [/\b(?:third party|thirdparty)\b/g, 'tiers'],
  [/\bnames?\b/g, 'nom'],
  [/\baddress\b/g, 'adresse'],
  [/\b(?:street|voie)\b/g, 'rue'],
  [/\b(?:city|town|commune|localite)\b/g, 'ville'],
  [/\b(?:professionnel(?:le)?|business|work|bureau|travail)\b/g, 'pro'],
  [/\b(?:domicile|home|personnel(?:le)?|prive)\b/g, 'perso'],
  [/\b(?:principale?|main|primary|siege|head office)\b/g, 'principal'],
  [/\b(?:billing|invoic(?:e|ing))\b/g, 'facturation'],
  [/\b(?:delivery|shipping)\b/g, 'livraison'],
  [/\bfunction\b/g, 'fonction'],
  [/\btitle\b/g, 'titre'],
  [/\bline\b/g, 'ligne'],
]
/** Words that tell no column from another; the first of several is as the only one. */
const EMPTY = new Set('de du des la le les l d s the of en a value 1'.split(' '))

/** A header by its words, in whatever order they are: "Tél. portable" is "Mobile phone". */
export function headerKey(text: string): string {
  const apart = text.replace(/(?<=\p{Ll})(?=\p{Lu})|(?<=\p{L})(?=\d)/gu, ' ')
  const plain = wordsOf(apart).join(' ')
  const words = SAME.reduce((key, [alike, one]) => key.replace(alike, one), plain).split(' ')
  return [...new Set(words.filter((word) => !EMPTY.has(word)))].sort().join(' ')
}

/** What a field is called, in ranks: a column of a later one is taken where none before it says anything. */
type Ranks = readonly (readonly string[])[]

/** Which of several addresses a column is of, in ranks. */
const WHICH = ['', 'facturation', 'pro', 'principal', 'livraison', 'perso']
const ofAddress = (names: readonly string[]): Ranks =>
  WHICH.map((which) => names.map((name) => `${name} ${which}`))

/** A name that is the customer's in one file and a person's there in another. */
type Named = ImportField | 'anyName'

const HEADERS: Readonly<Record<Named, Ranks>> = {
  name: [
    [
      ...['société', 'raison sociale', 'client', 'nom société', 'nom client', 'société client'],
      ...['dénomination', 'dénomination sociale', 'tiers', 'nom tiers', 'account name', 'intitulé'],
    ],
    ['nom commercial', 'trade name', 'enseigne'],
    ['related company', 'société apparentée', 'société liée', 'parent company', 'parent', 'parent ID'],
  ],
  anyName: [['nom'], ['nom complet', 'full name', 'nom affiché', 'display name', 'file as']],
  siret: [['SIRET', 'n° SIRET', 'code SIRET', 'SIRET siège', 'identifiant SIRET', 'id prof 2 SIRET']],
  vatNumber: [
    [
      ...['n° TVA', 'TVA intracommunautaire', 'n° TVA intracommunautaire', 'n° intracommunautaire'],
      ...['identifiant TVA', 'identification TVA', 'n° identification TVA', 'n° identifiant TVA', 'id TVA'],
      ...['VAT registration number', 'code TVA intracommunautaire'],
    ],
    ['TVA', 'tax ID'],
  ],
  email: [
    ['e-mail', 'adresse e-mail'],
    ['e-mail client', 'e-mail société', 'e-mail pro', 'e-mail principal', 'adresse e-mail principale'],
    ['e-mail facturation', 'e-mail perso', 'adresse e-mail perso'],
  ],
  phone: [
    ['téléphone', 'n° téléphone'],
    [
      ...['téléphone fixe', 'fixe', 'téléphone client', 'téléphone société', 'téléphone pro'],
      ...['téléphone principal', 'company main phone', 'téléphone standard'],
    ],
    ['téléphone perso', 'autre téléphone', 'other phone'],
  ],
  note: [
    ['note', 'notes', 'remarque', 'remarques', 'commentaire', 'commentaires', 'comment', 'comments'],
    ['observation', 'observations', 'note privée', 'private note', 'internal notes', 'notes internes'],
  ],
  firstName: [['prénom'], ['prénom contact', 'prénom client', 'prénom interlocuteur']],
  lastName: [
    ['nom contact', 'last name', 'last name contact', 'last name client', 'nom interlocuteur'],
    ['contact', 'interlocuteur', 'contact principal', 'contact person', 'personne contact'],
  ],
  role: [
    ['fonction', 'poste', 'rôle', 'job title', 'job position', 'poste fonction', 'fonction contact'],
    ['organization title', 'position', 'poste contact', 'title'],
  ],
  contactEmail: [['e-mail contact', 'adresse e-mail contact', 'e-mail interlocuteur']],
  contactPhone: [
    ['téléphone contact', 'n° téléphone contact', 'téléphone interlocuteur'],
    [
      ...['portable', 'téléphone portable', 'n° portable', 'n° téléphone portable', 'portable contact'],
      ...['téléphone portable contact', 'téléphone portable pro', 'portable pro'],
    ],
    ['portable perso', 'téléphone portable perso', 'téléphone fixe contact'],
  ],
  label: [['libellé adresse', 'nom adresse', 'type adresse', 'address label']],
  adresse1: ofAddress(['adresse', 'rue', 'adresse rue', 'adresse ligne', 'n° rue']),
  adresse2: ofAddress([
    ...['adresse 2', 'rue 2', 'adresse rue 2', 'adresse ligne 2', 'extended address'],
    ...['complément', 'complément adresse', 'adresse suite'],
  ]),
  code_postal: ofAddress(['code postal', 'code postal adresse']),
  ville: ofAddress(['ville', 'ville adresse']),
  pays: [...ofAddress(['pays', 'pays adresse']), ...ofAddress(['code pays', 'code pays adresse'])],
  instructions: [['instructions', 'instructions livraison']],
  language: [
    [
      'langue',
      'language',
      'lang',
      'langue par défaut',
      'langue client',
      'langue document',
      'langue documents',
    ],
  ],
  buyer: [
    ['type client', 'type tiers', 'company type', 'particulier', 'is a company', 'est une société'],
    ['type', 'catégorie client', 'nature client'],
  ],
  civility: [['civilité', 'titre civilité', 'civility', 'name prefix', 'salutation'], ['code civilité']],
}

interface Meaning {
  readonly field: Named
  readonly rank: number
}
const MEANINGS: ReadonlyMap<string, Meaning> = new Map(
  (Object.keys(HEADERS) as Named[]).flatMap((field) =>
    HEADERS[field].flatMap((names, rank) => names.map((name) => [headerKey(name), { field, rank }] as const)),
  ),
)

interface Column extends Meaning {
  readonly at: number
  readonly header: string
  /** some row has something in it */
  readonly filled: boolean
}

export interface Columns {
  /** of each field its place */
  readonly at: ReadonlyMap<ImportField, number>
  /** of each field what the file calls it */
  readonly headers: ReadonlyMap<ImportField, string>
  /** what the column of buyers asks for, to be answered by yes or no */
  readonly asked: 'company' | 'consumer' | null
  /** headers of columns that say something and are not taken */
  readonly ignored: readonly string[]
  /** letters of columns that say something and have no header */
  readonly unnamed: readonly string[]
}

/** Two columns that say the same, as the file calls them. */
export interface TwiceFault {
  readonly code: 'file_column_twice'
  readonly params: { readonly column: string; readonly other: string }
}

/** What the columns of a file are. @param body its rows without that of the headers */
export function columnsOf(
  head: readonly string[],
  body: readonly (readonly string[])[],
): Columns | TwiceFault {
  const headers = head.map((header) => header.trim())
  const said = headers.map((_header, at) => body.some((record) => (record[at] ?? '').trim() !== ''))
  const known = headers.flatMap((header, at): Column[] => {
    const meaning = MEANINGS.get(headerKey(header))
    if (!meaning) return []
    const { field, rank } = meaning
    // "Client" beside a name may say whether it is one.
    if (field === 'name' && said[at] && isFlags(body, at)) return []
    // A title is what somebody does, or how he is addressed.
    const addressed = field === 'role' && said[at] && headerKey(header) === 'titre' && isAddressed(body, at)
    const shown = header.slice(0, 100)
    return [
      {
        ...(addressed ? { field: 'civility', rank: 9 } : { field, rank }),
        at,
        header: shown,
        filled: said[at]!,
      },
    ]
  })
  const byField = Map.groupBy(ofOneAddress(known), ({ field }) => field)
  const chosen = new Map<Named, Column>()
  for (const [field, columns] of byField) {
    const filled = columns.filter((column) => column.filled)
    const best = Math.min(...filled.map(({ rank }) => rank))
    const [first = columns[0]!, second] = filled.filter(({ rank }) => rank === best)
    if (second) return { code: 'file_column_twice', params: { column: second.header, other: first.header } }
    chosen.set(field, first)
  }
  const named = withNames(chosen)
  const taken = new Set([...named.values()].map(({ at }) => at))
  const left = headers.flatMap((header, at) => (said[at] && !taken.has(at) ? [{ header, at }] : []))
  const buyer = named.get('buyer')
  return {
    at: new Map([...named].map(([field, { at }]) => [field, at])),
    headers: new Map([...named].map(([field, { header }]) => [field, header])),
    asked: buyer ? (ASKED.get(headerKey(buyer.header)) ?? null) : null,
    ignored: left.flatMap(({ header }) => (header === '' ? [] : [header.slice(0, 100)])),
    unnamed: left.flatMap(({ header, at }) => (header === '' ? [columnLetters(at)] : [])),
  }
}

const ASKED: ReadonlyMap<string, 'company' | 'consumer'> = new Map([
  [headerKey('is a company'), 'company'],
  [headerKey('est une société'), 'company'],
  [headerKey('particulier'), 'consumer'],
])

const isAddressed = (body: readonly (readonly string[])[], at: number): boolean =>
  body.every((record) => (record[at] ?? '').trim() === '' || isSalutation(record[at]!))

const FLAG = /^(?:\d|oui|non|yes|no|true|false|vrai|faux|x|o|n|y)$/i
const isFlags = (body: readonly (readonly string[])[], at: number): boolean =>
  body.every((record) => (record[at] ?? '').trim() === '' || FLAG.test(record[at]!.trim()))

const PLACE: ReadonlySet<Named> = new Set(['adresse1', 'adresse2', 'code_postal', 'ville', 'pays'])

/** The columns without those of a second address: what is of two is never put into one. */
function ofOneAddress(columns: readonly Column[]): Column[] {
  const which = ({ rank }: Column) => rank % WHICH.length
  const places = columns.filter(({ field, filled }) => filled && PLACE.has(field))
  const repeated = [...Map.groupBy(places, ({ field }) => field).values()].some(
    (same) => new Set(same.map(which)).size > 1,
  )
  if (!repeated) return [...columns]
  const told = places.filter(({ field }) => field === 'adresse1' || field === 'ville')
  const taken = Math.min(...(told.length > 0 ? told : places).map(which))
  return columns.filter((column) => !PLACE.has(column.field) || which(column) === taken)
}

/** The columns with a name that may be the customer's or a person's as what it is in this file. */
function withNames(chosen: ReadonlyMap<Named, Column>): ReadonlyMap<ImportField, Column> {
  const all = new Map(chosen)
  const any = all.get('anyName')
  const first = all.get('firstName')
  const move = (from: Named, to: ImportField) => {
    all.set(to, all.get(from)!)
    all.delete(from)
  }
  // "Nom client" beside "Prénom client" is a person's.
  if (first && isKey(first, 'prénom client') && isKey(all.get('name'), 'nom client') && !all.has('lastName'))
    move('name', 'lastName')
  const last = all.get('lastName')
  const his = isKey(first, 'prénom') || isKey(first, 'prénom client')
  if (any && !last) move('anyName', all.has('name') || his ? 'lastName' : 'name')
  else if (any && his && last!.rank > 0) move('anyName', 'lastName')
  else if (any && !all.has('name') && !isKey(last, 'last name')) move('anyName', 'name')
  // Whoever is named in one column, and no company, is the customer.
  if (!all.has('name') && !first && all.has('lastName')) move('lastName', 'name')
  all.delete('anyName')
  return all as ReadonlyMap<Named, Column> as ReadonlyMap<ImportField, Column>
}
const isKey = (column: Column | undefined, header: string): boolean =>
  column !== undefined && headerKey(column.header) === headerKey(header)

/** As spreadsheets count columns: A, B … Z, AA. */
export function columnLetters(at: number): string {
  const letter = String.fromCharCode(65 + (at % 26))
  return at < 26 ? letter : columnLetters(Math.floor(at / 26) - 1) + letter
}
