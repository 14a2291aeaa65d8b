/** Quotes by e-mail: the server set and tried, a quote sent, and what became of it. */
import type { AddressInfo, Socket } from 'node:net'
import { SMTPServer } from 'smtp-server'
import { seriousFaultsInBothThemes } from './axe.ts'
import { expect, test } from './fixtures.ts'
import { savedQuote } from './pages/quote.ts'

/** What is cut of a connection; the library closes one only with a farewell. */
interface Cut {
  readonly _socket: Socket
}

/** @param refused what it says to recipients for as long as it refuses them; whether it is cut off before it confirms */
async function smtp(refused: { says: string | null; cut?: boolean }) {
  const taken: string[] = []
  const server = new SMTPServer({
    ...{ authOptional: true, disabledCommands: ['STARTTLS'], disableReverseLookup: true, logger: false },
    onRcptTo: (_to, _session, done) =>
      done(refused.says ? Object.assign(new Error(refused.says), { responseCode: 450 }) : null),
    onData(stream, _session, done) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        taken.push(Buffer.concat(chunks).toString())
        if (refused.cut) for (const { _socket: socket } of server.connections as Set<Cut>) socket.destroy()
        else done()
      })
    },
  })
  server.on('error', () => undefined)
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  const { port } = server.server.address() as AddressInfo
  return { taken, port: String(port), stop: () => new Promise<void>((done) => void server.close(done)) }
}

test('a server is set and tried; a quote goes from here, once, and its page says so', async ({
  page,
  shell,
  service,
}) => {
  const refused: { says: string | null } = { says: null }
  const server = await smtp(refused)
  await shell.open()
  await shell.go('/reglages/documents')
  const form = page.getByRole('region', { name: 'Envoi des e-mails' })
  await form.getByLabel('Chiffrement').selectOption('none')
  await expect(form.getByLabel('Port')).toHaveValue('25')
  await form.getByLabel('Serveur (SMTP)').fill('https://127.0.0.1')
  await form.getByLabel('Adresse d’expéditeur').fill('devis')
  await form.getByRole('button', { name: 'Enregistrer le serveur' }).press('Enter')
  await expect(form.getByText('sans « https:// »')).toBeVisible()
  await expect(form.getByText('nom@domaine.fr')).toBeVisible()
  await form.getByLabel('Serveur (SMTP)').fill('127.0.0.1')
  await form.getByLabel('Port').fill(server.port)
  await form.getByLabel('Adresse d’expéditeur').fill('devis@atelier.fr')
  await form.getByRole('button', { name: 'Enregistrer le serveur' }).press('Enter')
  await form.getByLabel('Adresse pour l’essai').fill('ada@atelier.fr')
  await form.getByRole('button', { name: 'Envoyer un essai' }).click()
  await expect(form.getByText('E-mail d’essai remis au serveur')).toBeVisible()
  await expect.poll(() => seriousFaultsInBothThemes(page)).toEqual([])
  expect(server.taken).toHaveLength(1)

  const id = await savedQuote(service)
  await service.call('PUT', `/quotes/${id}/state`, { state: 'sent' })
  await shell.go(`/devis/${id}`)
  await page.locator('#sent').getByRole('button', { name: 'E-mail', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Envoyer le devis par e-mail' })
  await dialog.getByLabel('À', { exact: true }).fill('client')
  await dialog.getByRole('button', { name: 'Envoyer' }).press('Enter')
  await expect(dialog.getByText('nom@domaine.fr')).toBeVisible()
  await expect(dialog.getByLabel('À', { exact: true })).toBeFocused()
  await dialog.getByLabel('À', { exact: true }).fill('client@exemple.fr')
  await expect.poll(() => seriousFaultsInBothThemes(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Envoyer' }).dblclick()
  await expect(dialog).toBeHidden()
  const mails = page.getByRole('list', { name: 'E-mails de ce devis' })
  await expect(mails.getByRole('listitem')).toHaveCount(1)
  await expect(mails).toContainText('client@exemple.fr · parti le')
  expect(server.taken).toHaveLength(2)

  refused.says = 'boîte pleine'
  await page.locator('#sent').getByRole('button', { name: 'E-mail', exact: true }).click()
  await dialog.getByLabel('À', { exact: true }).fill('plein@exemple.fr')
  await dialog.getByRole('button', { name: 'Envoyer' }).click()
  const waiting = mails.getByRole('listitem').filter({ hasText: 'plein@exemple.fr' })
  await expect(waiting).toContainText('boîte pleine')
  await expect(waiting).toContainText('nouvel essai')
  await expect.poll(() => seriousFaultsInBothThemes(page)).toEqual([])
  refused.says = null
  await waiting.getByRole('button', { name: 'Réessayer' }).click()
  await expect(waiting).toContainText('parti le')
  expect(server.taken).toHaveLength(3)
  await server.stop()
})

test('an e-mail that may have arrived is sent again once that was asked', async ({
  page,
  shell,
  service,
}) => {
  const refused = { says: null, cut: true }
  const server = await smtp(refused)
  await service.call('PUT', '/mail', {
    ...{ host: '127.0.0.1', port: Number(server.port), security: 'none', user: '' },
    ...{ from: 'devis@atelier.fr', fromName: '' },
  })
  const id = await savedQuote(service)
  await service.call('PUT', `/quotes/${id}/state`, { state: 'sent' })
  await shell.open()
  await shell.go(`/devis/${id}`)
  await page.locator('#sent').getByRole('button', { name: 'E-mail', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Envoyer le devis par e-mail' })
  await dialog.getByLabel('À', { exact: true }).fill('client@exemple.fr')
  await dialog.getByRole('button', { name: 'Envoyer' }).click()
  const mail = page.getByRole('list', { name: 'E-mails de ce devis' }).getByRole('listitem')
  await mail.getByRole('button', { name: 'Renvoyer' }).click()
  refused.cut = false
  const sure = page.getByRole('dialog', { name: 'Renvoyer cet e-mail' })
  await sure.getByRole('button', { name: 'Renvoyer' }).click()
  await expect(mail).toContainText('parti le')
  expect(server.taken).toHaveLength(2)
  await server.stop()
})
