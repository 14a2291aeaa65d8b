/** What a diagnostic says of itself to whoever opens it. */
import type { Locale } from './message.ts'

/** What a diagnostic is made of; each of them may fail alone. */
export const DIAGNOSTIC_PARTS = [
  'system',
  'settings',
  'store',
  'catalogue',
  'partners',
  'checks',
  'log',
] as const
export type DiagnosticPart = (typeof DIAGNOSTIC_PARTS)[number]

export const README_NAME: Readonly<Record<Locale, string>> = { fr: 'LISEZMOI.txt', en: 'README.txt' }

const PARTS: Readonly<Record<Locale, Readonly<Record<DiagnosticPart, string>>>> = {
  fr: {
    system: 'system.json — version de Comptoir, système, mémoire et place sur le disque',
    settings: 'settings.json — réglages qui sont des nombres ou des choix ; le reste est compté',
    store: 'store.json — version et taille du magasin, nombre de lignes de chaque table, sauvegardes',
    catalogue: 'catalogue.json — âge du catalogue, nombre de produits',
    partners:
      'partners.json — de chaque partenaire : son hôte, s’il répond, sa dernière synchronisation, ses transmissions comptées par état',
    checks: 'checks.json — ce que trouve la vérification du magasin',
    log: 'log/ — le journal technique : dates, messages du programme, codes et endroits du code',
  },
  en: {
    system: 'system.json — version of Comptoir, system, memory and room on the disk',
    settings: 'settings.json — settings that are numbers or choices; the rest is counted',
    store: 'store.json — version and size of the store, number of rows of each table, backups',
    catalogue: 'catalogue.json — age of the catalogue, number of products',
    partners:
      'partners.json — of each partner: its host, whether it answers, its last sync, its transmissions counted by state',
    checks: 'checks.json — what the check of the store finds',
    log: 'log/ — the technical log: times, messages of the program, codes and places in the code',
  },
}

const WORDS = {
  fr: {
    title: (version: string, at: string) => `Diagnostic de Comptoir ${version}, ${at}`,
    what: 'Ce fichier aide à comprendre une panne. Vous pouvez l’ouvrir et lire tout ce qu’il contient avant de l’envoyer.',
    inside: 'Dedans :',
    not: 'N’y sont pas : vos clients, contacts, adresses, téléphones et e-mails ; vos devis, commandes, références, prix et tarifs ; vos mots de passe, jetons et clés ; les noms des personnes et des dossiers de cette machine.',
    log: 'Le journal est filtré par une liste de ce qui peut passer : les mots d’une erreur, qui pourraient citer un client, n’y sont pas.',
    noLog:
      'Il n’y a pas de journal dans le dossier de données : un service sans fenêtre écrit le sien sur la sortie d’erreur, que garde ce qui le lance (journalctl, docker logs).',
    failed: 'Ces parties n’ont pas pu être faites (voyez problems.json) :',
  },
  en: {
    title: (version: string, at: string) => `Diagnostics of Comptoir ${version}, ${at}`,
    what: 'This file helps to understand a failure. You can open it and read all that is in it before you send it.',
    inside: 'In it:',
    not: 'Not in it: your customers, contacts, addresses, phones and e-mails; your quotes, orders, references, prices and tariffs; your passwords, tokens and keys; the names of people and of folders of this machine.',
    log: 'The log is filtered by a list of what may pass: the words of an error, which might quote a customer, are not in it.',
    noLog:
      'There is no log in the data folder: a service without a window writes its own to standard error, which whatever starts it keeps (journalctl, docker logs).',
    failed: 'These parts could not be made (see problems.json):',
  },
} as const

export interface Readme {
  readonly version: string
  /** ISO */
  readonly at: string
  readonly hasLog: boolean
  readonly failed: readonly DiagnosticPart[]
}

/** The text, a sentence a paragraph. */
export function diagnosticsReadme({ version, at, hasLog, failed }: Readme, locale: Locale): string {
  const words = WORDS[locale]
  const named = (parts: readonly DiagnosticPart[]) => parts.map((part) => `- ${PARTS[locale][part]}`)
  const made = DIAGNOSTIC_PARTS.filter((part) => !failed.includes(part) && (part !== 'log' || hasLog))
  return `${[
    words.title(version, at.slice(0, 16).replace('T', ' ') + ' UTC'),
    words.what,
    [words.inside, ...named(made)].join('\n'),
    words.not,
    hasLog ? words.log : words.noLog,
    ...(failed.length > 0 ? [[words.failed, ...named(failed)].join('\n')] : []),
  ].join('\n\n')}\n`
}
