/** A quote as a signed file: kept from one's own screen, opened, and taken over. */
import { generateKeyPairSync, sign } from 'node:crypto'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { danglingReferences, seriousFaults, smallTargets } from './axe.ts'
import { expect, test } from './fixtures.ts'
import { ADDRESS } from './pages/quote.ts'
import type { DeskService } from './service.ts'

const LINES = [
  { area: 'heading', text: 'Papeterie' },
  {
    area: 'print',
    line: { produit: 201, quantites_multiples: [1000], label: 'Stand B12' },
    delai: null,
    discount: '7.5',
  },
  { area: 'free', text: 'Création graphique\ndeux propositions', quantity: 1.5, unitCents: 6000 },
  { area: 'print', line: { produit: 201, quantites_multiples: [2500] }, delai: null, role: 'option' },
]

async function sent(service: DeskService): Promise<{ id: number; number: string }> {
  const body = { reference: 'SALON', note: 'Merci de votre confiance', address: ADDRESS, lines: LINES }
  const { id } = await service.call<{ id: number }>('POST', '/quotes', body)
  return service.call('PUT', `/quotes/${id}/state`, { state: 'sent' })
}

async function fileOf(service: DeskService): Promise<{ file: string; number: string }> {
  const { number } = await sent(service)
  const file = join(service.folder, 'devis.comptoir')
  await service.run('quote', number, '--file', file)
  return { file, number }
}

/** Another device's file: the key of this one is put away. */
async function foreignFile(service: DeskService): Promise<{ file: string; number: string }> {
  const made = await fileOf(service)
  rmSync(join(service.data, 'comptoir.device-key'))
  return made
}

/** Totals that are those of no line. */
const LIE = {
  prix_ht: 100,
  remise_grand_compte_ht: 0,
  prix_total_ht: 100,
  prix_tva: 20,
  prix_final_ttc: 120,
  vat: [{ rate: '20', base: 100, tax: 20 }],
}

/** The same, signed by somebody whose totals are none of its lines. */
function contradictory(file: string): string {
  const { payload } = JSON.parse(readFileSync(file, 'utf8')) as { payload: string }
  const said = JSON.parse(Buffer.from(payload, 'base64').toString()) as object
  const bytes = Buffer.from(JSON.stringify({ ...said, totals: LIE }))
  const { privateKey, publicKey } = generateKeyPairSync('ed25519')
  const key = Buffer.from(publicKey.export({ format: 'jwk' }).x!, 'base64url').toString('base64')
  const signature = sign(null, bytes, privateKey).toString('base64')
  const envelope = { format: 'comptoir-quote', version: 1, payload: bytes.toString('base64') }
  const other = `${file}-3.comptoir`
  writeFileSync(other, JSON.stringify({ ...envelope, publicKey: key, signature }))
  return other
}

function altered(file: string): string {
  const envelope = JSON.parse(readFileSync(file, 'utf8')) as { payload: string }
  const said = JSON.parse(Buffer.from(envelope.payload, 'base64').toString()) as { note: string }
  const lie = { ...said, note: '<b>moins cher</b>', totals: LIE }
  const payload = Buffer.from(JSON.stringify(lie)).toString('base64')
  const other = `${file}-2.comptoir`
  writeFileSync(other, JSON.stringify({ ...envelope, payload }))
  return other
}

async function choose(page: Page, button: string, file: string): Promise<void> {
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: button }).click()
  await (await chooser).setFiles(file)
}

test('what was sent is kept as a file, and opened from the list as intact and one’s own', async ({
  page,
  shell,
  service,
}) => {
  const { id, number } = await sent(service)
  await shell.open()
  await shell.go(`/devis/${id}`)
  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Enregistrer le fichier .comptoir' }).click()
  const download = await downloading
  expect(download.suggestedFilename()).toBe(`${number}.comptoir`)
  const file = await download.path()
  await shell.go('/devis')
  await choose(page, 'Ouvrir un fichier…', file)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Devis ${number}`)
  await expect(page.getByRole('heading', { name: /Signé par cet appareil \(.+\), intact/ })).toBeVisible()
  await expect(page.getByText(/([0-9A-Z]{4}-){7}[0-9A-Z]{4}/)).toBeVisible()

  // A customer sees what he was offered, not how the shop knows it nor what it would be today.
  await page.keyboard.press('Control+k')
  await page.keyboard.type('vue client')
  await page.keyboard.press('Enter')
  const content = page.getByRole('main')
  await expect(content).not.toContainText(/Empreinte|Ici aujourd’hui|prix ferme|Reprendre|Catalogue|Le voir/)
  await expect(content).toContainText('Dans le fichier HT')
  await expect(content).toContainText('intact')
  await expect(content).toContainText('Stand B12')
  await expect(content).toContainText(/remise 7,5\s%/)
  expect(await seriousFaults(page)).toEqual([])
  await page.getByRole('button', { name: 'Tout montrer' }).click()
  await page.getByRole('link', { name: 'Le voir' }).click()
  await expect(page).toHaveURL(new RegExp(`/devis/${id}$`))
})

test('by the keys: another device’s file is new, gets a name, and becomes a draft', async ({
  page,
  shell,
  service,
  quote,
}) => {
  const { file, number } = await foreignFile(service)
  await shell.open()
  await page.keyboard.press('Control+k')
  await expect(shell.palette).toBeVisible()
  await page.keyboard.type('ouvrir un fich')
  await expect(shell.palette.getByRole('option').first()).toContainText('Ouvrir un fichier')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Aucun fichier ouvert' })).toBeVisible()
  const button = page.getByRole('button', { name: 'Choisir un fichier' })
  // The palette gives the focus back once it is gone.
  await expect(shell.palette).toHaveCount(0)
  await button.focus()
  await expect(button).toBeFocused()
  const chooser = page.waitForEvent('filechooser')
  await button.press('Enter')
  await (await chooser).setFiles(file)
  await expect(page.getByText('Appareil vu ici pour la première fois')).toBeVisible()
  await expect(page.getByRole('alert')).toContainText('est le code de cet appareil')
  await page.getByLabel('Nom de cet appareil, ici').fill('Portable de Léa')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: /– Portable de Léa, intact/ })).toBeVisible()
  await expect(page.getByText('ne se recoupent pas')).toHaveCount(0)
  await expect(page.getByRole('row', { name: /Création graphique/ })).toContainText('90,00')
  await page.getByRole('button', { name: 'Reprendre aux prix du client' }).press('Enter')
  await expect(shell.toast('Brouillon créé aux prix du client')).toBeVisible()
  await expect(page).toHaveURL(/\/devis\/\d+$/)
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Brouillon')
  await expect(quote.field('ville')).toHaveValue(ADDRESS.ville)
  const [draft] = await service.call<{ id: number }[]>('GET', '/quotes?state=draft')
  const { internalNote } = await service.call<{ internalNote: string }>('GET', `/quotes/${draft!.id}`)
  expect(internalNote).toContain(`Repris du devis ${number}, fichier intact`)
})

test('a file that was changed is told, shown as text, and taken over after a question alone', async ({
  page,
  shell,
  service,
}) => {
  const { file } = await fileOf(service)
  await shell.open()
  await shell.go('/devis')
  // Dropped on the list.
  const text = readFileSync(altered(file), 'utf8')
  const dropped = await page.evaluateHandle(`(() => {
    const data = new DataTransfer()
    data.items.add(new File([${JSON.stringify(text)}], 'devis.comptoir'))
    return data
  })()`)
  for (const type of ['dragenter', 'dragover', 'drop'])
    await page.locator('.page').dispatchEvent(type, { dataTransfer: dropped })
  await expect(
    page.getByRole('heading', { name: 'Ce fichier a été modifié après sa signature' }),
  ).toBeVisible()
  await expect(page.getByText('<b>moins cher</b>')).toBeVisible()
  const told = page.getByRole('alert').filter({ hasText: 'Les montants de ce fichier ne se recoupent pas' })
  const signed = 'Sa signature dit qui les a écrits'
  await expect(told.last()).toContainText('À voir : les totaux.')
  await expect(told.last()).not.toContainText(signed)
  await page.getByRole('button', { name: 'Reprendre aux prix du jour' }).click()
  await page.keyboard.press('Escape')
  expect(await service.call<unknown[]>('GET', '/quotes?state=draft')).toEqual([])
  await page.getByRole('button', { name: 'Reprendre aux prix du jour' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Reprendre malgré tout' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Brouillon')

  // Another one is signed as it is, and contradicts itself.
  await shell.go('/devis')
  await choose(page, 'Ouvrir un fichier…', contradictory(file))
  await expect(told).toContainText(`À voir : les totaux. ${signed}`)
  await page.getByRole('button', { name: 'Reprendre aux prix du client' }).click()
  await expect(shell.toast(/Total TTC du fichier\s: 1,20\s€\s; de ce brouillon\s: \d/)).toBeVisible()
})

for (const [colorScheme, width, height] of [
  ['light', 1280, 720],
  ['dark', 820, 1180],
] as const)
  test.describe(`${colorScheme}, ${width} wide`, () => {
    const hasTouch = width < 1000
    test.use({ colorScheme, hasTouch, viewport: { width, height } })
    test('every kind of file', async ({ page, shell, service }, info) => {
      const { file } = await foreignFile(service)
      const none = join(service.folder, 'x.comptoir')
      writeFileSync(none, 'x')
      await shell.open()
      await shell.go('/devis/fichier')
      let button = 'Choisir un fichier'
      for (const [name, path, heading] of [
        ['another key under this code', file, /par une autre clé/],
        ['altered', altered(file), /modifié après/],
        ['foreign', none, /pas un devis Comptoir/],
      ] as const) {
        await choose(page, button, path)
        await page.getByRole('heading', { name: heading }).waitFor()
        button = 'Ouvrir un autre fichier…'
        await expect.poll(() => seriousFaults(page), { message: name }).toEqual([])
        expect(await danglingReferences(page), name).toEqual([])
        if (hasTouch) expect(await smallTargets(page), name).toEqual([])
        const overflow = () =>
          page.evaluate<number>('document.documentElement.scrollWidth - window.innerWidth')
        expect(await overflow(), name).toBeLessThanOrEqual(0)
        await page.screenshot({ path: info.outputPath(`${name}-${width}.png`), fullPage: true })
      }
      await shell.go('/devis')
      await page.getByRole('button', { name: 'Ouvrir un fichier…' }).waitFor()
      await page.screenshot({ path: info.outputPath(`list-${width}.png`) })
    })
  })

test('in English', async ({ page, shell, service }) => {
  const { file } = await foreignFile(service)
  await shell.open()
  await page.keyboard.press('Control+k')
  await page.keyboard.type('english')
  await page.keyboard.press('Enter')
  await shell.go('/devis')
  await choose(page, 'Open a file…', file)
  await expect(page.getByRole('heading', { name: /Written under the code .+, by another key/ })).toBeVisible()
  await expect(page.getByRole('columnheader', { name: 'Here today excl. tax' })).toBeVisible()
  await expect(page.getByRole('main')).toContainText('discount 7.5%')
})
