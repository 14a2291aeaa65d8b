import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { message } from '../domain/messages.ts'
import { partnerDesk } from '../testing/partner-desk.ts'
import { tokenKey } from './partner-link.ts'
import type { Refusal } from './refusal.ts'

const TOKEN = 'jeton-secret-7f3a91'

describe('one that was taken away is there again where its address is set', () => {
  const URL = 'https://partner.example'
  /** Alpha, then Tmp at the same address; both were taken away. */
  async function twice() {
    const made = await partnerDesk()
    const alpha = (await made.keep(URL, TOKEN, 'Alpha')).id
    const tmp = (await made.keep(URL, TOKEN, 'Tmp')).id
    await made.partners.remove('Tmp')
    await made.partners.remove('Alpha')
    return { ...made, alpha, tmp }
  }

  it('that of its name, however many had the address', async () => {
    const { keep, alpha, tmp } = await twice()
    expect((await keep(URL, TOKEN, 'alpha')).id).toBe(alpha)
    expect((await keep(`${URL}/`, TOKEN, 'Tmp')).id).toBe(tmp)
  })

  it('else, where none ever had ids, the newest of that address, whatever it is called now', async () => {
    const { keep, tmp } = await twice()
    expect(await keep(URL, TOKEN, 'Autre')).toMatchObject({ id: tmp, source: { name: 'Autre' } })
  })

  it('one that has ids before any that never had, and of several the one taken away last', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-11-22T05:00:00Z') })
    onTestFinished(() => void vi.useRealTimers())
    const { keep, partners, store } = await partnerDesk()
    const alpha = (await keep(URL, TOKEN, 'Alpha')).id
    const beta = (await keep(URL, TOKEN, 'Beta')).id
    await keep(URL, TOKEN, 'Tmp')
    for (const id of [alpha, beta]) await store.sources.block(id, 1)
    for (const name of ['Beta', 'Alpha', 'Tmp']) {
      vi.advanceTimersByTime(1_000)
      await partners.remove(name)
    }
    const back = await partners.keep({ name: null, url: URL, token: TOKEN, which: 'new' })
    expect(back.link).toMatchObject({ id: alpha, source: { name: 'Alpha' } })
    // Set again under its name, and taken away: then it is the last.
    await keep(URL, TOKEN, 'Beta')
    for (const name of ['Alpha', 'Beta']) {
      vi.advanceTimersByTime(1_000)
      await partners.remove(name)
    }
    expect((await keep(URL, TOKEN, 'Autre')).id).toBe(beta)
  })

  it('without a name, too: by its own name, and another that is set stays as it is', async () => {
    const { keep, partners, tmp } = await twice()
    const other = (await keep('https://other.example', TOKEN, 'Seul')).source
    expect(await keep(URL, TOKEN)).toMatchObject({ id: tmp, source: { name: 'Tmp' } })
    expect(partners.byName('Seul').link.source).toMatchObject({ url: other.url, removed: false })
  })

  it('without a name, where another is called so by now: after its host', async () => {
    const { keep, partners, tmp } = await twice()
    await keep('https://other.example', TOKEN, 'TMP')
    const back = await partners.keep({ name: null, url: `${URL}/`, token: TOKEN, which: 'new' })
    expect(back.link).toMatchObject({ id: tmp, source: { name: 'partner.example' } })
    expect(await keep(URL, TOKEN)).toMatchObject({ id: tmp, source: { name: 'partner.example' } })
  })
})

describe('a name that reads as another source’s', () => {
  const ELSEWHERE = 'https://elsewhere.example'

  it.each([
    'Nos tarifs',
    'nos  TARIFS',
    'Our tariffs',
    'Own tariffs',
    'Reliure Été',
    'RELIURE ete',
    'ReliureÉté',
    'Reliure\u00a0Été',
  ])('%j is refused to a new one, and to one that is renamed', async (name) => {
    const { keep, partners } = await partnerDesk()
    await keep('https://partner.example', TOKEN, 'Reliure Été')
    await keep('https://other.example', TOKEN, 'Atelier')
    const by = /tarif/i.test(name) ? { own: 1 } : { by: 'Reliure Été' }
    const taken = expect.objectContaining({ code: 'name_taken', params: by })
    const added = { name, url: ELSEWHERE, token: TOKEN, which: 'new' } as const
    await expect(partners.keep(added)).rejects.toThrow(taken)
    const renamed = { url: 'https://other.example', token: null, name: 'Atelier', rename: name }
    await expect(partners.keep(renamed)).rejects.toThrow(taken)
    if (name !== 'Reliure Été') await expect(keep(ELSEWHERE, TOKEN, name)).rejects.toThrow(taken)
    expect(partners.all().map(({ link }) => link.source.name)).toEqual(['Reliure Été', 'Atelier'])
  })

  it('a partner’s own name may be written another way', async () => {
    const { keep, partners } = await partnerDesk()
    await keep('https://partner.example', TOKEN, 'Reliure')
    const { link } = await partners.keep({
      url: 'https://partner.example',
      token: null,
      name: 'Reliure',
      rename: 'RELIURE',
    })
    expect(link.source.name).toBe('RELIURE')
  })

  it('at its own address means that partner, and its name stays as it was', async () => {
    const { keep } = await partnerDesk()
    const { id } = await keep('https://partner.example', TOKEN, 'Bêta')
    expect(await keep('https://partner.example', 'jeton-nouveau', 'beta')).toMatchObject({
      id,
      source: { name: 'Bêta' },
    })
  })

  it('says by which one it is taken', () => {
    expect(message('name_taken', 'fr', { by: 'Bêta' })).toBe('Ce nom est déjà pris par « Bêta ».')
    expect(message('name_taken', 'en', { own: 1 })).toContain('your own tariffs')
    expect(message('name_taken', 'en')).toBe('This name is already taken.')
  })

  it('one that it has from before stays its own', async () => {
    const { keep, partners, store } = await partnerDesk()
    const { id } = await keep('https://partner.example', TOKEN, 'Reliure')
    await keep('https://other.example', TOKEN, 'Atelier')
    store.sqlite.db.prepare('UPDATE sources SET name = ? WHERE id = ?').run('ATELIER', id)
    await store.refresh()
    await partners.reload()
    expect((await keep('https://partner.example', 'jeton-nouveau', 'ATELIER')).id).toBe(id)
  })
})

describe('at once', () => {
  const URL = 'https://partner.example'
  const outcomes = async (made: Promise<unknown>[]) =>
    (await Promise.allSettled(made)).map((one) =>
      one.status === 'fulfilled' ? 'done' : (one.reason as Refusal).code,
    )

  it('two new ones of one name: one is set, the other is refused', async () => {
    const { partners } = await partnerDesk()
    const added = (url: string) => partners.keep({ name: 'Alpha', url, token: TOKEN, which: 'new' })
    expect(await outcomes([added(URL), added('https://other.example')])).toEqual(['done', 'name_taken'])
    expect(partners.all().map(({ link }) => link.url)).toEqual([URL])
  })

  it('one that is taken away while it is changed is not made anew', async () => {
    const { partners, keep } = await partnerDesk()
    await keep(URL, TOKEN, 'Alpha')
    const renamed = { name: 'Alpha', url: URL, token: null, rename: 'Beta', which: 'set' } as const
    expect(await outcomes([partners.remove('Alpha'), partners.keep(renamed)])).toEqual(['done', 'not_found'])
    expect(partners.all()).toEqual([])
  })

  it('one is taken away once', async () => {
    const { partners, keep, store } = await partnerDesk()
    await keep(URL, TOKEN, 'Alpha')
    const before = await store.catalogue.version()
    expect(await outcomes([partners.remove('Alpha'), partners.remove('Alpha')])).toEqual([
      'done',
      'not_found',
    ])
    expect(await store.catalogue.version()).toBe(before + 1)
  })

  it('tokens of several are kept each with its own', async () => {
    const { partners, store, box } = await partnerDesk()
    const names = ['Alpha', 'Beta', 'Gamma']
    await Promise.all(names.map((name) => partners.keep({ name, url: URL, token: `jeton-${name}` })))
    const opened = partners.all().map(({ id }) => box.open(store.settings.get(tokenKey(id)) as string))
    expect(opened).toEqual(names.map((name) => `jeton-${name}`))
  })
})
