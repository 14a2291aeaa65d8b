/** Checks of whole carts: every fault of the head and of every line at once (contract.md, "Errors"). */
import { addressFaults, completeAddress, type AdresseLivraison } from './address.ts'
import { CommandeDisplayInput, CommandePrintInput, PanierDisplayInput, PanierPrintInput } from './cart.ts'
import type { Snapshot, Visibility } from './catalogue.ts'
import { checkDisplayLine, PrixDisplayInput, type CheckedDisplayLine } from './display/line.ts'
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

/** Checks the body of print `prix/`. @returns null where `faults` took anything. */
export function checkPrintRequest(
  body: unknown,
  snapshot: Snapshot,
  visibility: Visibility,
  faults: Fault[],
): CheckedPrintLine | null {
  if (!printLine.is(body)) faults.push(...printLine.faults(body))
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
  if (!displayLine.is(body)) faults.push(...displayLine.faults(body))
  const checked = checkDisplayLine(body, (id) => snapshot.family(id, visibility), '', faults)
  const fields = read.object(body)
  const id = read.integer(fields?.['famille'])
  const family = id === undefined ? undefined : snapshot.family(id, visibility)
  if (family) checkCartLeadTime(read.integer(fields?.['delai']), family.leadTimeIds, faults)
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
    lines: head.lignes.map((line, i) =>
      checkWhole(faults, () => checkPrintLine(line, find, `/lignes/${i}`, faults), i),
    ),
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
  const lines = head.lignes.map((line, i) => {
    const id = read.integer(read.object(line)?.['famille'])
    const family = id === undefined ? undefined : find(id)
    if (family) checkCartLeadTime(delai, family.leadTimeIds, faults)
    return checkWhole(faults, () => checkDisplayLine(line, find, `/lignes/${i}`, faults), i)
  })
  return { ...head, delai: delai ?? null, lines }
}

/** A line with a fault of structure, reported before, is not whole even where the other rules find nothing more. */
function checkWhole<T>(faults: readonly Fault[], check: () => T | null, index: number): T | null {
  const checked = check()
  if (!checked || faults.length === 0) return checked
  const place = `/lignes/${index}`
  return faults.some(({ path }) => path === place || path.startsWith(`${place}/`)) ? null : checked
}

function checkHead(body: unknown, of: Structure<unknown>, purpose: CartPurpose, faults: Fault[]) {
  if (!of.is(body)) faults.push(...of.faults(body))
  const fields = read.object(body) ?? {}
  const lignes = read.array(fields['lignes'])
  if (lignes?.length === 0) faults.push({ path: '/lignes', code: 'field_required' })
  const address = read.object(fields['adresse_livraison'])
  if (purpose === 'order' && address) faults.push(...addressFaults(address, '/adresse_livraison'))
  return {
    devis: read.string(fields['devis']) ?? '',
    address: completeAddress(address),
    lignes: lignes ?? [],
  }
}

/** A lead time of a display cart that one of its families does not offer is one fault, however many lines share it. */
function checkCartLeadTime(
  delai: number | undefined,
  offered: ReadonlySet<number> | null,
  faults: Fault[],
): void {
  if (delai === undefined || offered === null || offered.has(delai)) return
  if (faults.some(({ path }) => path === '/delai')) return
  faults.push({ path: '/delai', code: 'lead_time_unavailable', params: { delai } })
}
