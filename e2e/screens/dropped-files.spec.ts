/** Files that are dropped anywhere on the window. */
import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { DEMO_BUNDLE } from './service.ts'

/** Drops a file on the page, as a hand does. @returns whether the page took it */
async function drop(page: Page, name: string, text: string) {
  const data = await page.evaluateHandle(`(() => {
    const data = new DataTransfer()
    data.items.add(new File([${JSON.stringify(text)}], ${JSON.stringify(name)}))
    return data
  })()`)
  for (const kind of ['dragover', 'drop'])
    await page.dispatchEvent('main', kind, { dataTransfer: data, bubbles: true, cancelable: true })
}

test('a quote, tariffs and what is neither, from any screen', async ({ page, shell, service }) => {
  const { id } = await service.call<{ id: number }>('POST', '/quotes', {
    lines: [{ area: 'free', text: 'Pose', quantity: 1, unitCents: 100 }],
    name: 'Ada',
  })
  await service.call('PUT', `/quotes/${id}/state`, { state: 'sent' })
  const file = JSON.stringify(await service.call('GET', `/quotes/${id}/file`))
  await shell.open()
  await drop(page, 'D-1.comptoir', file)
  await expect(page.getByRole('main')).toContainText('D-1.comptoir')
  await shell.go('/commandes')
  await drop(page, 'notes.txt', 'notes')
  await expect(shell.toast('notes.txt ne s’ouvre pas ici')).toBeVisible()
  await expect(page).toHaveURL(/commandes/)
  const csv = await page.evaluate(`fetch('/api/tariffs/workbook?format=csv').then((answer) => answer.text())`)
  await drop(page, 'tarifs.csv', csv as string)
  await expect(page.getByRole('region', { name: 'Ce que le classeur change' })).toContainText(
    'ne change rien',
  )
  await shell.go('/commandes')
  await drop(page, 'catalogue.json', await readFile(DEMO_BUNDLE, 'utf8'))
  await expect(page.getByRole('region', { name: 'Ce que le fichier change' })).toContainText('catalogue.json')
  await shell.go('/commandes')
  await drop(page, 'copie.db', 'no backup')
  await expect(page.getByRole('alert')).toContainText('copie.db n’est pas une sauvegarde de Comptoir')
  await expect(page).toHaveURL(/sauvegardes/)
})
