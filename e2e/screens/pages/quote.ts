import { readFileSync } from 'node:fs'
import { expect, type Locator, type Page } from '@playwright/test'
import { DEMO_BUNDLE, type DeskService } from '../service.ts'
import type { Shell } from './shell.ts'

export class QuotePage {
  readonly title: Locator
  readonly lines: Locator
  readonly order: Locator
  /** asks to send it */
  readonly sending: Locator
  readonly total: Locator
  readonly saved: Locator
  readonly dialog: Locator
  readonly #page: Page

  constructor(page: Page) {
    this.#page = page
    this.title = page.getByRole('heading', { level: 1 })
    this.lines = page.locator('main table tbody tr')
    const totals = page.getByRole('region', { name: /Totaux|Totals/ })
    this.order = totals.getByRole('button', { name: /^(Commander|Order)$/ })
    this.sending = totals.getByRole('button', { name: /^(Envoyer|Send)$/ })
    this.total = totals.locator('dd.grand')
    // Notes that are saved by themselves say so, too, beside them.
    const head = page.locator('.page-head')
    this.saved = head.getByRole('status').filter({ hasText: /^\s*(Enregistré|Saved)/ })
    this.dialog = page.getByRole('dialog')
  }

  field(name: string): Locator {
    return this.#page.locator(`[name="${name}"]`)
  }

  async fill(fields: Record<string, string>): Promise<void> {
    for (const [name, value] of Object.entries(fields)) await this.field(name).fill(value)
  }

  /** Sends the draft that is shown, where nothing is asked. @param unnamed but whom it is for, which nobody says */
  async send({ unnamed = false } = {}): Promise<void> {
    await this.sending.click()
    if (unnamed) await this.dialog.getByRole('checkbox', { name: 'L’envoyer sans nom' }).check()
    await this.dialog.getByRole('button', { name: /^(Envoyer|Send)$/ }).click()
  }

  /** Opens the screens with a quote that is saved by then. @returns its id */
  async openSaved(shell: Shell, service: DeskService, more: Partial<SavedQuote> = {}): Promise<number> {
    const id = await savedQuote(service, more)
    await shell.open()
    await this.show(shell, id)
    return id
  }

  /** Opens the dialog of a new service, and writes in it what it is and what it costs each, in euros. */
  async writeService(text: string, euros: string): Promise<void> {
    await this.#page.getByRole('button', { name: 'Ajouter une prestation' }).click()
    await this.fill({ 'line-text': text, 'line-unit': euros })
  }

  /** Goes to a draft that has no number yet, and waits until it is the one that is shown. */
  async show(shell: Shell, id: number): Promise<void> {
    await shell.go(`/devis/${id}`)
    await expect(this.title).toHaveText(new RegExp(`^\\s*Brouillon ${id}\\b`))
  }
}

/** All that an order needs to know of its destination. */
export const ADDRESS = {
  societe: 'Imprimerie du Port',
  adresse1: '12 quai des Belges',
  code_postal: '13001',
  ville: 'Marseille',
}

export const FLYERS = { area: 'print', line: { produit: 201, quantites_multiples: [1000] }, delai: null }

interface SavedQuote {
  reference: string
  address: object
  lines: object[]
  discount: object
  /** of the account */
  customerId: number
  companyId: number
  note: string
  validUntil: string
}

/** A quote of flyers that can be ordered, reference "REF-1". @param more what it has in place of that @returns its id */
export async function savedQuote(service: DeskService, more: Partial<SavedQuote> = {}): Promise<number> {
  const body = { reference: 'REF-1', address: ADDRESS, lines: [FLYERS], ...more }
  return (await service.call<{ id: number }>('POST', '/quotes', body)).id
}

/** As another counter changes it. @param fields of the quote that it writes, over what the service has of the others */
export async function changeQuote(service: DeskService, id: number, fields: object): Promise<void> {
  const present = await service.call<object>('GET', `/quotes/${id}`)
  await service.call('PUT', `/quotes/${id}`, { ...present, ...fields })
}

/** Holds what this window saves of quotes until the given end. */
export async function savesHeld(page: Page): Promise<() => void> {
  const held = Promise.withResolvers<null>()
  await page.route('**/api/quotes/*', async (route) => {
    if (route.request().method() === 'PUT') await held.promise
    await route.continue()
  })
  return () => held.resolve(null)
}

/** The demo catalogue with flyers at another price of the lot of 1000, in cents; null: at none up to there. */
export async function flyersAt(service: DeskService, cents: number | null): Promise<void> {
  const bundle = JSON.parse(readFileSync(DEMO_BUNDLE, 'utf8')) as {
    tarifs: { print: { produit: number; grille: { quantite: number; prix: string }[] }[] }
  }
  const tariff = bundle.tarifs.print.find(({ produit }) => produit === 201)!
  if (cents === null) tariff.grille = tariff.grille.filter(({ quantite }) => quantite > 1000)
  else tariff.grille.find(({ quantite }) => quantite === 1000)!.prix = String(cents)
  await service.import(bundle)
}
