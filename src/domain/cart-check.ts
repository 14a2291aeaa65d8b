/** Checks of whole carts: every fault of the head and of every line at once (contract.md, "Errors"). */
import { addressFaults, completeAddress, type AdresseLivraison } from './address.ts'
import { CommandeDisplayInput, CommandePrintInput, PanierDisplayInput, PanierPrintInput } from './cart.ts'
import type { Snapshot, Visibility } from './catalogue.ts'
import {
  checkDisplayLine,
  PrixDisplayInput,
  type CheckedDisplayLine,
  type CompiledFamily,
} from './display/line.ts'
import type { Fault } from './faults.ts'
import { checkPrintLine, LignePrintInput, type CheckedPrintLine } from './print/line.ts'
import { read, structure, type Structure } from './schema.ts'

/** `simulate` is `panier/`, `order` is `panier/validate/`, which needs an address. */
export type CartPurpose = 'simulate' | 'order'

/** A cart as far as it could be read: a line is null where it had faults. */
export interface CheckedCart<Line> {
  readonly devis: string
  readonly address: AdresseLivraison
  /** the lead time of a whole display cart; null where none was asked for */
  readonly delai: number | null
  readonly lines: readonly (Line | null)[]
}

const printLine = structure(LignePrintInput)
const displayLine = structure(PrixDisplayInput)
const carts = {
  print: { simulate: structure(PanierPrintInput), order: structure(CommandePrintInput) },
  display: { simulate: structure(PanierDisplayInput), order: structure(CommandeDisplayInput) },
}

/** Reports the faults of structure. One by one: a body of 1 MB can have more of them than a call takes arguments. */
function structural(of: Structure<unknown>, body: unknown, faults: Fault[]): readonly Fault[] {
  if (of.is(body)) return []
  const found = of.faults(body)
  for (const fault of found) faults.push(fault)
  return found
}

/** Checks the body of print `prix/`. @returns null where `faults` took anything. */
export function checkPrintRequest(
  body: unknown,
  snapshot: Snapshot,
  visibility: Visibility,
  faults: Fault[],
): CheckedPrintLine | null {
  structural(printLine, body, faults)
  const checked = checkPrintLine(body, (id) => snapshot.product(id, visibility), '', faults)
  return faults.length > 0 ? null : checked
}

/** Checks the body of display `prix/`, and the lead time that it may carry. @returns null where `faults` took anything. */
export function checkDisplayRequest(
  body: unknown,
  snapshot: Snapshot,
  visibility: Visibility,
  faults: Fault[],
): CheckedDisplayLine | null {
  structural(displayLine, body, faults)
  const checked = checkDisplayLine(body, (id) => snapshot.family(id, visibility), '', faults)
  const fields = read.object(body)
  const id = read.integer(fields?.['famille'])
  const family = id === undefined ? undefined : snapshot.family(id, visibility)
  const delai = read.integer(fields?.['delai'])
  if (family && !offersLeadTime(family, delai)) faults.push(leadTimeRefused(delai))
  return faults.length > 0 ? null : checked
}

export function checkPrintCart(
  body: unknown,
  snapshot: Snapshot,
  visibility: Visibility,
  purpose: CartPurpose,
  faults: Fault[],
): CheckedCart<CheckedPrintLine> {
  const head = checkHead(body, carts.print[purpose], purpose, faults)
  const find = (id: number) => snapshot.product(id, visibility)
  return {
    ...head,
    delai: null,
    lines: head.lignes.map((line, i) => whole(head, i, checkPrintLine(line, find, `/lignes/${i}`, faults))),
  }
}

export function checkDisplayCart(
  body: unknown,
  snapshot: Snapshot,
  visibility: Visibility,
  purpose: CartPurpose,
  faults: Fault[],
): CheckedCart<CheckedDisplayLine> {
  const head = checkHead(body, carts.display[purpose], purpose, faults)
  const find = (id: number) => snapshot.family(id, visibility)
  const delai = read.integer(read.object(body)?.['delai'])
  // A lead time that one of its families does not offer is one fault, however many lines share it.
  let refused = false
  const lines = head.lignes.map((line, i) => {
    const id = read.integer(read.object(line)?.['famille'])
    const family = id === undefined ? undefined : find(id)
    refused ||= family !== undefined && !offersLeadTime(family, delai)
    return whole(head, i, checkDisplayLine(line, find, `/lignes/${i}`, faults))
  })
  if (refused) faults.push(leadTimeRefused(delai))
  return { ...head, delai: delai ?? null, lines }
}

/** A line with a fault of structure, reported before, is not whole even where the other rules find nothing more. */
function whole<T>(
  head: { readonly misshapen: ReadonlySet<number> },
  index: number,
  checked: T | null,
): T | null {
  return head.misshapen.has(index) ? null : checked
}

/** The lines that faults of structure name: collected once, for a cart may have thousands of lines and of faults. */
function misshapenLines(faults: readonly Fault[]): ReadonlySet<number> {
  const lines = new Set<number>()
  for (const { path } of faults) {
    const [, list, index] = path.split('/', 3)
    if (list === 'lignes' && index !== undefined) lines.add(Number(index))
  }
  return lines
}

function checkHead(body: unknown, of: Structure<unknown>, purpose: CartPurpose, faults: Fault[]) {
  const misshapen = structural(of, body, faults)
  const fields = read.object(body) ?? {}
  const lignes = read.array(fields['lignes'])
  if (lignes?.length === 0) faults.push({ path: '/lignes', code: 'field_required' })
  const address = read.object(fields['adresse_livraison'])
  if (purpose === 'order' && address) faults.push(...addressFaults(address, '/adresse_livraison'))
  return {
    devis: read.string(fields['devis']) ?? '',
    address: completeAddress(address),
    lignes: lignes ?? [],
    misshapen: misshapenLines(misshapen),
  }
}

function offersLeadTime({ leadTimeIds }: CompiledFamily, delai: number | undefined): boolean {
  return delai === undefined || leadTimeIds === null || leadTimeIds.has(delai)
}

function leadTimeRefused(delai: number | undefined): Fault {
  return { path: '/delai', code: 'lead_time_unavailable', params: { delai: delai! } }
}
