/** What the command line says, in English; the French of the same is held against it by its type (fr.ts). */
import type { Typed } from '../typed.ts'
import { english } from './counted.ts'
import { doctor } from './doctor-en.ts'

const { n, many, giveUp } = english

export const en = {
  program: 'Offline quoting and ordering desk for the print trade.',

  /** Names of values, as the help shows them. */
  value: {
    folder: 'folder',
    file: 'file',
    number: 'number',
    bundle: 'bundle',
    id: 'id',
    ids: 'ids',
    name: 'name',
    percent: 'percent',
    store: 'store',
    url: 'url',
    token: 'token',
    role: 'role',
    count: 'n',
    host: 'host',
    port: 'port',
    key: 'key',
    language: 'language',
    command: 'command',
  },

  about: {
    serve: 'run the service headless',
    import: 'load a bundle: catalogue and tariffs, all or nothing',
    demo: 'load the demo into an empty store',
    tariffs: 'the own tariffs as an Excel workbook',
    tariffsExport: 'write the tariffs as a workbook, a sheet a product',
    tariffsImport: 'lay an edited workbook over the tariffs, all or nothing',
    token: "the partner API's tokens",
    tokenCreate: 'make a token; the customer is made where new, or changed',
    tokenList: 'list the tokens and what their customers may do',
    tokenRevoke: 'revoke a token',
    customer: 'customers and what they may do',
    customerSet: 'change what a customer may do; his tokens stay',
    customerList: 'list the customers',
    user: 'people of a shared server, who sign in with name and password',
    userCreate: 'add a person; the password is read from standard input',
    userList: 'list the people',
    userDisable: 'close a person’s access; what he made stays',
    userEnable: 'open a person’s access again',
    userPassword: 'give a person another password, read from standard input; his sessions end',
    upstream: 'the partners to sync from and to order at',
    upstreamSet:
      'set a partner; without --token, the token is asked for, or read from standard input where that is a pipe',
    upstreamClear: 'forget a partner and its token',
    upstreamShow: 'show the partners; their tokens are never shown',
    sync: 'take over the catalogue of the partners now, then fill the price book',
    outbox: 'list the orders that wait to be transmitted, and why',
    backup: 'write a consistent copy of the store, also while the service runs',
    restore: 'put a backup in the place of the store; refused while the service runs',
    doctor: 'check the store, its catalogue, the upstream and the disk',
    quote: 'write a quote as a PDF, or as a signed file, which another Comptoir opens',
    store: 'the whole store',
    storeCopy: 'copy the whole store into an empty one, a file or a PostgreSQL database, and check it',
    help: 'show the help of a command',
  },

  option: {
    data: 'data folder',
    store: 'PostgreSQL database of the store, postgres://…, instead of the file of the data folder',
    to: 'empty store: postgres://… or a data folder',
    restoreUnread: 'restore also a backup of which rows cannot be read, as it is',
    doctorExport: 'write a diagnostic, too, without customer data, such as diagnostics.zip',
    quotePdf: 'the document, such as quote.pdf; a PDF of that name is replaced, nothing else',
    quoteFile: 'the file, such as D2026-K7-0012.comptoir; a quote of that name is replaced, nothing else',
    tariffsPreview: 'only tell what it would change, with old and new prices',
    dataDefault: "the desktop application's",
    json: 'print one JSON document',
    lang: 'fr or en; the locale of the environment by default',
    help: 'show help',
    version: 'print the version',
    host: 'address to listen on',
    port: 'port; 0 takes a free one',
    grace: 'how long what runs may take to finish when the service is stopped',
    key: "the screens' key; a new one each time by default",
    publicUrl: 'the address behind a reverse proxy, such as https://shop.example',
    customer: 'name of the customer',
    canOrder: 'the customer may order',
    noCanOrder: 'the customer may not order',
    discount: 'discount in percent, such as 12.5',
    ids: '"all" or ids separated by commas',
    url: "the partner's address",
    partnerName:
      'name of the partner; without it the one of this address, else the only one, else a new one named after its host',
    clearName: 'name of the partner; without it the only one',
    rename: 'another name for the partner; without --url its address and token stay',
    syncName: 'name of the partner; without it all of them',
    token: "the partner's token",
    role: 'what a person may: vendeur, responsable or administrateur',
    prices: 'price requests at most',
  },

  help: {
    usage: 'Usage:',
    arguments: 'Arguments:',
    options: 'Options:',
    globalOptions: 'Everywhere:',
    commands: 'Commands:',
    optionsPlace: '[options]',
    commandPlace: '[command]',
    byDefault: (value: string) => `default: ${value}`,
    fromVariable: (name: string) => `or ${name}`,
  },

  usage: {
    unknownCommand: (name: string, place: string) => `there is no command "${name}"; see "${place} --help"`,
    unknownOption: (flag: string) => `there is no option ${flag}; see --help`,
    missingOperand: (name: string) => `<${name}> is missing; see --help`,
    missingValue: (flags: string) => `${flags} needs a value`,
    missingOption: (flags: string) => `${flags} is needed`,
    tooMany: (expected: number, given: number) =>
      `${many(expected, 'argument')} expected, ${n(given)} given; put names with spaces in quotes`,
    invalid: (flags: string, value: string, expected: string) =>
      `${flags}: "${value}" is not right: ${expected}`,
    wholeNumber: (min: number, max: number) => `a whole number from ${min} to ${max} is expected`,
    ids: '"all" or ids separated by commas are expected',
    allOrIds: 'either "all" or ids, not both',
    twice: (flag: string) => `${flag} is given twice; give it once`,
    contradiction: (flag: string, other: string) => `${flag} and ${other} contradict each other; give one`,
    empty: (flag: string) => `${flag} is empty; give it a value, or leave it out`,
    variable: (name: string, value: string, allowed: string) =>
      `${name}: "${value}" is not right: one of ${allowed} is expected`,
    language: 'fr or en is expected',
    folder: 'the name of a folder is expected',
    store: (option: string) =>
      `${option}: an address like postgres://USER:PASSWORD@HOST:PORT/DATABASE is expected (in the password, write % as %25, # as %23, / as %2F, ? as %3F, @ as %40)`,
  },

  /** what is wrong with `--public-url`, or its variable */
  storeCopy: {
    done: (rows: number) => `${rows} rows copied and checked`,
  },

  upgrading: (steps: number, copied: boolean) =>
    `the store is of an earlier version: it is ${copied ? 'copied, then ' : ''}brought up to date in ${many(steps, 'step')}`,

  publicUrl: {
    malformed: (given: string) =>
      `--public-url (COMPTOIR_PUBLIC_URL) takes an address such as https://shop.example, not "${given}"`,
    scheme: (given: string) =>
      `--public-url (COMPTOIR_PUBLIC_URL) takes an address that starts with https:// or http://, not "${given}"`,
    port: (given: string) =>
      `--public-url (COMPTOIR_PUBLIC_URL): the port of "${given}" is not a number from 1 to 65535`,
    credentials: () => '--public-url (COMPTOIR_PUBLIC_URL) takes an address without a name and password',
    query: () => '--public-url (COMPTOIR_PUBLIC_URL) takes an address without "?" and "#"',
    path: (given: string) =>
      `--public-url (COMPTOIR_PUBLIC_URL) takes an address without a path, not "${given}": give the service a name of its own, such as https://shop.example`,
  },

  /** several findings in one line */
  named: (name: string, text: string) => `${name}: ${text}`,
  together: (parts: readonly string[]) => parts.join('; '),

  unexpected: (message: string) => `unexpected: ${message}`,
  interrupted: 'interrupted; nothing was changed',

  file: {
    empty: (file: string) => `${file} is empty`,
    unreadable: (file: string, cause: string) => `${file} cannot be read: ${cause}`,
    tooLarge: (file: string, megabytes: number, most: number) =>
      `${file} has ${n(megabytes)} MB; a bundle has ${n(most)} MB at most: split its catalogue, or leave out what is not sold`,
    notText: (file: string, offset: number) =>
      `${file} is not UTF-8 text: the byte at offset ${offset} does not belong to any character; save it as UTF-8`,
    notJson: (file: string, place: string) => `${file} is not JSON: ${place}`,
    jsonEmpty: 'it is empty',
    jsonEnd: 'it ends in the middle',
    jsonAt: (line: number, column: number) => `see line ${line}, column ${column}`,
  },

  import: {
    faults: (file: string, count: number) =>
      `${file}: the bundle has ${many(count, 'fault')}; nothing was changed`,
    unchanged: 'nothing changed',
    kind: {
      added: (count: number) => `added: ${n(count)}`,
      changed: (count: number) => `changed: ${n(count)}`,
      removed: (count: number) => `removed: ${n(count)}`,
    },
    what: {
      name: 'name',
      quantities: 'quantities',
      lead_times: 'lead times',
      options: 'options',
      visuals: 'visuals',
      elements: 'elements',
      tariff: 'tariff',
    } as Record<string, string>,
    more: (count: number) => `… and ${n(count)} more`,
    warning: (path: string, text: string) => `warning: ${path ? `${path}: ` : ''}${text}`,
    refused: (item: string, why: string) => `not taken: ${item}: ${why}`,
  },

  customer: {
    created: (at: string) => `created ${at}`,
    used: (at: string) => `used ${at}`,
    neverUsed: 'never used',
    active: 'active',
    revoked: (at: string) => `revoked ${at}`,
    canOrder: 'may order',
    cannotOrder: 'may not order',
    discount: (percent: string) => `discount ${percent} %`,
    noDiscount: 'no discount',
    products: (ids: readonly number[] | null) =>
      ids === null ? 'all products' : `products ${ids.join(',') || 'none'}`,
    families: (ids: readonly number[] | null) =>
      ids === null ? 'all families' : `families ${ids.join(',') || 'none'}`,
    noTokens: 'no tokens',
    none: 'no customers',
    tokenRevoked: (id: number) => `token ${id} revoked`,
    tokenUnknown: (id: string, typed: Typed) =>
      `no token in force has the id ${id}; see "${typed('token', 'list')}"`,
    nameNeeded: '--customer takes a name',
    unknown: (name: string, typed: Typed) =>
      `there is no customer "${name}"; see "${typed('customer', 'list')}", or make one with "${typed('token', 'create', '--customer', 'NAME')}"`,
    nothingToSet:
      'nothing to change was named: --can-order, --no-can-order, --discount, --products or --families',
    discountInvalid: (given: string) => `--discount is a percentage 0…100 such as "12.5", not "${given}"`,
    idsUnknown: (products: readonly string[], families: readonly string[]) => [
      ...(products.length > 0 ? [`--products: the catalogue has no product ${products.join(', ')}`] : []),
      ...(families.length > 0 ? [`--families: the catalogue has no family ${families.join(', ')}`] : []),
    ],
  },

  user: {
    none: 'nobody: the screens are opened by the key',
    open: 'may sign in',
    closed: (at: string) => `access closed ${at}`,
    signedIn: (at: string) => `signed in ${at}`,
    neverSignedIn: 'never signed in',
    roleExpected: 'vendeur, responsable or administrateur is expected',
    passwordQuestion: (name: string) => `password of ${name} (it is not shown): `,
    passwordMissing: 'no password: write it to standard input',
    passwordLines: 'a password is one line: write it once to standard input',
    firstAdministrates:
      'the first person administers, since nobody else could add others in the screens: create one with --role administrateur first',
    unknown: (name: string, typed: Typed) => `nobody is called "${name}"; see "${typed('user', 'list')}"`,
  },

  upstream: {
    none: 'no partner',
    set: (name: string, url: string) => `partner ${name}: ${url}`,
    cleared: (name: string) => `partner ${name} is no longer set`,
    withoutToken: 'without a token',
    idsFrom: (base: number) => `ids from ${base}`,
    /** stands for a name that a person chooses */
    nameToChoose: 'NAME',
    /** `beside`: what sets a partner of the new address beside it; null where it was named */
    moved: (from: string, undo: string, beside: string | null) =>
      `its address was ${from}: its ids now name what the new address offers; to undo that: ${undo}${
        beside === null ? '' : `; then, for a partner beside it: ${beside}`
      }`,
    sameAddress: (others: readonly string[]) =>
      `${others.join(', ')} ${others.length === 1 ? 'has' : 'have'} this address, too: what is offered there is in the catalogue once for each, under ids of its own`,
    /** `clear`: the command that takes the new one away; `renames`: those of which one gives its name to another */
    onlyName: (clear: string, renames: readonly string[]) =>
      `if another name is all that was meant: ${clear}; then: ${renames.join(', or ')}`,
    unknown: (name: string, known: readonly string[]) =>
      known.length === 0
        ? `no partner is called "${name}", and none is set`
        : `no partner is called "${name}"; there is ${known.join(', ')}`,
    nameRequired: (known: readonly string[]) =>
      `there are several partners (${known.join(', ')}): say which one with --name`,
    tokenMissing: 'no token was given: name it with --token, or write it to standard input',
    tokenQuestion: (url: string) => `token of ${url} (it is not shown): `,
    /** `given` without what may be secret in it */
    url: {
      malformed: (given: string) =>
        `--url takes an address such as https://partner.example/api, not "${given}"`,
      port: (given: string) => `--url: the port of "${given}" is not a number from 1 to 65535`,
      credentials: () => '--url takes an address without a name and password; the token goes with --token',
      query: () => '--url takes an address without "?" and "#"; the token goes with --token',
      scheme: (given: string) =>
        `--url takes an address that starts with https:// (http:// on loopback only), not "${given}"`,
    },
    elsewhere: (count: number, commands: readonly string[]) =>
      `${many(count, 'order')} made for another address of this partner: set it again (${commands.join('; once they have left, ')}), or ${giveUp(count)}`,
    stranded: (count: number, commands: readonly string[], typed: Typed) =>
      `${many(count, 'order')} cannot be sent now; set the partner again (${commands.join('; ')}), or ${giveUp(count)}; see "${typed('outbox')}"`,
    notSet: (typed: Typed) => `no partner is set; set one with "${typed('upstream', 'set', '--url', 'URL')}"`,
    pricesFailed: (name: string, changes: number, why: string) =>
      `${name}: the catalogue was taken over (${many(changes, 'change')}); then the price requests failed: ${why}`,
    syncFailed: (name: string, why: string) =>
      `${name}: the sync failed, the catalogue stays as it was: ${why}`,
    changes: (count: number) => `catalogue: ${many(count, 'change')}`,
    unchanged: 'catalogue: nothing changed',
    refused: (item: string, why: string) => `  not taken: ${item}: ${why}`,
    outside: (count: number) =>
      `${many(count, 'product or family', 'products or families')} not taken: ${count === 1 ? 'its id is' : 'their ids are'} beyond the range of this partner; set the partner once more under another name (--name) for a larger range, in which its products have other ids here, and then clear this one`,
    prices: (asked: number, known: number) => `prices: ${n(asked)} asked, ${n(known)} in the book`,
    unpriced: (item: string, why: string) => `  ${item}: ${why}`,
    setAgain: (command: string) => `Set it again (${command}).`,
    nothingWaits: 'nothing waits',
    mayBeThere:
      'It may have arrived already: Comptoir looks for it at the partner before anything is sent; if you see it there, link it in the screen "To do".',
    giveToken: (command: string) => `Give its token: ${command}`,
    noToken: (name: string) => `No token of ${name} is stored: a backup holds none.`,
    attempts: (count: number) => `sent ${many(count, 'time')}`,
  },

  tariffs: {
    written: (file: string) => `tariffs written to ${file}`,
    taken: (file: string) => `${file} is there already: choose another name`,
    faults: (file: string, count: number) =>
      `${file}: the workbook has ${many(count, 'fault')}; nothing was changed`,
    same: 'no tariff would change',
    entries: (added: number, changed: number, removed: number) =>
      `${n(added)} added, ${n(changed)} changed, ${n(removed)} removed`,
    removed: (entry: string) => `removed: ${entry}`,
  },

  quote: {
    written: (number: string, file: string) => `quote ${number} written to ${file}`,
    whatToWrite: 'give --pdf FILE, --file FILE, or both',
    taken: (file: string, kind: 'quote' | 'document') =>
      `${file} is there already, and no ${kind === 'quote' ? 'quote' : 'PDF'}: choose another name`,
    unwritable: (file: string, why: string) => `${file} cannot be written: ${why}`,
  },

  backup: {
    byPostgres: 'a PostgreSQL store is backed up and restored by its own tools: pg_dump and pg_restore',
    written: (file: string, kibibytes: number) => `${file} (${n(kibibytes)} KiB)`,
    restored: (file: string) => `restored ${file}`,
    kept: (file: string) => `the store from before is kept as ${file}`,
  },

  doctor,

  listen: {
    port_in_use: (host: string, port: number) =>
      `port ${port} of ${host} is in use; choose another with --port, or 0 for a free one`,
    port_forbidden: (_host: string, port: number) =>
      `port ${port} needs more rights than this user has; choose one above 1023`,
    host_unknown: (host: string) => `${host} is not an address of this machine`,
  },
}

export type Words = typeof en
