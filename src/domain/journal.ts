/** What the journal tells: who changed what. Codes with facts are kept, and worded for who reads them. */
import { addressChangeWords } from './address-change.ts'
import { backupDated } from './backup-names.ts'
import { euros } from './euros.ts'
import type { Rounding } from './mark-up.ts'
import { englishTaken, figure, type Locale, type Message } from './message.ts'
import { OUTBOX_MESSAGES, type OutboxCode } from './outbox-problems.ts'
import type { Actor } from './people.ts'
import type { FaultParams } from './reasons.ts'
import { draftName, earlierQuoteNumber, orderNumber } from './shared/numbers.ts'
import type { Role } from './shared/rights.ts'

/** What is to be noted. Never a secret. */
export interface JournalNote {
  /** ISO */
  readonly at: string
  readonly by: Actor
  readonly action: JournalAction
  readonly facts: FaultParams
}

/** A quote that a note is about. */
export interface NotedQuote {
  readonly id: number
  readonly number: string | null
  readonly revision: number
}

/** A quote as the journal names it. */
export const quoteFacts = ({ id, number, revision }: NotedQuote): FaultParams => ({
  quote: id,
  ...(revision > 1 && { revision }),
  ...(number !== null && { number }),
})

/** A note as it is read. */
export interface JournalEntry {
  readonly id: number
  readonly at: string
  readonly by: Actor['by']
  /** the person's name */
  readonly person: string | null
  /** of a later program, one that this one has no words for */
  readonly action: string
  readonly facts: FaultParams
}

const ROLE_WORDS: Readonly<Record<Role, Readonly<Record<Locale, string>>>> = {
  vendeur: { fr: 'vendeur', en: 'sales' },
  responsable: { fr: 'responsable', en: 'manager' },
  administrateur: { fr: 'administrateur', en: 'administrator' },
}
export const roleWords = (role: unknown, locale: Locale): string =>
  ROLE_WORDS[role as Role]?.[locale] ?? String(role)

const SETTINGS: Readonly<Record<string, Readonly<Record<Locale, string>>>> = {
  vat: { fr: 'TVA', en: 'VAT' },
  vatRegimes: { fr: 'autres taux et exonérations de TVA', en: 'other rates and exemptions of VAT' },
  markUps: { fr: 'majorations', en: 'mark-ups' },
  quoteValidityDays: { fr: 'validité des devis (jours)', en: 'validity of quotes (days)' },
  calendar: { fr: 'jours ouvrés', en: 'working days' },
  displayOrderingNeedsRight: { fr: 'droit de commander la PLV', en: 'right to order display' },
  rateLimitPerMinute: { fr: 'requêtes par minute et par jeton', en: 'requests a minute and token' },
  corsOrigins: { fr: 'origines des pages autorisées', en: 'origins of allowed pages' },
  observedMaxAgeDays: { fr: 'âge des prix observés (jours)', en: 'age of observed prices (days)' },
  syncIntervalMinutes: { fr: 'intervalle de synchronisation (minutes)', en: 'interval of syncs (minutes)' },
  backupsKept: { fr: 'sauvegardes automatiques gardées', en: 'automatic backups kept' },
  fillerPrices: { fr: 'prix demandés après une synchronisation', en: 'prices asked for after a sync' },
  upstreamRatePerSecond: { fr: 'requêtes par seconde aux partenaires', en: 'requests a second to partners' },
  upstreamConcurrency: { fr: 'requêtes simultanées aux partenaires', en: 'requests at once to partners' },
  upstreamTimeoutMs: { fr: 'délai de réponse des partenaires (ms)', en: 'time-out of partners (ms)' },
  settleMs: { fr: 'attente d’un envoi incertain (ms)', en: 'wait after a doubtful sending (ms)' },
  retryMs: { fr: 'intervalle des essais d’envoi (ms)', en: 'interval of sending tries (ms)' },
  device: { fr: 'code de l’appareil', en: 'code of the device' },
  device_name: { fr: 'nom d’un autre appareil', en: 'name of another device' },
  mail: { fr: 'serveur d’envoi des e-mails', en: 'server that sends e-mail' },
  letterhead: { fr: 'en-tête et textes des documents', en: 'heading and texts of documents' },
  synonyms: { fr: 'mots du catalogue', en: 'words of the catalogue' },
}
const settingName = (setting: unknown, locale: Locale) =>
  SETTINGS[String(setting)]?.[locale] ?? String(setting)

/** ` : 30 → 45`, where both are known. */
const moved = (p: FaultParams, locale: Locale) =>
  p['before'] === undefined || p['after'] === undefined
    ? ''
    : `${locale === 'fr' ? ' : ' : ': '}${p['before']} → ${p['after']}`

const ROUNDED: Readonly<Record<Rounding, Readonly<Record<Locale, string>>>> = {
  cent: { fr: 'au centime', en: 'to the cent' },
  ten_cents: { fr: 'à dix centimes', en: 'to ten cents' },
  ninety: { fr: 'à 90 centimes', en: 'to 90 cents' },
}

/** `20 % (au centime)`; `aucune` where there is no rule. */
function markUp(percent: unknown, rounding: unknown, locale: Locale): string {
  if (percent === undefined) return locale === 'fr' ? 'aucune' : 'none'
  const ending = ROUNDED[rounding as Rounding]?.[locale] ?? String(rounding)
  const number = locale === 'fr' ? `${String(percent).replace('.', ',')} %` : `${String(percent)}%`
  return `${number} (${ending})`
}
const markUpOf = ({ of, name }: FaultParams, general: string, tariffs: string, start: string) =>
  of === 'tariffs' ? tariffs : name === undefined ? general : `${start}${name}`
const markUps = (p: FaultParams, locale: Locale) =>
  `${markUp(p['before'], p['roundingBefore'], locale)} → ${markUp(p['after'], p['roundingAfter'], locale)}`

/** A quote by its number; one from before quotes had numbers of their own by that of then. */
const number = (p: FaultParams) => String(p['number'] ?? earlierQuoteNumber(Number(p['quote'])))
const quote = (p: FaultParams, locale: Locale = 'fr') =>
  p['revision'] === undefined
    ? number(p)
    : `${number(p)} ${locale === 'fr' ? 'rév.' : 'rev.'} ${p['revision']}`
const draft = (p: FaultParams, locale: Locale) => draftName(Number(p['quote']), locale)
const draftOrQuote = (p: FaultParams, locale: Locale) =>
  p['number'] === undefined ? draft(p, locale) : quote(p, locale)

/** `Exportation (0 %)`; that of the delivery address where it is none. */
function vatRegime(name: unknown, rate: unknown, locale: Locale): string {
  if (name === undefined) return locale === 'fr' ? 'selon l’adresse' : 'by the address'
  return `${name} (${locale === 'fr' ? `${String(rate).replace('.', ',')} %` : `${rate}%`})`
}
const vatRegimes = (p: FaultParams, locale: Locale) =>
  `${vatRegime(p['before'], p['rateBefore'], locale)} → ${vatRegime(p['after'], p['rateAfter'], locale)}`
/** A backup by its date, by the reader's clock where that is known. */
const backup = ({ file, timeZone }: FaultParams, locale: Locale) =>
  backupDated(String(file), locale, timeZone === undefined ? undefined : String(timeZone))
const order = (p: FaultParams) => orderNumber(Number(p['order']))
const part = (p: FaultParams, locale: Locale) =>
  p['partner'] === undefined ? '' : locale === 'fr' ? ` chez ${p['partner']}` : ` at ${p['partner']}`
/** Where an order was sent that was made for another address; nothing where it went where it was made for. */
const insteadOf = (p: FaultParams, locale: Locale) => {
  if (p['to'] === undefined) return ''
  return locale === 'fr'
    ? ` vers ${p['to']} au lieu de ${p['from']}`
    : ` at ${p['to']} instead of ${p['from']}`
}
const addressChanged = (p: FaultParams, locale: Locale) => {
  const words = addressChangeWords(p, locale)
  return words === '' ? '' : ` – ${words}`
}
const seen = (p: FaultParams, locale: Locale) => {
  const code = String(p['seen'])
  return Object.hasOwn(OUTBOX_MESSAGES, code) ? ` – ${OUTBOX_MESSAGES[code as OutboxCode][locale](p)}` : ''
}

export const JOURNAL_MESSAGES = {
  person_created: {
    fr: (p) => `${p['name']} ajouté comme ${roleWords(p['role'], 'fr')}`,
    en: (p) => `${p['name']} added as ${roleWords(p['role'], 'en')}`,
  },
  person_role: {
    fr: (p) => `Rôle de ${p['name']} : ${roleWords(p['before'], 'fr')} → ${roleWords(p['after'], 'fr')}`,
    en: (p) => `Role of ${p['name']}: ${roleWords(p['before'], 'en')} → ${roleWords(p['after'], 'en')}`,
  },
  person_disabled: {
    fr: (p) => `Accès de ${p['name']} fermé`,
    en: (p) => `Access of ${p['name']} closed`,
  },
  person_enabled: {
    fr: (p) => `Accès de ${p['name']} rouvert`,
    en: (p) => `Access of ${p['name']} opened again`,
  },
  person_password: {
    fr: (p) => `Mot de passe de ${p['name']} remplacé`,
    en: (p) => `Password of ${p['name']} replaced`,
  },
  own_password: { fr: () => 'Son propre mot de passe changé', en: () => 'Own password changed' },
  setting_changed: {
    fr: (p) => `Réglage « ${settingName(p['setting'], 'fr')} » modifié${moved(p, 'fr')}`,
    en: (p) => `Setting “${settingName(p['setting'], 'en')}” changed${moved(p, 'en')}`,
  },
  /** `name`: the partner, product or family that has a mark-up of its own; `of`: `tariffs`, where they are ours */
  mark_up_changed: {
    fr: (p) => `Majoration ${markUpOf(p, 'générale', 'de nos tarifs', 'de ')} : ${markUps(p, 'fr')}`,
    en: (p) => `Mark-up ${markUpOf(p, 'of everything', 'of our tariffs', 'of ')}: ${markUps(p, 'en')}`,
  },
  /** more than are told one by one */
  mark_ups_changed: {
    fr: (p) => `Autres majorations modifiées : ${figure(p['count'], 'fr')}`,
    en: (p) => `Other mark-ups changed: ${figure(p['count'], 'en')}`,
  },
  partner_added: {
    fr: (p) => `Partenaire ${p['name']} réglé : ${p['url']}`,
    en: (p) => `Partner ${p['name']} set: ${p['url']}`,
  },
  partner_changed: {
    fr: (p) => `Partenaire ${p['name']} modifié : ${p['url']}${p['token'] ? ', autre jeton' : ''}`,
    en: (p) => `Partner ${p['name']} changed: ${p['url']}${p['token'] ? ', another token' : ''}`,
  },
  partner_removed: {
    fr: (p) => `Partenaire ${p['name']} oublié`,
    en: (p) => `Partner ${p['name']} taken away`,
  },
  token_created: {
    fr: (p) => `Jeton ${p['id']} créé pour ${p['customer']}`,
    en: (p) => `Token ${p['id']} made for ${p['customer']}`,
  },
  token_revoked: { fr: (p) => `Jeton ${p['id']} révoqué`, en: (p) => `Token ${p['id']} revoked` },
  customer_created: {
    fr: (p) => `Client ${p['name']} créé`,
    en: (p) => `Customer ${p['name']} made`,
  },
  customer_changed: {
    fr: (p) => `Client ${p['name']} modifié`,
    en: (p) => `Customer ${p['name']} changed`,
  },
  outbox_retried: {
    fr: (p) =>
      `Transmission de ${order(p)}${part(p, 'fr')} relancée${insteadOf(p, 'fr')}${p['cents'] === undefined ? '' : `, à ${euros(Number(p['cents']), 'fr')} HT d’achat`}`,
    en: (p) =>
      `Transmission of ${order(p)}${part(p, 'en')} tried again${insteadOf(p, 'en')}${p['cents'] === undefined ? '' : `, at a cost of ${euros(Number(p['cents']), 'en')} excl. tax`}`,
  },
  outbox_accepted: {
    fr: (p) => `${order(p)}${part(p, 'fr')} : coût de ${euros(Number(p['cents']), 'fr')} HT accepté`,
    en: (p) => `${order(p)}${part(p, 'en')}: cost of ${euros(Number(p['cents']), 'en')} excl. tax accepted`,
  },
  outbox_identified: {
    fr: (p) => `Transmission de ${order(p)}${part(p, 'fr')} rattachée au numéro ${p['id']}`,
    en: (p) => `Transmission of ${order(p)}${part(p, 'en')} linked to number ${p['id']}`,
  },
  /** `seen`: what was to be looked into, with what that names */
  outbox_seen: {
    fr: (p) => `${order(p)}${part(p, 'fr')} : vu${seen(p, 'fr')}`,
    en: (p) => `${order(p)}${part(p, 'en')}: seen${seen(p, 'en')}`,
  },
  outbox_kept: {
    fr: (p) => `${order(p)}${part(p, 'fr')} : gardée, bien que le partenaire l’ait annulée`,
    en: (p) => `${order(p)}${part(p, 'en')}: kept, although the partner has cancelled it`,
  },
  outbox_cancelled: {
    fr: (p) =>
      `Transmission de ${order(p)}${part(p, 'fr')} abandonnée${p['unread'] ? ', sans que la liste du partenaire ait pu être relue' : ''}`,
    en: (p) =>
      `Transmission of ${order(p)}${part(p, 'en')} given up${p['unread'] ? '; the partner’s list could not be read again' : ''}`,
  },
  imported: {
    fr: (p) =>
      `Catalogue importé : ${figure(p['added'], 'fr')} ajouts, ${figure(p['changed'], 'fr')} modifications, ${figure(p['removed'], 'fr')} retraits`,
    en: (p) =>
      `Catalogue imported: ${figure(p['added'], 'en')} added, ${figure(p['changed'], 'en')} changed, ${figure(p['removed'], 'en')} removed`,
  },
  demo_wiped: { fr: () => 'Démonstration effacée', en: () => 'Demo wiped' },
  backup_made: {
    fr: (p) => `Sauvegarde ${backup(p, 'fr')} faite`,
    en: (p) => `Backup ${backup(p, 'en')} made`,
  },
  backup_given: {
    fr: (p) => `Fichier ${p['name']} ajouté aux sauvegardes`,
    en: (p) => `File ${p['name']} added to the backups`,
  },
  backup_removed: {
    fr: (p) => `Sauvegarde ${backup(p, 'fr')} supprimée`,
    en: (p) => `Backup ${backup(p, 'en')} deleted`,
  },
  store_restored: {
    fr: (p) => `Sauvegarde ${backup(p, 'fr')} remise`,
    en: (p) => `Backup ${backup(p, 'en')} restored`,
  },
  company_made: {
    fr: (p) => `Fiche client ${p['name']} créée`,
    en: (p) => `Customer card ${p['name']} made`,
  },
  company_changed: {
    fr: (p) => `Fiche client ${p['name']} modifiée`,
    en: (p) => `Customer card ${p['name']} changed`,
  },
  companies_imported: {
    fr: (p) =>
      `Clients importés : ${figure(p['added'], 'fr')} ajouts, ${figure(p['changed'], 'fr')} modifications`,
    en: (p) => `Customers imported: ${figure(p['added'], 'en')} added, ${figure(p['changed'], 'en')} changed`,
  },
  company_archived: {
    fr: (p) => `Fiche client ${p['name']} archivée`,
    en: (p) => `Customer card ${p['name']} archived`,
  },
  company_restored: {
    fr: (p) => `Fiche client ${p['name']} reprise des archives`,
    en: (p) => `Customer card ${p['name']} taken out of the archive`,
  },
  quote_made: { fr: (p) => `${draft(p, 'fr')} créé`, en: (p) => `${draft(p, 'en')} made` },
  quote_vat: {
    fr: (p) => `${draftOrQuote(p, 'fr')}, TVA : ${vatRegimes(p, 'fr')}`,
    en: (p) => `${draftOrQuote(p, 'en')}, VAT: ${vatRegimes(p, 'en')}`,
  },
  quote_sent: { fr: (p) => `Devis ${quote(p)} envoyé`, en: (p) => `Quote ${quote(p, 'en')} sent` },
  quote_mailed: {
    fr: (p) => `E-mail du devis ${quote(p)} pour ${p['to']}`,
    en: (p) => `E-mail of quote ${quote(p, 'en')} to ${p['to']}`,
  },
  /** `taken`: the lines that the customer took of what was offered beside the total, or in its place */
  quote_accepted: {
    fr: (p) =>
      `Devis ${quote(p)} accepté${p['signed'] === undefined ? '' : `, signé par ${p['signed']}`}${p['taken'] === undefined ? '' : ` ; retenu : ${p['taken']}`}`,
    en: (p) =>
      `Quote ${quote(p, 'en')} accepted${p['signed'] === undefined ? '' : `, signed by ${p['signed']}`}${p['taken'] === undefined ? '' : `; taken: ${englishTaken(p['taken'])}`}`,
  },
  quote_refused: { fr: (p) => `Devis ${quote(p)} refusé`, en: (p) => `Quote ${quote(p, 'en')} refused` },
  quote_cancelled: { fr: (p) => `Devis ${quote(p)} annulé`, en: (p) => `Quote ${quote(p, 'en')} cancelled` },
  quote_revised: {
    fr: (p) => `${quote(p)} : révision commencée`,
    en: (p) => `${quote(p, 'en')}: revision begun`,
  },
  quote_revision_dropped: {
    fr: (p) => `${quote(p)} : révision abandonnée`,
    en: (p) => `${quote(p, 'en')}: revision given up`,
  },
  quote_deleted: { fr: (p) => `${draft(p, 'fr')} supprimé`, en: (p) => `${draft(p, 'en')} deleted` },
  configuration_renamed: {
    fr: (p) => `Configuration « ${p['before']} » renommée « ${p['after']} »`,
    en: (p) => `Configuration “${p['before']}” renamed “${p['after']}”`,
  },
  configuration_deleted: {
    fr: (p) => `Configuration « ${p['name']} » supprimée`,
    en: (p) => `Configuration “${p['name']}” deleted`,
  },
  configuration_restored: {
    fr: (p) => `Configuration « ${p['name']} » rétablie`,
    en: (p) => `Configuration “${p['name']}” restored`,
  },
  order_placed: {
    fr: (p) => `Commande ${order(p)} passée (devis ${quote(p)})`,
    en: (p) => `Order ${order(p)} placed (quote ${quote(p, 'en')})`,
  },
  order_handed_over: {
    fr: (p) => `Commande ${order(p)} remise au client`,
    en: (p) => `Order ${order(p)} handed over`,
  },
  order_not_handed_over: {
    fr: (p) => `Commande ${order(p)}\u00a0: remise au client annulée`,
    en: (p) => `Order ${order(p)}: not handed over after all`,
  },
  order_cancelled: {
    fr: (p) => `Commande ${order(p)} annulée${p['reason'] === undefined ? '' : ` : ${p['reason']}`}`,
    en: (p) => `Order ${order(p)} cancelled${p['reason'] === undefined ? '' : `: ${p['reason']}`}`,
  },
  order_services_left: {
    fr: (p) =>
      `Prestations de la commande ${order(p)} (${euros(Number(p['sold']), 'fr')} HT) passées à la commande ${orderNumber(Number(p['to']))}`,
    en: (p) =>
      `Services of order ${order(p)} (${euros(Number(p['sold']), 'en')} excl. tax) moved to order ${orderNumber(Number(p['to']))}`,
  },
  order_services_taken: {
    fr: (p) =>
      `Commande ${order(p)} : prestations reprises de la commande ${orderNumber(Number(p['from']))}, annulée (${euros(Number(p['sold']), 'fr')} HT)`,
    en: (p) =>
      `Order ${order(p)}: services taken over from order ${orderNumber(Number(p['from']))}, cancelled (${euros(Number(p['sold']), 'en')} excl. tax)`,
  },
  /** each field of the address that differs, as it was and as it is; of an earlier program none */
  order_readdressed: {
    fr: (p) => `Adresse de la commande ${order(p)} corrigée${addressChanged(p, 'fr')}`,
    en: (p) => `Address of order ${order(p)} put right${addressChanged(p, 'en')}`,
  },
  order_repriced: {
    fr: (p) =>
      `Prix de la commande ${order(p)} : ${euros(Number(p['before']), 'fr')} → ${euros(Number(p['after']), 'fr')} HT`,
    en: (p) =>
      `Price of order ${order(p)}: ${euros(Number(p['before']), 'en')} → ${euros(Number(p['after']), 'en')} excl. tax`,
  },
} as const satisfies Record<string, Message>

export type JournalAction = keyof typeof JOURNAL_MESSAGES

/** The words for what was noted; of an action that this program does not know, its code. */
export function journalWords(
  { action, facts }: Pick<JournalEntry, 'action' | 'facts'>,
  locale: Locale,
  timeZone: string | null = null,
): string {
  return Object.hasOwn(JOURNAL_MESSAGES, action)
    ? JOURNAL_MESSAGES[action as JournalAction][locale](timeZone === null ? facts : { ...facts, timeZone })
    : action
}
