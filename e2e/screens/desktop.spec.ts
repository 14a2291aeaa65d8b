/** The screens as the desktop application has them: what its shell asks for, told by a stand-in of its door. */
import { seriousFaultsInBothThemes } from './axe.ts'
import { expect, test } from './fixtures.ts'
import type { DesktopCommand } from '../../src/preload/api.ts'
import type { Page } from '@playwright/test'

/** The page as the shell's preload script makes it. */
const inDesktop = (page: Page) =>
  page.addInitScript(`
    window.languages = []
    window.comptoirDesktop = {
      platform: 'linux',
      onCommand: (listener) => { window.follow = listener },
      setLanguage: (locale) => window.languages.push(locale),
    }
  `)
const ask = async (page: Page, command: DesktopCommand) => {
  await page.waitForFunction('window.follow')
  await page.evaluate(`window.follow(${JSON.stringify(command)})`)
}

test('the menu goes to its screens, and speaks their language', async ({ page, shell }) => {
  await inDesktop(page)
  await shell.open()
  for (const [go, title] of [
    ['settings', 'Réglages'],
    ['about', 'À propos'],
    ['import', 'Partenaires'],
    ['new-quote', 'Brouillon'],
  ] as const) {
    await ask(page, { go })
    await expect(page).toHaveTitle(new RegExp(title === 'Brouillon' ? 'Devis' : title))
  }
  await ask(page, { go: 'keys' })
  await expect(page.getByRole('dialog')).toBeVisible()
  expect(await page.evaluate('window.languages')).toEqual(['fr'])
})

test('a link opens its quote; a number that there is not, and a file that cannot be read, are said', async ({
  page,
  shell,
  service,
}) => {
  await inDesktop(page)
  const made = await service.call<{ id: number }>('POST', '/quotes', { lines: [] })
  const line = { area: 'free', text: 'Pose', quantity: 1, unitCents: 100 }
  const { version } = await service.call<{ version: number }>('GET', `/quotes/${made.id}`)
  await service.call('PUT', `/quotes/${made.id}`, { version, lines: [line], name: 'Ada' })
  await service.call('PUT', `/quotes/${made.id}/state`, { state: 'sent' })
  const { number } = await service.call<{ number: string }>('GET', `/quotes/${made.id}`)
  await shell.open()
  await ask(page, { quote: number.toLowerCase() })
  await expect(page.getByRole('heading', { level: 1 })).toContainText(number)
  await ask(page, { quote: 'D2026-K4-99999' })
  await expect(shell.toast('D2026-K4-99999')).toBeVisible()
  await ask(page, { unread: { name: 'devis.pdf', why: 'fichier trop grand' } })
  await expect(shell.toast('devis.pdf ne peut pas être ouvert')).toBeVisible()
  const text = JSON.stringify(await service.call('GET', `/quotes/${made.id}/file`))
  await page.waitForFunction('window.follow')
  await page.evaluate(
    `window.follow({ file: { name: 'a.comptoir', bytes: new TextEncoder().encode(${JSON.stringify(text)}) } })`,
  )
  await expect(page.getByRole('main')).toContainText('a.comptoir')
  await expect(page.getByRole('main')).toContainText(number)
})

test('the local server is turned on, moved off a port that is taken, opened to a network after a question, turned off', async ({
  page,
  shell,
}) => {
  await inDesktop(page)
  // As the service behind a window answers: the one here has a port of its own, and no such server.
  let state = {
    on: false,
    port: 4580,
    network: false,
    url: null as string | null,
    problem: null as string | null,
  }
  await page.route('**/api/local-server', async (route) => {
    if (route.request().method() === 'PUT') {
      const wanted = route.request().postDataJSON() as typeof state
      if (!Number.isInteger(wanted.port)) {
        const errors = [{ path: '/port', code: 'field_type', message: 'x' }]
        return route.fulfill({ status: 400, json: { detail: 'x', errors } })
      }
      const free = wanted.port !== 4580
      const problem = wanted.on && !free ? 'Le port 4580 est déjà pris.' : null
      state = { ...wanted, url: wanted.on && free ? `http://127.0.0.1:${wanted.port}` : null, problem }
    }
    return route.fulfill({ json: state })
  })
  await shell.open()
  await shell.go('/reglages/clients')
  const card = page.getByRole('region', { name: 'Serveur local' })
  await expect(card).toContainText('Arrêté')
  await card.getByRole('button', { name: 'Démarrer' }).click()
  await expect(card.getByRole('alert')).toContainText('déjà pris')
  await card.getByLabel('Port').fill('abc')
  await card.getByRole('button', { name: 'Appliquer' }).click()
  await expect(card).toContainText('nombre entier de 1 à 65535')
  await card.getByLabel('Port').fill('4581')
  await page.keyboard.press('Enter')
  await expect(card).toContainText('http://127.0.0.1:4581')
  await card.getByLabel('Ouvrir au réseau').check()
  await card.getByRole('button', { name: 'Appliquer' }).click()
  const dialog = page.getByRole('dialog', { name: /Ouvrir au réseau/ })
  await dialog.getByRole('button', { name: 'Fermer' }).first().click()
  expect(state.network).toBe(false)
  await card.getByRole('button', { name: 'Appliquer' }).click()
  await dialog.getByRole('button', { name: 'Ouvrir au réseau' }).click()
  await expect.poll(() => state.network).toBe(true)
  await expect.poll(() => seriousFaultsInBothThemes(page)).toEqual([])
  await card.getByRole('button', { name: 'Arrêter' }).click()
  await expect(card).toContainText('Arrêté')
})

test('updates are turned on at an address, told, downloaded, and installed when a person says so', async ({
  page,
  shell,
}) => {
  await inDesktop(page)
  // As the service behind a window answers.
  let state = {
    on: false,
    url: '',
    version: '1.2.0',
    state: 'off',
    offered: null as { version: string; notes: string } | null,
    percent: null as number | null,
    problem: null as string | null,
  }
  const offered = { version: '1.3.0', notes: 'Deux corrections.\n<img src=x onerror=alert(1)>' }
  await page.route('**/api/updates**', async (route) => {
    const path = new URL(route.request().url()).pathname.replace('/api/updates', '')
    if (route.request().method() === 'PUT') {
      const wanted = route.request().postDataJSON() as { on: boolean; url: string }
      if (!wanted.url.startsWith('https://')) {
        const errors = [
          { path: '/url', code: 'update_feed_invalid', message: 'Une adresse https est attendue.' },
        ]
        return route.fulfill({ status: 400, json: { detail: 'x', errors } })
      }
      state = { ...state, ...wanted, state: wanted.on ? 'looking' : 'off', offered: null }
    } else if (path === '/look') state = { ...state, state: 'looking', problem: null }
    else if (path === '/download') state = { ...state, state: 'downloading', percent: 42 }
    else if (path === '/install') state = { ...state, state: 'installing' }
    return route.fulfill({ json: state })
  })
  await shell.open()
  await shell.go('/reglages/a-propos')
  const card = page.getByRole('region', { name: 'Mises à jour' })
  const button = (name: string) => card.getByRole('button', { name })
  await expect(card.getByRole('status')).toContainText('Désactivées')
  await expect(button('Rechercher maintenant')).toHaveCount(0)
  await card.getByLabel('Adresse des mises à jour').fill('http://maj.example/')
  await button('Activer').click()
  await expect(card).toContainText('Une adresse https est attendue.')
  await card.getByLabel('Adresse des mises à jour').fill('https://maj.example/')
  await page.keyboard.press('Enter')
  await expect(card.getByRole('status')).toContainText('Recherche d’une nouvelle version')
  state = { ...state, state: 'failed', problem: 'Le serveur des mises à jour ne répond pas.' }
  await expect(card.getByRole('alert')).toContainText('ne répond pas')
  await button('Rechercher maintenant').click()
  state = { ...state, state: 'available', offered }
  await expect(card.getByRole('status')).toContainText('1.3.0 est disponible')
  // What a feed says is a text, whatever is in it.
  await expect(card).toContainText('<img src=x')
  await expect(card.locator('img')).toHaveCount(0)
  await button('Télécharger').click()
  await expect(card.getByRole('progressbar')).toHaveAttribute('value', '42')
  await expect(card.getByRole('status')).toContainText('42')
  state = { ...state, state: 'ready', percent: null }
  await expect(button('Installer et redémarrer')).toBeVisible()
  await expect.poll(() => seriousFaultsInBothThemes(page)).toEqual([])
  await button('Installer et redémarrer').click()
  await expect.poll(() => state.state).toBe('installing')
  state = { ...state, state: 'available' }
  await button('Désactiver').click()
  await expect(card.getByRole('status')).toContainText('Désactivées')
})

test('a browser has no updates to look for', async ({ page, shell }) => {
  await shell.open()
  await shell.go('/reglages/a-propos')
  await expect(page.getByRole('region', { name: 'Comptoir', exact: true })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Mises à jour' })).toHaveCount(0)
})
