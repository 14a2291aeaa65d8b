/** The countries of ISO 3166-1 (and Kosovo) by any name that a person writes: French, English, "FR", "FRA". */
import { fold } from './fold.ts'

/** Code of two letters, then the one of three. */
const CODES = (
  'ADAND AEARE AFAFG AGATG AIAIA ALALB AMARM AOAGO AQATA ARARG ASASM ATAUT AUAUS AWABW AXALA AZAZE BABIH BBBRB ' +
  'BDBGD BEBEL BFBFA BGBGR BHBHR BIBDI BJBEN BLBLM BMBMU BNBRN BOBOL BQBES BRBRA BSBHS BTBTN BVBVT BWBWA BYBLR ' +
  'BZBLZ CACAN CCCCK CDCOD CFCAF CGCOG CHCHE CICIV CKCOK CLCHL CMCMR CNCHN COCOL CRCRI CUCUB CVCPV CWCUW CXCXR ' +
  'CYCYP CZCZE DEDEU DJDJI DKDNK DMDMA DODOM DZDZA ECECU EEEST EGEGY EHESH ERERI ESESP ETETH FIFIN FJFJI FKFLK ' +
  'FMFSM FOFRO FRFRA GAGAB GBGBR GDGRD GEGEO GFGUF GGGGY GHGHA GIGIB GLGRL GMGMB GNGIN GPGLP GQGNQ GRGRC GSSGS ' +
  'GTGTM GUGUM GWGNB GYGUY HKHKG HMHMD HNHND HRHRV HTHTI HUHUN IDIDN IEIRL ILISR IMIMN ININD IOIOT IQIRQ IRIRN ' +
  'ISISL ITITA JEJEY JMJAM JOJOR JPJPN KEKEN KGKGZ KHKHM KIKIR KMCOM KNKNA KPPRK KRKOR KWKWT KYCYM KZKAZ LALAO ' +
  'LBLBN LCLCA LILIE LKLKA LRLBR LSLSO LTLTU LULUX LVLVA LYLBY MAMAR MCMCO MDMDA MEMNE MFMAF MGMDG MHMHL MKMKD ' +
  'MLMLI MMMMR MNMNG MOMAC MPMNP MQMTQ MRMRT MSMSR MTMLT MUMUS MVMDV MWMWI MXMEX MYMYS MZMOZ NANAM NCNCL NENER ' +
  'NFNFK NGNGA NINIC NLNLD NONOR NPNPL NRNRU NUNIU NZNZL OMOMN PAPAN PEPER PFPYF PGPNG PHPHL PKPAK PLPOL PMSPM ' +
  'PNPCN PRPRI PSPSE PTPRT PWPLW PYPRY QAQAT REREU ROROU RSSRB RURUS RWRWA SASAU SBSLB SCSYC SDSDN SESWE SGSGP ' +
  'SHSHN SISVN SJSJM SKSVK SLSLE SMSMR SNSEN SOSOM SRSUR SSSSD STSTP SVSLV SXSXM SYSYR SZSWZ TCTCA TDTCD TFATF ' +
  'TGTGO THTHA TJTJK TKTKL TLTLS TMTKM TNTUN TOTON TRTUR TTTTO TVTUV TWTWN TZTZA UAUKR UGUGA UMUMI USUSA UYURY ' +
  'UZUZB VAVAT VCVCT VEVEN VGVGB VIVIR VNVNM VUVUT WFWLF WSWSM XKXKK YEYEM YTMYT ZAZAF ZMZMB ZWZWE'
).split(' ')

/** What people write and no list of names has. */
const ALIASES: Readonly<Record<string, string>> = {
  'grande bretagne': 'GB',
  angleterre: 'GB',
  england: 'GB',
  ecosse: 'GB',
  scotland: 'GB',
  uk: 'GB',
  hollande: 'NL',
  holland: 'NL',
  'etats unis d amerique': 'US',
  'united states of america': 'US',
  'republique tcheque': 'CZ',
  'czech republic': 'CZ',
  'hong kong': 'HK',
  macao: 'MO',
  birmanie: 'MM',
  'la reunion': 'RE',
  'ile de la reunion': 'RE',
  guyane: 'GF',
  corse: 'FR',
  'la corse': 'FR',
  corsica: 'FR',
  'france metropolitaine': 'FR',
  'metropolitan france': 'FR',
  'republique francaise': 'FR',
  'french republic': 'FR',
  'royaume de belgique': 'BE',
  'confederation suisse': 'CH',
  'grand duche de luxembourg': 'LU',
}

/** Languages of neighbours and of those who order there: "Schweiz", "België", "España". French and English go before. */
const LANGUAGES = ['fr', 'en', 'de', 'nl', 'es', 'it', 'pt']

/** Overseas departments: countries in the list, France by its law and its taxes. How their postal codes begin. */
const DEPARTMENTS: ReadonlyMap<string, string> = new Map([
  ['GP', '971'],
  ['MQ', '972'],
  ['GF', '973'],
  ['RE', '974'],
  ['YT', '976'],
])

/** A name without case, accents, hyphens or surrounding space. */
const folded = (text: string): string =>
  fold(text)
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()

const names = (locale: string) => new Intl.DisplayNames([locale], { type: 'region' })

/** A country's name in a language. */
export const countryName = (code: string, locale: string): string => names(locale).of(code) ?? code

/** Longer ones are words. */
const LONGEST_CODE = 3

/**
 * The country's line of an address in a document: by its English name in an English one, in capitals where it was written so;
 * in a French one a code by its name, a name as it was written. What names no country stays.
 */
export function countryLine(text: string, language: 'fr' | 'en'): string {
  const written = text.trim()
  const code = findPlace(written)
  const isCode = written.length <= LONGEST_CODE
  if (code === null || (language === 'fr' && !isCode)) return text
  const name = countryName(code, language)
  return !isCode && written === written.toUpperCase() ? name.toUpperCase() : name
}

/** Every country's name in a language, in its order, as a field suggests them; France first. */
export function countryNames(locale: string): string[] {
  const of = names(locale)
  const all = CODES.map((codes) => of.of(codes.slice(0, 2))!).sort(new Intl.Collator(locale).compare)
  const france = of.of('FR')!
  return [france, ...all.filter((name) => name !== france)]
}

let known: ReadonlyMap<string, string> | null = null
/** Codes by every folded name; made once, when a first name is looked for. */
function byName(): ReadonlyMap<string, string> {
  if (known) return known
  const made = new Map<string, string>()
  for (const [name, code] of Object.entries(ALIASES)) made.set(name, code)
  const add = (name: string, code: string) => made.has(folded(name)) || made.set(folded(name), code)
  for (const codes of CODES)
    for (const name of [codes.slice(0, 2), codes.slice(2)]) add(name, codes.slice(0, 2))
  for (const language of LANGUAGES.map(names)) {
    for (const codes of CODES) add(language.of(codes.slice(0, 2))!, codes.slice(0, 2))
  }
  known = made
  return made
}

/** What a text names, by its code in the list, overseas departments included; null where it names nothing of it. */
export const findPlace = (text: string): string | null => byName().get(folded(text)) ?? null

/** Fewer letters begin too many names to be taken for one of them. */
const BEGUN_FROM = 3

/** The one place whose name in a language a text begins; null where it begins none, or several. */
export function begunPlace(text: string, locale: string): string | null {
  const wanted = folded(text)
  if (wanted.length < BEGUN_FROM) return null
  const [only, other] = countryNames(locale).filter((name) => folded(name).startsWith(wanted))
  return only === undefined || other !== undefined ? null : findPlace(only)
}

/**
 * The country that a text names, by its code of two letters; null where it names none. An overseas department is France.
 */
export function findCountry(text: string): string | null {
  const code = findPlace(text)
  return code !== null && DEPARTMENTS.has(code) ? 'FR' : code
}

/** The other states of the European Union, whose private customers pay VAT. */
const UNION = new Set(
  'AT BE BG CY CZ DE DK EE ES FI GR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK'.split(' '),
)

/** Whether a text names a state of the European Union other than France. */
export const isElsewhereInUnion = (text: string): boolean => UNION.has(findCountry(text) ?? '')

/** How postal codes of what is French overseas begin; 980 is Monaco. */
const OVERSEAS = /^9(7|8[^0])/

/** Whether an address of France is overseas, by its country's name or its postal code. */
export const isOverseas = ({ pays, code_postal }: { readonly pays: string; readonly code_postal: string }) =>
  DEPARTMENTS.has(findPlace(pays) ?? '') || OVERSEAS.test(code_postal.replace(/\s/g, ''))

/** How the postal codes of the overseas department begin that a text names; null where it names none. */
export const postalPrefixOf = (text: string): string | null => DEPARTMENTS.get(findPlace(text) ?? '') ?? null

/** How many letters are to be added, left out or changed to make one text of the other. */
function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, i) => i)
  for (let i = 1; i <= a.length; i++) {
    const next = [i]
    for (let j = 1; j <= b.length; j++) {
      const changed = row[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1)
      next.push(Math.min(changed, row[j]! + 1, next[j - 1]! + 1))
    }
    row = next
  }
  return row[b.length]!
}

/** The country that a misspelt name probably means, by its code; null where none is near. */
export function nearestCountry(text: string): string | null {
  const wanted = folded(text)
  let best: { code: string; distance: number } | null = null
  // The names have no more than 60 letters; a text of a thousand is near none of them.
  if (wanted.length < 4 || wanted.length > 60) return null
  for (const [name, code] of byName()) {
    if (name.length < 4 || Math.abs(name.length - wanted.length) > 2) continue
    const far = distance(wanted, name)
    if (far <= 2 && (best === null || far < best.distance)) best = { code, distance: far }
  }
  return best?.code ?? null
}
