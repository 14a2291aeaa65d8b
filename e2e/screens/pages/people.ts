import { expect, type Locator, type Page } from '@playwright/test'
import type { DeskService } from '../service.ts'

/** Everyone's password. */
export const PASSWORD = 'une presse bien encrée'

/** A shop whose people sign in, and how they do. */
export class People {
  readonly me: Locator
  readonly #page: Page
  readonly #service: DeskService

  constructor(page: Page, service: DeskService) {
    this.me = page.getByRole('banner').locator('.person')
    this.#page = page
    this.#service = service
  }

  /** Ada, administrateur; Max, responsable; Zoé Martin, vendeur. */
  async set(): Promise<void> {
    await this.#service.runWith(PASSWORD, 'user', 'create', 'Ada', '--role', 'administrateur')
    await this.add('Zoé Martin', 'vendeur')
    await this.add('Max', 'responsable')
  }

  async add(name: string, role: 'vendeur' | 'responsable' | 'administrateur'): Promise<void> {
    await this.#service.call('POST', '/people', { name, role, password: PASSWORD })
  }

  /** Fills in the form that stands on the page. */
  async signIn(name: string, password = PASSWORD): Promise<void> {
    await this.#page.getByLabel('Nom', { exact: true }).fill(name)
    await this.#page.getByLabel('Mot de passe', { exact: true }).fill(password)
    await this.#page.keyboard.press('Enter')
  }

  /** Opens the screens and signs in. */
  async enter(name: string): Promise<void> {
    await this.#page.goto(this.#service.url)
    await this.signIn(name)
    await expect(this.me).toBeVisible()
  }

  async leave(): Promise<void> {
    await this.me.click()
    await this.#page.getByRole('button', { name: 'Se déconnecter' }).click()
    await expect(this.#page.getByRole('heading', { name: 'Connexion' })).toBeVisible()
  }
}
