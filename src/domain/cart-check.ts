/** Checks of whole carts: every fault of the head and of every line at once (partner-api.md 7). */
import { addressFaults, completeAddress, type AdresseLivraison } from './address.ts'
import { CommandeDisplayInput, CommandePrintInput, PanierDisplayInput, PanierPrintInput } from './cart.ts'
import type { Snapshot, Visibility } from './catalogue.ts'
import {
  checkDisplayLine,
  LigneDisplayInput,
  PrixDisplayInput,
  type CheckedDisplayLine,
  type CompiledFamily,
} from './display/line.ts'
import type { Fault, FaultList } from './faults.ts'
import { leadTimeLabel, listLeadTimes } from './lead-times.ts'
import { checkPrintLine, LignePrintInput, type CheckedPrintLine } from './print/line.ts'
import { read, structure, type Structure } from './schema.ts'
import { ADDRESS_FIELDS } from './shared/address-fields.ts'

/** `simulate` is `panier/`, `order` is `panier/validate/`, which needs an address. */
export type CartPurpose = 'simulate' | 'order'

/** A cart as far as it could be read: a line is null where it had faults. */
export interface CheckedCart<Line> {
  readonly devis: string
  readonly address: AdresseLivraison
  /** the lead time of a whole display cart; null where none was asked for */
  readonly delai: number | null
  readonly lines: readonly (Line | null)[]
  /** whether the lead time of a whole display cart is none that its lines can have: no line is priced at it */
  readonly delaiRefused: boolean
}

/** Characters that a text of an order may have: it is kept for good, and told with every list that holds the order. */
export const LONGEST_TEXT = 10_000

const printLine = structure(LignePrintInput)
const displayLine = structure(LigneDisplayInput)
const displayRequest = structure(PrixDisplayInput)
const carts = {
  print: { simulate: structure(PanierPrintInput), order: structure(CommandePrintInput) },
  display: { simulate: structure(PanierDisplayInput), order: structure(CommandeDisplayInput) },
}

/** Checks the body of print `prix/`. @returns null where `faults` took anything. */
export function checkPrintRequest(
  body: unknown,
  snapshot: Snapshot,
  visibility: Visibility,
  faults: FaultList,
): CheckedPrintLine | null {
  printLine.report(body, faults)
  const checked = checkPrintLine(body, (id) => snapshot.product(id, visibility), '', faults)
  return faults.length > 0 ? null : checked
}

/** Checks the body of display `prix/`, and the lead time that it may carry. @returns null where `faults` took anything. */
export function checkDisplayRequest(
  body: unknown,
  snapshot: Snapshot,
  visibility: Visibility,
  faults: FaultList,
): CheckedDisplayLine | null {
  displayRequest.report(body, faults)
  const checked = checkDisplayLine(body, (id) => snapshot.family(id, visibility), '', faults)
  const fields = read.object(body)
  const id = read.integer(fields?.['famille'])
  const family = id === undefined ? undefined : snapshot.family(id, visibility)
  const delai = read.integer(fields?.['delai'])
  if (family && !offersLeadTime(family, delai)) faults.push(leadTimeRefused(family, delai!, snapshot))
  return faults.length > 0 ? null : checked
}

export function checkPrintCart(
  body: unknown,
  snapshot: Snapshot,
  visibility: Visibility,
  purpose: CartPurpose,
  faults: FaultList,
): CheckedCart<CheckedPrintLine> {
  const { lignes, sound, ...head } = checkHead(body, carts.print[purpose], purpose, faults)
  const find = (id: number) => snapshot.product(id, visibility)
  const lines = lignes.map((line, i) => {
    const checked = checkPrintLine(line, find, linePath(i, faults), faults)
    return sound || printLine.is(line) ? checked : null
  })
  return { ...head, delai: null, delaiRefused: false, lines }
}

export function checkDisplayCart(
  body: unknown,
  snapshot: Snapshot,
  visibility: Visibility,
  purpose: CartPurpose,
  faults: FaultList,
): CheckedCart<CheckedDisplayLine> {
  const { lignes, sound, ...head } = checkHead(body, carts.display[purpose], purpose, faults)
  const find = (id: number) => snapshot.family(id, visibility)
  const given = read.object(body)?.['delai'] ?? undefined
  const delai = read.integer(given)
  // A lead time that one of its families does not offer is one fault, however many lines share it.
  let refused: CompiledFamily | undefined
  const lines = lignes.map((line, i) => {
    const id = read.integer(read.object(line)?.['famille'])
    const family = id === undefined ? undefined : find(id)
    if (family && !offersLeadTime(family, delai)) refused ??= family
    const checked = checkDisplayLine(line, find, linePath(i, faults), faults)
    return sound || displayLine.is(line) ? checked : null
  })
  if (refused) faults.push(leadTimeRefused(refused, delai!, snapshot))
  return { ...head, delai: delai ?? null, delaiRefused: refused !== undefined || delai !== given, lines }
}

/** Where a line stands; what is only counted needs no place. */
function linePath(index: number, faults: FaultList): string {
  return faults.full ? '' : `/lignes/${index}`
}

function checkHead(body: unknown, of: Structure<unknown>, purpose: CartPurpose, faults: FaultList) {
  // Where the structure fits, so does that of each line; else each is asked, for one that does not fit has no price.
  const sound = of.report(body, faults)
  const fields = read.object(body) ?? {}
  const lignes = read.array(fields['lignes'])
  if (lignes?.length === 0) faults.push({ path: '/lignes', code: 'field_required' })
  const address = read.object(fields['adresse_livraison'])
  if (purpose === 'order') checkKept(fields, address, lignes, faults)
  return {
    devis: read.string(fields['devis']) ?? '',
    address: completeAddress(address),
    lignes: lignes ?? [],
    sound,
  }
}

/** What an order is kept with: the fields that its address needs, and texts that can be kept, of a bounded length. */
function checkKept(
  { devis }: Record<string, unknown>,
  address: Record<string, unknown> | undefined,
  lignes: readonly unknown[] | undefined,
  faults: FaultList,
): void {
  checkText(devis, () => '/devis', faults)
  if (address) {
    for (const fault of addressFaults(address, '/adresse_livraison')) faults.push(fault)
    for (const field of ADDRESS_FIELDS) checkText(address[field], () => `/adresse_livraison/${field}`, faults)
  }
  lignes?.forEach((line, i) =>
    checkText(read.object(line)?.['label'], () => `${linePath(i, faults)}/label`, faults),
  )
}

function checkText(text: unknown, path: () => string, faults: FaultList): void {
  if (typeof text !== 'string') return
  // No other program could read it, and the store keeps another text.
  if (!text.isWellFormed()) faults.push({ path: path(), code: 'value_invalid', params: { halved: 1 } })
  // Counted as the reader counts: a character outside the first plane is one.
  if (text.length <= LONGEST_TEXT || Array.from(text).length <= LONGEST_TEXT) return
  faults.push({ path: path(), code: 'value_invalid', params: { characters: LONGEST_TEXT } })
}

function offersLeadTime({ leadTimeAs }: CompiledFamily, delai: number | undefined): boolean {
  return delai === undefined || leadTimeAs(delai) !== null
}

/**
 * The family that has not the lead time is named, with those that it has; where the partner has not shown yet which of
 * its own it is, or how many days it stands for, that is said.
 */
function leadTimeRefused(
  { famille, leadTimeIds, leadTimes }: CompiledFamily,
  delai: number,
  snapshot: Snapshot,
): Fault {
  const refused = { path: '/delai', code: 'lead_time_unavailable' } as const
  const named = snapshot.leadTimes.get(delai)
  if (named?.days === null) {
    return { ...refused, reason: { code: 'lead_time_not_known', params: { delai, offline: 0 } } }
  }
  const [item, known] = [famille.nom_complet, leadTimes()]
  const listed = listLeadTimes(known)
  const mayBeOffered = leadTimeIds === null && known.some(({ days }) => days === null)
  if (named && mayBeOffered) {
    const params = { label: leadTimeLabel(named.days), item, delais: listed.offered }
    return { ...refused, reason: { code: 'lead_time_id_not_known', params } }
  }
  return { ...refused, params: { delai, item, ...listed } }
}
