/** Settings › About: the diagnostic, one file without a customer in it. */
import { readFileSync } from 'node:fs'
import { strFromU8, unzipSync } from 'fflate'
import { seriousFaultsInBothThemes } from './axe.ts'
import { expect, test } from './fixtures.ts'

for (const [language, words] of [
  [
    'fr',
    {
      title: 'Diagnostic',
      make: 'Exporter le diagnostic',
      done: 'Le diagnostic est fait',
      readme: 'LISEZMOI.txt',
    },
  ],
  [
    'en',
    {
      title: 'Diagnostics',
      make: 'Export diagnostics',
      done: 'The diagnostics are made',
      readme: 'README.txt',
    },
  ],
] as const)
  test(`is exported by the keyboard, in ${language}`, async ({ page, shell, service }) => {
    await service.call('POST', '/companies', { name: 'Zorglub et fils', email: 'zorglub@client.example' })
    await page.addInitScript(
      `localStorage.setItem('comptoir.preferences', JSON.stringify({ locale: '${language}' }))`,
    )
    await shell.open()
    await shell.go('/reglages/a-propos')
    const part = page.getByRole('region', { name: words.title, exact: true })
    await expect(part).toBeVisible()
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      part.getByRole('button', { name: words.make }).press('Enter'),
    ])
    expect(download.suggestedFilename()).toMatch(/^comptoir-diagnostics?-\d{4}-\d\d-\d\d\.zip$/)
    await expect(shell.toast(words.done)).toBeVisible()
    await expect(part.getByRole('button', { name: words.make })).toBeEnabled()
    const files = Object.entries(unzipSync(readFileSync(await download.path())))
    expect(files.map(([name]) => name)).toEqual(
      expect.arrayContaining([words.readme, 'store.json', 'checks.json']),
    )
    for (const [name, bytes] of files) expect(strFromU8(bytes).toLowerCase(), name).not.toContain('zorglub')
    await expect.poll(() => seriousFaultsInBothThemes(page)).toEqual([])
  })

test('who may not change settings exports none', async ({ page, shell, people }) => {
  await people.set()
  await people.enter('Zoé Martin')
  await shell.go('/reglages/a-propos')
  await expect(page.getByText('Version', { exact: true })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Exporter le diagnostic' })).toHaveCount(0)
})
