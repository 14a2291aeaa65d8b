/**
 * Why a data folder, its store or a backup cannot be used, or not now: the codes, and the words for them in both languages,
 * each with what to do.
 */
import type { FaultParams } from './reasons.ts'
import type { Locale, Message } from './message.ts'

/**
 * What these words name in a command that helps: nothing, where they are for who types no commands. Screens, dialogs and the
 * answers of both interfaces leave it out; the command line and the log, whose readers type, give it.
 * @property onPlace what a command ends with to be about the store of the message: "" for the usual one, or ` --data …`
 */
export interface WhereCommandsAreTyped {
  readonly onPlace: string
}

/** Of messages of no certain store. */
export const COMMANDS: WhereCommandsAreTyped = { onPlace: '' }

/** Whether who reads types commands. */
export const typesCommands = (p: FaultParams) => p['onPlace'] !== undefined

/** A command that helps, on the store of the command that failed. */
export const command = (words: string, p: FaultParams) => `comptoir ${words}${p['onPlace']}`

const UNTOUCHED = {
  fr: (p) =>
    typesCommands(p)
      ? `il n’a pas été modifié : remettez une sauvegarde avec « ${command('restore FICHIER', p)} », ou déplacez-le pour repartir de zéro`
      : 'il n’a pas été modifié : remettez une sauvegarde',
  en: (p) =>
    typesCommands(p)
      ? `it was not changed: restore a backup with "${command('restore FILE', p)}", or move it away to begin anew`
      : 'it was not changed: put a backup back',
} satisfies Message

/** How another folder is named, where that is typed. */
const withData = (p: FaultParams, word = 'avec') => (typesCommands(p) ? ` ${word} --data` : '')

const fillDatabase = {
  fr: (p) =>
    ` ; chargez-y un catalogue avec « ${command('import CATALOGUE.json', p)} », copiez-y un magasin avec « comptoir store copy --to », ou nommez une autre base avec --store`,
  en: (p) =>
    `; load a bundle with "${command('import BUNDLE.json', p)}", copy a store into it with "comptoir store copy --to", or name another database with --store`,
} satisfies Message

const inUtf8 = (p: FaultParams) => (typesCommands(p) ? ' (createdb -E UTF8 -T template0)' : '')

/** `dated`: the file is a backup of Comptoir's own, which `file` tells by its date: "of 20 Nov 2026, 11:00:05". */
const FILE_OF_BACKUP = {
  fr: (p) => `${p['dated'] ? 'le fichier de la sauvegarde ' : ''}${p['file']}`,
  en: (p) => `${p['dated'] ? 'the file of the backup ' : ''}${p['file']}`,
} satisfies Message

const OTHER_BACKUP = {
  fr: 'rien n’a été modifié : choisissez une autre sauvegarde',
  en: 'nothing was changed: choose another backup',
}

const MESSAGES = {
  locked: {
    fr: (p) =>
      `${p['folder']} sert déjà à un autre Comptoir (${p['url'] ? `il répond à ${p['url']}, processus ${p['pid']}` : 'un service en marche ou l’application de bureau'}) ; arrêtez-le d’abord, ou choisissez un autre dossier${withData(p)}`,
    en: (p) =>
      `${p['folder']} is in use by another Comptoir (${p['url'] ? `it answers at ${p['url']}, process ${p['pid']}` : 'a running service or the desktop application'}); stop it first, or choose another folder${withData(p, 'with')}`,
  },
  busy: {
    fr: (p) => `${p['file']} est occupé par un autre programme ; réessayez dans un instant`,
    en: (p) => `${p['file']} is being used by another program; try again in a moment`,
  },
  closed: {
    fr: () => 'le magasin est fermé : Comptoir s’arrête',
    en: () => 'the store is closed: Comptoir is stopping',
  },
  corrupt: {
    fr: (p) => `${p['file']} est endommagé (${p['problem']}) ; ${UNTOUCHED.fr(p)}`,
    en: (p) => `${p['file']} is damaged (${p['problem']}); ${UNTOUCHED.en(p)}`,
  },
  /** under a service that runs */
  damaged: {
    fr: (p) => `${p['file']} est endommagé (${p['problem']}) ; arrêtez Comptoir et remettez une sauvegarde`,
    en: (p) => `${p['file']} is damaged (${p['problem']}); stop Comptoir and put a backup back`,
  },
  /** likewise */
  replaced: {
    fr: (p) =>
      `${p['file']} a été enlevé ou remplacé pendant que Comptoir tourne : plus rien n’y est écrit ; ${p['log'] ? 'redémarrez Comptoir, ce qui a été enregistré jusque-là y sera' : 'remettez l’ancien fichier à sa place, ou arrêtez Comptoir, qui repartira du nouveau'}`,
    en: (p) =>
      `${p['file']} was taken away or replaced while Comptoir runs: nothing more is written; ${p['log'] ? 'start Comptoir again, and what was saved until then will be there' : 'put the former file back in its place, or stop Comptoir, which will begin from the new one'}`,
  },
  empty: {
    fr: (p) => `${p['file']} est vide (0 octet) ; ${UNTOUCHED.fr(p)}`,
    en: (p) => `${p['file']} is empty (0 bytes); ${UNTOUCHED.en(p)}`,
  },
  value_damaged: {
    fr: (p) => `dans ${p['file']}, « ${p['name']} » est illisible ; ${UNTOUCHED.fr(p)}`,
    en: (p) => `in ${p['file']}, "${p['name']}" cannot be read; ${UNTOUCHED.en(p)}`,
  },
  not_a_store: {
    fr: (p) => `${p['file']} n’est pas un magasin de Comptoir ; choisissez un autre dossier${withData(p)}`,
    en: (p) => `${p['file']} is not a Comptoir store; choose another folder${withData(p, 'with')}`,
  },
  newer: {
    fr: (p) =>
      `${FILE_OF_BACKUP.fr(p)} a été écrit par un Comptoir plus récent (schéma ${p['schema']}, ce programme connaît le ${p['known']}) ; installez la version plus récente`,
    en: (p) =>
      `${FILE_OF_BACKUP.en(p)} was written by a newer Comptoir (schema ${p['schema']}, this program knows ${p['known']}); install the newer version`,
  },
  migration_failed: {
    fr: (p) =>
      `${p['file']} n’a pas pu passer au schéma ${p['schema']} (${p['problem']}) ; il est resté tel qu’il était, et une copie est à côté`,
    en: (p) =>
      `${p['file']} could not be brought to schema ${p['schema']} (${p['problem']}); it stayed as it was, and a copy is beside it`,
  },
  unwritable: {
    fr: (p) =>
      `impossible d’écrire ${p['file']} (${cause(p, 'fr')}) ; ${isRight(p) ? 'donnez à cet utilisateur le droit d’y écrire, ou choisissez' : isFolder(p) ? 'déplacez ce dossier, ou choisissez' : 'choisissez'} un autre dossier${withData(p)}`,
    en: (p) =>
      `${p['file']} cannot be written (${cause(p, 'en')}); ${isRight(p) ? 'give this user the right to write there, or choose' : isFolder(p) ? 'move that folder away, or choose' : 'choose'} another folder${withData(p, 'with')}`,
  },
  full: {
    fr: (p) =>
      `le disque ${p['file'] === undefined ? '' : `de ${p['file']} `}est plein ; libérez de la place et recommencez`,
    en: (p) =>
      `the disk ${p['file'] === undefined ? '' : `of ${p['file']} `}is full; free some space and start again`,
  },
  no_store: {
    fr: (p) =>
      typesCommands(p)
        ? `${p['folder']} ne contient pas de magasin ; chargez un catalogue avec « ${command('import CATALOGUE.json', p)} », ou nommez un autre dossier avec --data`
        : `${p['folder']} ne contient pas de magasin ; choisissez un autre dossier`,
    en: (p) =>
      typesCommands(p)
        ? `${p['folder']} holds no store; load a bundle with "${command('import BUNDLE.json', p)}", or name another folder with --data`
        : `${p['folder']} holds no store; choose another folder`,
  },
  database_empty: {
    fr: (p) =>
      `la base ${p['store']} ne contient pas de magasin${typesCommands(p) ? fillDatabase.fr(p) : ''}`,
    en: (p) => `the database ${p['store']} holds no store${typesCommands(p) ? fillDatabase.en(p) : ''}`,
  },
  unreadable: {
    fr: (p) =>
      `${p['file']} ne peut pas être lu (${cause(p, 'fr')}) ; donnez à cet utilisateur le droit de le lire, ou nommez un autre dossier${withData(p)}`,
    en: (p) =>
      `${p['file']} cannot be read (${cause(p, 'en')}); give this user the right to read it, or name another folder${withData(p, 'with')}`,
  },
  backup_missing: {
    fr: (p) => `${FILE_OF_BACKUP.fr(p)} n’existe pas`,
    en: (p) => `${FILE_OF_BACKUP.en(p)} does not exist`,
  },
  not_a_backup: {
    fr: (p) => `${FILE_OF_BACKUP.fr(p)} n’est pas une sauvegarde de Comptoir`,
    en: (p) => `${FILE_OF_BACKUP.en(p)} is not a Comptoir backup`,
  },
  backup_unreadable: {
    fr: (p) => `la sauvegarde ${p['file']} ne peut pas être lue (${cause(p, 'fr')})`,
    en: (p) => `the backup ${p['file']} cannot be read (${cause(p, 'en')})`,
  },
  backup_damaged: {
    fr: (p) => `la sauvegarde ${p['file']} est endommagée (${p['problem']}) ; ${OTHER_BACKUP.fr}`,
    en: (p) => `the backup ${p['file']} is damaged (${p['problem']}); ${OTHER_BACKUP.en}`,
  },
  backup_altered: {
    fr: (p) =>
      `la sauvegarde ${p['file']} n’est pas telle que Comptoir l’écrit (${alteration(p, 'fr')}) ; ${OTHER_BACKUP.fr}`,
    en: (p) =>
      `the backup ${p['file']} is not as Comptoir writes it (${alteration(p, 'en')}); ${OTHER_BACKUP.en}`,
  },
  /** refused until who restores it says that it is to be so */
  backup_unread: {
    fr: (p) =>
      `dans la sauvegarde ${p['file']}, des lignes ne peuvent pas être lues (${p['problem']}), et ne le pourront pas non plus une fois remise ; rien n’a été modifié : choisissez-en une d’avant${typesCommands(p) ? ', ou remettez celle-ci telle quelle avec --unread' : ', ou remettez celle-ci telle quelle'}`,
    en: (p) =>
      `rows of the backup ${p['file']} cannot be read (${p['problem']}), nor can they once it is put back; nothing was changed: choose one from before${typesCommands(p) ? ', or restore this one as it is with --unread' : ', or put this one back as it is'}`,
  },
  people_unread: {
    fr: (p) =>
      `la sauvegarde ${p['file']} ne connaît aucune personne, et celles de ce magasin ne se lisent plus : tout serait ouvert à chacun ; ${OTHER_BACKUP.fr}, qui en connaisse, ou faites remettre celle-ci sur la machine même par qui fait tourner Comptoir`,
    en: (p) =>
      `the backup ${p['file']} knows no people, and those of this store cannot be read any more: all would be open to everybody; ${OTHER_BACKUP.en} that knows some, or have whoever runs Comptoir restore this one on the machine itself`,
  },
  source_damaged: {
    fr: (p) => `le magasin est endommagé (${p['problem']}) ; cette sauvegarde n’a pas été gardée`,
    en: (p) => `the store is damaged (${p['problem']}); this backup was not kept`,
  },
  /** of the store that another took the place of */
  kept_damaged: {
    fr: (p) =>
      `le magasin d’avant, qui est gardé, est endommagé (${p['problem']}) : il ne pourra pas être remis tel quel`,
    en: (p) =>
      `the store from before, which is kept, is damaged (${p['problem']}): it cannot be put back as it is`,
  },
  /** of a backup that was made all the same */
  source_unread: {
    fr: (p) =>
      `des lignes du magasin, et de cette sauvegarde, ne peuvent pas être lues (${p['problem']}) ; gardez-en une d’avant`,
    en: (p) =>
      `rows of the store, and of this backup, cannot be read (${p['problem']}); keep one from before`,
  },
  source_altered: {
    fr: (p) =>
      `le magasin n’est plus tel que Comptoir l’a fait (${alteration(p, 'fr')}) : une sauvegarde ne pourrait pas être remise, et n’a pas été gardée ; remettez-en une d’avant`,
    en: (p) =>
      `the store is not as Comptoir made it any more (${alteration(p, 'en')}): no backup of it could be put back, and none was kept; put one from before back`,
  },
  backup_in_use: {
    fr: (p) =>
      `${p['file']} est un fichier d’un dossier de données, qu’une sauvegarde détruirait ; choisissez un endroit hors de ce dossier`,
    en: (p) =>
      `${p['file']} is a file of a data folder, which a backup would destroy; choose a place outside that folder`,
  },
  backup_is_store: {
    fr: (p) => `${p['file']} est le magasin lui-même, non une sauvegarde ; rien n’a été modifié`,
    en: (p) => `${p['file']} is the store itself, not a backup; nothing was changed`,
  },
  backup_of_others: {
    fr: (p) => `${p['file']} existe déjà et n’est pas une sauvegarde de Comptoir ; choisissez un autre nom`,
    en: (p) => `${p['file']} is there already, and no backup of Comptoir; choose another name`,
  },
  backup_no_file: {
    fr: (p) => `${p['file']} n’est pas un fichier ordinaire ; nommez le fichier de la sauvegarde`,
    en: (p) => `${p['file']} is not a regular file; name the file of the backup`,
  },
  backups_unusable: {
    fr: (p) =>
      `le dossier des sauvegardes, ${p['file']}, ne peut pas servir (${cause(p, 'fr')})${isInTheWay(p) ? ' ; déplacez ce qui est à sa place' : isRightLacking(p) ? ' ; donnez à cet utilisateur le droit d’y lire et d’y écrire' : ''}`,
    en: (p) =>
      `the folder of the backups, ${p['file']}, cannot be used (${cause(p, 'en')})${isInTheWay(p) ? '; move away what is in its place' : isRightLacking(p) ? '; give this user the right to read and to write there' : ''}`,
  },
  backup_unwritable: {
    fr: (p) => `la sauvegarde ${p['file']} ne peut pas être écrite (${cause(p, 'fr')})`,
    en: (p) => `the backup ${p['file']} cannot be written (${cause(p, 'en')})`,
  },
  url_invalid: {
    fr: (p) =>
      `« ${p['url']} » n’est pas l’adresse d’un magasin ; écrivez postgres://UTILISATEUR:MOT_DE_PASSE@MACHINE:PORT/BASE (dans le mot de passe, % # / ? @ s’écrivent %25 %23 %2F %3F %40)`,
    en: (p) =>
      `"${p['url']}" is not the address of a store; write postgres://USER:PASSWORD@HOST:PORT/DATABASE (in the password, % # / ? @ as %25 %23 %2F %3F %40)`,
  },
  away: {
    fr: (p) =>
      `la base ${p['store']} ne répond pas (${p['problem']}) ; vérifiez qu’elle tourne et qu’on peut l’atteindre`,
    en: (p) =>
      `the database ${p['store']} does not answer (${p['problem']}); see that it runs and can be reached`,
  },
  commit_unknown: {
    fr: (p) =>
      `la base ${p['store']} a cessé de répondre pendant l’écriture ; regardez si c’est enregistré avant de recommencer`,
    en: (p) =>
      `the database ${p['store']} stopped answering while it wrote; look whether it was saved before trying again`,
  },
  password_missing: {
    fr: (p) =>
      `la base ${p['store']} demande un mot de passe ; écrivez-le dans l’adresse : postgres://UTILISATEUR:MOT_DE_PASSE@…`,
    en: (p) =>
      `the database ${p['store']} asks for a password; write it in the address: postgres://USER:PASSWORD@…`,
  },
  tls_missing: {
    fr: (p) =>
      `la base ${p['store']} n’a pas de TLS ; réglez-le sur son serveur, ou retirez « sslmode » de l’adresse`,
    en: (p) =>
      `the database ${p['store']} has no TLS; set it up at its server, or leave "sslmode" out of the address`,
  },
  access_denied: {
    fr: (p) =>
      `la base ${p['store']} refuse l’accès (${p['problem']}) ; vérifiez le nom et le mot de passe de l’adresse`,
    en: (p) =>
      `the database ${p['store']} refuses access (${p['problem']}); check the address’s name and password`,
  },
  right_lacking: {
    fr: (p) =>
      `la base ${p['store']} ne laisse pas faire l’utilisateur ${p['user']} (${p['problem']}) ; donnez-lui ce droit, au serveur, comme son propriétaire : ${p['remedy']}`,
    en: (p) =>
      `the database ${p['store']} does not let its user ${p['user']} do so (${p['problem']}); give him the right, at the server, as its owner: ${p['remedy']}`,
  },
  database_read_only: {
    fr: (p) =>
      `la base ${p['store']} ne se laisse que lire (${p['problem']}) ; nommez le serveur qui prend les écritures, ou levez « default_transaction_read_only »`,
    en: (p) =>
      `the database ${p['store']} lets itself be read alone (${p['problem']}); name the server that takes writes, or lift "default_transaction_read_only"`,
  },
  database_missing: {
    fr: (p) =>
      `la base ${p['store']} n’existe pas ; créez-la d’abord${typesCommands(p) ? ' (createdb)' : ''}`,
    en: (p) =>
      `the database ${p['store']} does not exist; create it first${typesCommands(p) ? ' (createdb)' : ''}`,
  },
  database_foreign: {
    fr: (p) =>
      `la base ${p['store']} contient les tables d’un autre programme ; donnez à Comptoir une base à lui, vide au départ`,
    en: (p) =>
      `the database ${p['store']} holds another program’s tables; give Comptoir one of its own, empty at first`,
  },
  database_migration_failed: {
    fr: (p) =>
      `la base ${p['store']} n’a pas pu passer au schéma ${p['schema']} (${p['problem']}) ; elle est restée telle qu’elle était`,
    en: (p) =>
      `the database ${p['store']} could not be brought to schema ${p['schema']} (${p['problem']}); it stayed as it was`,
  },
  server_too_old: {
    fr: (p) =>
      `la base ${p['store']} est un PostgreSQL ${p['version']} ; il faut la version 14 ou une plus récente`,
    en: (p) =>
      `the database ${p['store']} is a PostgreSQL ${p['version']}; version 14 or a newer one is needed`,
  },
  encoding_unfit: {
    fr: (p) => `la base ${p['store']} est codée en ${p['encoding']} ; créez-en une en UTF8${inUtf8(p)}`,
    en: (p) => `the database ${p['store']} is encoded in ${p['encoding']}; create one in UTF8${inUtf8(p)}`,
  },
  served: {
    fr: (p) =>
      `un service tourne sur ${p['store']} ; arrêtez d’abord tous ses services : ce qu’ils écriraient pendant la copie n’y serait pas`,
    en: (p) =>
      `a service runs on ${p['store']}; stop all of its services first: what they write meanwhile would not be in the copy`,
  },
  copy_not_empty: {
    fr: (p) => `${p['store']} n’est pas vide ; copiez dans un magasin neuf`,
    en: (p) => `${p['store']} is not empty; copy into a new store`,
  },
  copy_differs: {
    fr: (p) => `la copie de la table ${p['table']} n’est pas la même que l’original ; rien n’a été gardé`,
    en: (p) => `the copy of the table ${p['table']} is not the same as the original; nothing was kept`,
  },
} satisfies Record<string, Message>

export type StoreErrorCode = keyof typeof MESSAGES

/** Every code that there are words for. */
export const STORE_ERROR_CODES = Object.keys(MESSAGES) as StoreErrorCode[]

/** What the system's codes mean; one that is not here is shown itself. */
const CAUSES: Readonly<Record<string, Record<Locale, string>>> = {
  right_lacking: {
    fr: 'un droit manque dans la base de données',
    en: 'a right is missing in the database',
  },
  database_read_only: {
    fr: 'la base de données ne se laisse que lire',
    en: 'the database lets itself be read alone',
  },
  damaged: { fr: 'il est endommagé', en: 'it is damaged' },
  replaced: { fr: 'son fichier a été remplacé', en: 'its file was replaced' },
  away: { fr: 'la base de données ne répond pas', en: 'the database does not answer' },
  commit_unknown: { fr: 'la base de données a cessé de répondre', en: 'the database stopped answering' },
  EACCES: { fr: 'accès refusé', en: 'permission denied' },
  EBUSY: { fr: 'occupé', en: 'busy' },
  EEXIST: { fr: 'un fichier est à cette place', en: 'a file is in its place' },
  EFBIG: { fr: 'fichier trop grand', en: 'file too large' },
  EIO: { fr: 'le disque a une panne', en: 'the disk fails' },
  EISDIR: { fr: 'c’est un dossier', en: 'it is a folder' },
  ELOOP: { fr: 'des liens tournent en rond', en: 'links lead in a circle' },
  EMFILE: { fr: 'trop de fichiers ouverts', en: 'too many open files' },
  ENAMETOOLONG: { fr: 'le nom est trop long', en: 'the name is too long' },
  ENOENT: { fr: 'n’existe pas', en: 'no such file or folder' },
  full: { fr: 'le disque est plein', en: 'the disk is full' },
  ENOSPC: { fr: 'le disque est plein', en: 'the disk is full' },
  ENOTDIR: { fr: 'un fichier est à la place d’un dossier', en: 'a file is where a folder should be' },
  EPERM: { fr: 'opération interdite', en: 'operation not permitted' },
  EROFS: { fr: 'disque en lecture seule', en: 'read-only disk' },
  SQLITE_BUSY: { fr: 'occupé par un autre programme', en: 'used by another program' },
  SQLITE_CANTOPEN: { fr: 'ne s’ouvre pas', en: 'cannot be opened' },
  SQLITE_FULL: { fr: 'le disque est plein', en: 'the disk is full' },
  SQLITE_IOERR: { fr: 'le disque a refusé', en: 'the disk refused' },
  SQLITE_READONLY: { fr: 'lecture seule', en: 'read-only' },
}

/** The words for a code of the system's or of SQLite's, such as `ENOENT`; its extended forms count as the plain one. */
export function causeMessage(code: string, locale: Locale): string {
  const plain = /^SQLITE_[A-Z]+/.exec(code)?.[0] ?? code
  return CAUSES[plain]?.[locale] ?? code
}

const ALTERATIONS: Readonly<Record<string, Record<Locale, string>>> = {
  missing: { fr: 'il manque', en: 'missing' },
  foreign: { fr: 'étranger', en: 'foreign' },
  changed: { fr: 'modifié', en: 'changed' },
}

/** What is not as the migrations make it, of a `difference`, a `type` and a `name`: `missing: table tokens`. */
export function alteration({ difference, type, name }: FaultParams, locale: Locale): string {
  const how = ALTERATIONS[String(difference)]![locale]
  return locale === 'fr' ? `${how} : ${type} ${name}` : `${how}: ${type} ${name}`
}

/** Whether a right that is given may mend it: not where a file stands in the folder's place. */
const isRight = ({ cause: code }: FaultParams) =>
  !['ENOTDIR', 'EISDIR', 'EEXIST', 'ENAMETOOLONG', 'ELOOP', 'EROFS'].includes(String(code))
const isFolder = ({ cause: code }: FaultParams) => code === 'EISDIR'
const isInTheWay = ({ cause: code }: FaultParams) => /^(ENOTDIR|EEXIST)$/.test(String(code))
const isRightLacking = ({ cause: code }: FaultParams) => /^(EACCES|EPERM)$/.test(String(code))
const cause = (params: FaultParams, locale: Locale) => causeMessage(String(params['cause']), locale)

/** The words for a code, in one line; they name commands where the params are {@link WhereCommandsAreTyped}. */
export function storeMessage(code: StoreErrorCode, locale: Locale, params: FaultParams): string {
  return MESSAGES[code][locale](params).replace(/\n[\s\S]*/, '')
}
