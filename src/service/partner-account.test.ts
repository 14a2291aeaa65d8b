import { createHash } from 'node:crypto'
import pino from 'pino'
import { expect, it, onTestFinished } from 'vitest'
import { temporaryFolder } from '../testing/folder.ts'
import { fingerprintKey, tokenKey } from './partner-link.ts'
import { KeyFileBox } from './secrets.ts'
import { Service } from './service.ts'

const URL = 'https://partner.example'
const NAME = 'partner.example'
const TOKEN = 'jeton-secret-7f3a91'

async function shop(folder = temporaryFolder()) {
  const service = await Service.open({ folder, log: pino({ level: 'silent' }) })
  onTestFinished(() => service.close())
  const { store, partners } = service
  return {
    ...{ folder, service, store, partners },
    /** @returns the account that orders are sent and looked up by */
    async set(token: string, url = URL): Promise<string> {
      return (await partners.keep({ name: NAME, url, token })).link.client!.account
    },
  }
}

it('the same token at the same address is the same account, also after the partner was taken away', async () => {
  const { set, partners } = await shop()
  const account = await set(TOKEN)
  await partners.remove(NAME)
  expect(await set(TOKEN)).toBe(account)
})

it('so it is where another process takes it away and sets it again', async () => {
  const { folder, set, service, partners } = await shop()
  const account = await set(TOKEN)
  const command = await shop(folder)
  await command.partners.remove(NAME)
  await command.set(TOKEN)
  await service.refresh()
  expect(partners.byName(NAME).link.client?.account).toBe(account)
})

it('so it is where another token, or another address with its own, was set in between', async () => {
  const { set } = await shop()
  const account = await set(TOKEN)
  expect(await set('autre-jeton')).not.toBe(account)
  expect(await set(TOKEN)).toBe(account)
  expect(await set('autre-jeton', 'https://elsewhere.example')).not.toBe(account)
  expect(await set(TOKEN)).toBe(account)
})

it('another token, another address and another folder are other accounts', async () => {
  const accounts = [
    await (await shop()).set(TOKEN),
    await (await shop()).set('autre-jeton'),
    await (await shop()).set(TOKEN, `${URL}/other`),
  ]
  expect(new Set(accounts).size).toBe(accounts.length)
  expect(await (await shop()).set(TOKEN), 'it says nothing of the token to who has not the key').not.toBe(
    accounts[0],
  )
})

it('nothing of a token is kept once the partner is taken away', async () => {
  const { set, store, partners } = await shop()
  await set(TOKEN)
  const { id } = partners.byName(NAME)
  const kept = [tokenKey(id), fingerprintKey(id)]
  const values = kept.map((key) => store.settings.get(key) as string)
  expect(values.join()).not.toContain(TOKEN)
  await partners.remove(NAME)
  expect(kept.map((key) => store.settings.get(key))).toEqual([undefined, undefined])
})

it('a token that was sealed before there were fingerprints keeps its account, also given again', async () => {
  const { folder, set, store, partners } = await shop()
  await set('autre-jeton')
  const { id } = partners.byName(NAME)
  const sealed = new KeyFileBox(folder).seal(TOKEN)
  await store.settings.set(tokenKey(id), sealed)
  await store.settings.delete(fingerprintKey(id))
  await partners.reload()
  const before = createHash('sha256')
    .update(JSON.stringify([URL, sealed]))
    .digest('hex')
    .slice(0, 16)
  expect(partners.byName(NAME).link.client?.account).toBe(before)
  expect(await set(TOKEN)).toBe(before)
})
