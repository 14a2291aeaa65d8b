/** Quotes that are signed on the spot, the e-mail that goes with them, and PDFs that are opened. */
import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Download, Page } from '@playwright/test'
import { readPdf } from '../../src/testing/pdf.ts'
import { danglingReferences, seriousFaultsInBothThemes, smallTargets } from './axe.ts'
import { expect, test } from './fixtures.ts'
import { ADDRESS, FLYERS } from './pages/quote.ts'
import { KEY, type DeskService } from './service.ts'

const TO = { ...ADDRESS, email: 'achats@port.example', telephone: '' }

interface Sent {
  readonly id: number
  readonly number: string
  readonly version: number
}

async function sent(service: DeskService): Promise<Sent> {
  const body = { reference: 'SALON', note: 'Merci', address: TO, lines: [FLYERS] }
  const { id } = await service.call<Sent>('POST', '/quotes', body)
  return service.call('PUT', `/quotes/${id}/state`, { state: 'sent' })
}

async function downloaded(page: Page, press: () => Promise<void>): Promise<Download> {
  const [download] = await Promise.all([page.waitForEvent('download'), press()])
  return download
}

/** Draws as a hand does: down, along, up, twice. */
async function draw(page: Page): Promise<void> {
  const field = page.locator('[data-signature]')
  await field.scrollIntoViewIfNeeded()
  const { x, y, width, height } = (await field.boundingBox())!
  const lines = [
    [
      [0.15, 0.6],
      [0.3, 0.2],
      [0.4, 0.7],
      [0.55, 0.3],
    ],
    [
      [0.6, 0.5],
      [0.85, 0.45],
    ],
  ] as const
  for (const [first, ...others] of lines) {
    await page.mouse.move(x + first[0] * width, y + first[1] * height)
    await page.mouse.down()
    for (const [toX, toY] of others) await page.mouse.move(x + toX * width, y + toY * height, { steps: 8 })
    await page.mouse.up()
  }
}

const dialogOf = (page: Page) => page.getByRole('dialog')
/** The document stands in the dialog, page by page, for the eye and for who cannot see it. */
async function documentIn(page: Page): Promise<void> {
  const pages = dialogOf(page).getByRole('region', { name: /^Le document/ })
  await expect(pages.locator('canvas').first()).not.toHaveAttribute('width', /^(0|300)$/)
  await expect(pages.getByRole('region', { name: 'Page 1 sur' })).toContainText('Bon pour accord')
}
async function pdfOf({ url }: DeskService, id: number): Promise<Buffer> {
  const headers = { Authorization: `Bearer ${KEY}` }
  return Buffer.from(await (await fetch(`${url}/api/quotes/${id}/document`, { headers })).arrayBuffer())
}
const start = (page: Page) => page.locator('#sent').getByRole('button', { name: 'Faire signer' })

test('a quote is signed with the mouse after its document was shown; the page says by whom, and its PDF is sealed', async ({
  page,
  shell,
  service,
}) => {
  const quote = await sent(service)
  await shell.open()
  await shell.go(`/devis/${quote.id}`)
  await start(page).click()
  const dialog = dialogOf(page)
  const sign = dialog.getByRole('button', { name: 'Signer', exact: true })
  await expect(sign).toHaveAttribute('aria-disabled', 'false')
  await sign.click()
  await expect(dialog.getByText('Indiquez qui signe.')).toBeVisible()
  await expect(dialog.getByText('Signez dans le cadre, ou cochez')).toBeVisible()
  await expect(dialog.getByLabel('Nom du signataire')).toBeFocused()
  await documentIn(page)
  expect(await seriousFaultsInBothThemes(page, 'dialog')).toEqual([])
  expect(await danglingReferences(page)).toEqual([])

  const shown = await pdfOf(service, quote.id)
  await dialog.getByLabel('Nom du signataire').fill('Ada Le Goff')
  await dialog.getByLabel('Qualité').fill('Gérante')
  await dialog.getByLabel('Fait à').fill('Brest')
  await draw(page)
  await expect(dialog.locator('[data-signature] path')).toHaveCount(2)
  await dialog.getByRole('button', { name: 'Annuler le trait' }).click()
  await expect(dialog.locator('[data-signature] path')).toHaveCount(1)
  await dialog.getByRole('button', { name: 'Effacer' }).click()
  await expect(dialog.getByText('Signez ici')).toBeVisible()
  await draw(page)
  await page.screenshot({ path: test.info().outputPath('dialog.png') })
  await sign.click()

  const signed = page.locator('#signed')
  await expect(signed).toBeFocused()
  await expect(signed).toContainText('Signé par Ada Le Goff (Gérante), le')
  await expect(signed).toContainText('à Brest')
  await expect(signed.getByRole('img', { name: 'Signature de Ada Le Goff' })).toBeVisible()
  await expect(shell.toast('Devis signé par Ada Le Goff')).toBeVisible()
  await expect(page.locator('[name="ville"]')).toBeDisabled()
  await expect(page.locator('[name="telephone"]')).toBeEnabled()
  await page.screenshot({ path: test.info().outputPath('signed.png'), fullPage: true })
  expect(await seriousFaultsInBothThemes(page)).toEqual([])

  const kept = await downloaded(page, () =>
    signed.getByRole('button', { name: 'Enregistrer le PDF signé' }).click(),
  )
  expect(kept.suggestedFilename()).toBe(`${quote.number}-signe.pdf`)
  const bytes = readFileSync(await kept.path())
  const { files, pages } = await readPdf(bytes)
  expect(files.get(`${quote.number}-presente.pdf`)!.equals(shown)).toBe(true)
  expect(pages.join('\n')).toContain('Ada Le Goff')
  const { strokes } = await service.call<{ strokes: number[][][] }>('GET', `/quotes/${quote.id}/signature`)
  expect(strokes).toHaveLength(2)
  expect(strokes[0]!.length).toBeGreaterThan(10)

  // What was left open is completed for the order, and put right, and nothing else.
  const telephone = async () =>
    (await service.call<{ address: { telephone: string } }>('GET', `/quotes/${quote.id}`)).address.telephone
  for (const number of ['02', '0298112233']) {
    await page.locator('[name="telephone"]').fill(number)
    await expect.poll(telephone).toBe(number)
  }
})

test('by the keyboard alone, a typed name stands for the signature', async ({ page, shell, service }) => {
  const quote = await sent(service)
  await shell.open()
  await shell.go(`/devis/${quote.id}`)
  await start(page).focus()
  await page.keyboard.press('Enter')
  const dialog = dialogOf(page)
  await documentIn(page)
  await dialog.getByRole('region', { name: /^Le document/ }).focus()
  await page.keyboard.press('Tab')
  await page.keyboard.type('Ada Le Goff')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Space')
  await expect(dialog.getByLabel('Le nom, qui vaut signature')).toHaveText('Ada Le Goff')
  await expect(dialog.locator('[data-signature]')).toHaveCount(0)
  await dialog.getByLabel('Nom du signataire').press('Enter')
  await expect(page.locator('#signed')).toContainText('Le nom saisi vaut signature')
  expect(await service.call('GET', `/quotes/${quote.id}/signature`)).toMatchObject({
    typed: true,
    strokes: [],
  })
})

test('what another counter changes while the document is shown is shown again before it is signed', async ({
  page,
  shell,
  service,
}) => {
  const { id, version } = await sent(service)
  await shell.open()
  await shell.go(`/devis/${id}`)
  await start(page).click()
  const dialog = dialogOf(page)
  await documentIn(page)
  await service.call('PUT', `/quotes/${id}/delivery`, {
    ...{ version, note: 'Autre note' },
    address: TO,
  })
  await expect(dialog.getByText('Ce devis a changé entre-temps')).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Signer', exact: true })).toHaveCount(0)
  await dialog.getByRole('button', { name: 'Montrer de nouveau' }).click()
  await expect(dialog.getByRole('button', { name: 'Signer', exact: true })).toHaveAttribute(
    'aria-disabled',
    'false',
  )
  await service.call('PUT', `/quotes/${id}/state`, { state: 'refused', reason: '' })
  await expect(dialog.getByText('Ce devis ne se signe plus')).toBeVisible()
})

test('a dropped or chosen PDF says whether its seal holds, and opens the quote in it', async ({
  page,
  shell,
  service,
}) => {
  const quote = await sent(service)
  const strokes = [
    [
      [0.1, 0.5],
      [0.8, 0.4],
    ],
  ]
  await shell.open()
  await shell.go(`/devis/${quote.id}`)
  await start(page).click()
  const dialog = dialogOf(page)
  const unsealed = await pdfOf(service, quote.id)
  const hash = createHash('sha256').update(unsealed).digest('hex')
  await service.call('POST', `/quotes/${quote.id}/signature`, {
    version: quote.version,
    name: 'Ada',
    strokes,
    hash,
  })
  await dialog.getByRole('button', { name: 'Fermer' }).first().click()
  const signed = page.locator('#signed')
  const kept = await downloaded(page, () =>
    signed.getByRole('button', { name: 'Enregistrer le PDF signé' }).click(),
  )
  const bytes = readFileSync(await kept.path())
  const changed = Buffer.from(bytes)
  changed[5000] = changed[5000]! ^ 1
  const put = (name: string, content: Buffer) => {
    const file = join(service.folder, name)
    writeFileSync(file, content)
    return file
  }

  await page.getByRole('button', { name: 'Tout montrer' }).click()
  await shell.go('/devis')
  const choose = (file: string) => page.locator('input[type=file]').first().setInputFiles(file)
  await choose(put('signe.pdf', bytes))
  const seal = page.getByRole('region', { name: 'Sceau du PDF' })
  await expect(seal).toContainText('Sceau intact')
  const badge = page.locator('.page-head .badge')
  await expect(badge).toHaveText('Accepté')
  await expect(seal).toContainText('aucun octet n’a changé')
  await expect(seal).toContainText('C’est la clé de cet appareil.')
  await expect(seal.getByRole('link')).toContainText(quote.number)
  await expect(page.getByRole('heading', { name: `Devis ${quote.number}` })).toBeVisible()
  await page.screenshot({ path: test.info().outputPath('seal.png'), fullPage: true })
  expect(await seriousFaultsInBothThemes(page)).toEqual([])
  await choose(put('change.pdf', changed))
  const alarm = page.getByRole('alert', { name: 'Sceau du PDF' })
  await expect(alarm).toContainText('PDF modifié après avoir été scellé')
  // The quote in it is as it was signed: of the pages that says nothing.
  const file = page.getByRole('region', { name: /^Signé par cet appareil/ })
  await expect(file).toContainText('Cela ne dit rien des pages du PDF')
  await expect(file).not.toHaveClass(/green/)
  await choose(put('envoye.pdf', unsealed))
  await expect(seal).toContainText('PDF sans sceau')
  await expect(badge).toHaveText('Envoyé')
  await expect(page.getByRole('heading', { name: `Devis ${quote.number}` })).toBeVisible()
  await choose(put('autre.pdf', Buffer.from('PK')))
  await expect(alarm).toContainText('Ce n’est pas un PDF')
  await expect(page.getByRole('heading', { name: `Devis ${quote.number}` })).toHaveCount(0)
})

test('the e-mail of a quote opens with its words, and its PDF is saved beside', async ({
  page,
  shell,
  service,
}) => {
  const quote = await sent(service)
  // What would be opened is outside of the browser: the page is told where to.
  await page.addInitScript(`{
    const click = HTMLAnchorElement.prototype.click
    HTMLAnchorElement.prototype.click = function () {
      if (this.href.startsWith('mailto:')) document.documentElement.dataset.mail = this.href
      else click.call(this)
    }
  }`)
  await shell.open()
  await shell.go(`/devis/${quote.id}`)
  const mail = page.locator('#sent').getByRole('button', { name: 'E-mail' })
  const file = await downloaded(page, () => mail.click())
  expect(file.suggestedFilename()).toBe(`${quote.number}.pdf`)
  await expect(shell.toast('joignez-le à l’e-mail')).toBeVisible()
  const address = new URL((await page.locator('html').getAttribute('data-mail'))!)
  expect(decodeURIComponent(address.pathname)).toBe(TO.email)
  expect(address.searchParams.get('subject')).toContain(`Devis ${quote.number}`)
  expect(address.searchParams.get('body')).toContain('Bon pour accord')
})

test.describe('on a tablet that is turned to the customer', () => {
  test.use({ viewport: { width: 820, height: 1180 }, hasTouch: true, isMobile: false })

  test('a finger signs; what is touched is as large as one', async ({ page, shell, service }) => {
    const quote = await sent(service)
    await shell.open()
    await shell.go(`/devis/${quote.id}`)
    // Nobody has turned the screen to the customer: the dialog does, and what is behind it is his, too.
    await expect(page.getByRole('main')).toContainText(/Coût/)
    await start(page).tap()
    const dialog = dialogOf(page)
    await expect(dialog).toContainText('L’écran est à la vue client')
    await expect(page.getByRole('main')).not.toContainText(/Coût|Gain|marge/i)
    await documentIn(page)
    expect(await smallTargets(page)).toEqual([])
    await dialog.getByLabel('Nom du signataire').fill('Ada Le Goff')
    const field = page.locator('[data-signature]')
    await field.scrollIntoViewIfNeeded()
    const { x, y, width, height } = (await field.boundingBox())!
    const client = await page.context().newCDPSession(page)
    const touch = (type: string, at: number) =>
      client.send('Input.dispatchTouchEvent', {
        type: type as 'touchStart',
        touchPoints:
          type === 'touchEnd' ? [] : [{ x: x + at * width, y: y + (0.3 + at / 3) * height, force: 0.7 }],
      })
    /** By the same finger: two hands at once would be two sessions of the browser. */
    const pressed = async (name: string) => {
      const at = (await dialog.getByRole('button', { name, exact: true }).boundingBox())!
      const touchPoints = [{ x: at.x + at.width / 2, y: at.y + at.height / 2 }]
      await client.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints })
      await client.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
    }
    const drawn = async () => {
      await touch('touchStart', 0.1)
      for (let at = 0.15; at < 0.9; at += 0.05) await touch('touchMove', at)
      await touch('touchEnd', 0.9)
      await expect(dialog.locator('[data-signature] path')).toHaveCount(1)
    }
    await drawn()
    await page.screenshot({ path: test.info().outputPath('tablet.png') })
    await pressed('Annuler le trait')
    await expect(dialog.locator('[data-signature] path')).toHaveCount(0)
    await drawn()
    await pressed('Signer')
    await expect(page.locator('#signed')).toContainText('Ada Le Goff')
    await page.screenshot({ path: test.info().outputPath('tablet-signed.png') })
    await expect(page.getByText('Vue client : coûts, marges')).toBeVisible()
    await expect(page.getByRole('main')).not.toContainText(/Coût|Gain|marge/i)
    const { strokes } = await service.call<{ strokes: number[][][] }>('GET', `/quotes/${quote.id}/signature`)
    expect(strokes[0]!.length).toBeGreaterThan(8)
  })
})

test('the document and the place to sign are seen together where the screen is wide', async ({
  page,
  shell,
  service,
}) => {
  const quote = await sent(service)
  await shell.open()
  await shell.go(`/devis/${quote.id}`)
  await page.getByRole('button', { name: 'Faire signer' }).click()
  const pages = page.getByRole('dialog').locator('.pages')
  await expect(pages.locator('canvas').first()).toBeVisible()
  for (const part of [pages, page.locator('.pad'), page.getByRole('button', { name: 'Signer', exact: true })])
    await expect(part).toBeInViewport({ ratio: 1 })
})

test('what is hidden makes the place to sign no longer, and what has the keyboard is not behind its footer', async ({
  page,
  shell,
  service,
}) => {
  const { id } = await service.call<{ id: number }>('POST', '/quotes', {
    reference: '名刺',
    address: ADDRESS,
    lines: [
      { area: 'print', delai: null, line: { produit: 201, quantites_multiples: [1000] } },
      { area: 'free', text: 'Maquette', quantity: 1, unitCents: 4000, role: 'option' },
    ],
  })
  await service.call('PUT', `/quotes/${id}/state`, { state: 'sent' })
  await page.setViewportSize({ width: 1280, height: 800 })
  await shell.open()
  await shell.go(`/devis/${id}`)
  await page.getByRole('button', { name: 'Faire signer' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.locator('canvas').first()).toBeVisible()
  // What the house would mend is not said to who signs.
  await expect(dialog).not.toContainText('lettres latines')
  await dialog.getByRole('button', { name: 'Signer', exact: true }).click()
  await expect(dialog.locator('.pad.wrong')).toBeVisible()
  const left = await dialog.evaluate((element) => {
    const parts = [...element.children].reduce((sum, part) => sum + part.getBoundingClientRect().height, 0)
    return element.scrollHeight - parts
  })
  expect(left).toBeLessThan(4)
  const typed = dialog.getByRole('checkbox', { name: /Sans tracé/ })
  await dialog.evaluate((element) => element.scrollTo(0, 0))
  await typed.focus()
  const [box, footer] = [await typed.boundingBox(), await dialog.locator('footer').boundingBox()]
  expect(box!.y + box!.height).toBeLessThanOrEqual(footer!.y)
  const [pad, field] = [
    await dialog.locator('.pad').boundingBox(),
    await dialog.locator('form').boundingBox(),
  ]
  expect(pad!.x + pad!.width).toBeLessThanOrEqual(field!.x + field!.width + 0.5)
})
