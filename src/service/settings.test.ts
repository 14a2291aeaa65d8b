import { expect, it, onTestFinished } from 'vitest'
import { faultMessage } from '../domain/messages.ts'
import { DEFAULT_SETTINGS } from '../domain/settings.ts'
import { SETTING_BOUNDS, type NumberSetting } from '../domain/shared/setting-bounds.ts'
import { Store } from '../store/store.ts'
import { temporaryFolder } from '../testing/folder.ts'
import { Invalid, Refusal } from './refusal.ts'
import { SettingsService } from './settings.ts'

async function store() {
  const opened = await Store.open({ folder: temporaryFolder(), url: null })
  onTestFinished(() => opened.close())
  return opened
}

const thrown = (work: Promise<unknown>): Promise<unknown> => work.catch((error: unknown) => error)

const BOUNDS = Object.entries(SETTING_BOUNDS) as [NumberSetting, { min: number; max: number }][]

it.each(BOUNDS)(
  '%s is taken within its bounds alone, and the fault names them',
  async (key, { min, max }) => {
    const settings = new SettingsService(await store(), {})
    for (const value of [min, max]) expect((await settings.update({ [key]: value }))[key]).toBe(value)
    for (const value of [min - 1, max + 1, min / 2 - 0.001, 2 ** 31, 2 ** 32, 1e308]) {
      const error = await thrown(settings.update({ [key]: value }))
      expect(error, `${value}`).toBeInstanceOf(Invalid)
      const [fault] = (error as Invalid).faults
      expect(fault).toMatchObject({
        path: `/${key}`,
        code: expect.stringMatching(/value_invalid|field_type/),
      })
      expect(fault).toMatchObject({ reason: { code: 'setting_out_of_bounds', params: { min, max } } })
    }
    expect(settings.current[key]).toBe(max)
  },
)

it('every fault is told at its place, those of the VAT table too', async () => {
  const settings = new SettingsService(await store(), {})
  const { vat, vatRegimes } = settings.current
  const regime = vatRegimes[0]!
  const changes = {
    quoteValidityDays: 'x',
    retryMs: 1.5,
    corsOrigins: ['nothing'],
    calendar: {
      region: '',
      cutOff: '24:00',
      closures: [
        { from: '2026-08-03', to: '2026-08-21', reason: '' },
        { from: '2026-08-32', to: '2026-08-21', reason: '' },
        { from: '2026-08-03', to: '2026-08-01', reason: '' },
      ],
    },
    vat: {
      countries: [...vat.countries, 'Belgique', 'Belgqiue'],
      rate: '120',
      elsewhere: 'x',
      exceptions: [
        { postalPrefix: ' ', rate: '0' },
        { postalPrefix: '97', rate: '-1' },
      ],
    },
    vatRegimes: [
      { ...regime, id: 'Ä' },
      { ...regime, id: 'b', name: ` ${regime.name.toUpperCase()}` },
      { ...regime, id: 'b', name: ' ', rate: '100.1' },
      { ...regime, id: 'c', name: 'Sans raison', mention: ' ' },
    ],
  }
  const error = (await thrown(settings.update(changes))) as Invalid
  expect(error.faults.map(({ path }) => path)).toEqual([
    `/vat/countries/${vat.countries.length + 1}`,
    '/vat/rate',
    '/vat/elsewhere',
    '/vat/exceptions/1/rate',
    '/vat/exceptions/0/postalPrefix',
    '/vatRegimes/0/id',
    '/vatRegimes/1/name',
    '/vatRegimes/2/id',
    '/vatRegimes/2/name',
    '/vatRegimes/2/rate',
    '/vatRegimes/3/mention',
    '/quoteValidityDays',
    '/calendar/cutOff',
    '/calendar/closures/1/from',
    '/calendar/closures/2/to',
    '/corsOrigins/0',
    '/retryMs',
  ])
  const said = error.faults.map((fault) => faultMessage(fault, 'fr'))
  expect(said[0]).toContain('Vouliez-vous dire Belgique ?')
  expect(said[1]).toBe('Un nombre de 0 à 100 est attendu.')
  expect(said[11]).toMatch(/^Un nombre entier de 1 à 3\s650 est attendu\.$/)
  expect(settings.current).toEqual(DEFAULT_SETTINGS)
})

it('what is too long, or too much, is told where it stands, with the bound', async () => {
  const settings = new SettingsService(await store(), {})
  const closure = { from: '2026-08-03', to: '2026-08-21', reason: '' }
  const told = async (changes: object) => {
    const error = (await thrown(settings.update(changes))) as Invalid
    return error.faults.map((fault) => `${fault.path} ${faultMessage(fault, 'en')}`)
  }
  const calendar = (closures: object[]) => ({ calendar: { region: '', cutOff: '', closures } })
  const list = (length: number) => Array.from({ length }, () => closure)
  expect(await told(calendar([closure, { ...closure, reason: 'x'.repeat(300) }]))).toEqual([
    '/calendar/closures/1/reason Parameter reason must be a text of 100 characters at most.',
  ])
  expect(await told(calendar(list(500)))).toEqual([
    '/calendar/closures Parameter closures must be a list of 60 items at most.',
  ])
  expect(
    await told({
      synonyms: [
        ['a', ''],
        ['b'.repeat(61), ...Array<string>(30).fill('c')],
      ],
    }),
  ).toEqual([
    '/synonyms/0/1 Parameter synonyms must be a text of 1 character(s) at least.',
    '/synonyms/1 Parameter synonyms must be a list of 30 items at most.',
    '/synonyms/1/0 Parameter synonyms must be a text of 60 characters at most.',
  ])
  expect(await told({ synonyms: Array(501).fill(['a']) })).toEqual([
    '/synonyms Parameter synonyms must be a list of 500 items at most.',
  ])
  expect(await told({ corsOrigins: Array(101).fill('https://a.example') })).toEqual([
    '/corsOrigins Parameter corsOrigins must be a list of 100 items at most.',
  ])
  expect(await told({ corsOrigins: [`https://${'a'.repeat(300)}.example`] })).toMatchObject([
    expect.stringMatching(/^\/corsOrigins\/0 /),
  ])
  expect(settings.current).toEqual(DEFAULT_SETTINGS)
})

it('a country that was in the VAT table already may stay', async () => {
  const db = await store()
  const vat = { ...DEFAULT_SETTINGS.vat, countries: ['', 'Pays de Cocagne'] }
  await db.settings.set('settings', { vat })
  const changed = await new SettingsService(db, {}).update({ vat: { ...vat, rate: '19' } })
  expect(changed.vat.rate).toBe('19')
})

it('has timers in its bounds that a timer can count', () => {
  for (const key of ['upstreamTimeoutMs', 'settleMs', 'retryMs'] as const) {
    // The status of orders is followed at ten times the distance of two tries.
    expect(SETTING_BOUNDS[key].max * 20).toBeLessThan(2 ** 31)
  }
})

it.each([
  ['COMPTOIR_UPSTREAM_RATE', '0.5', 'upstreamRatePerSecond', 0.5],
  ['COMPTOIR_UPSTREAM_TIMEOUT_MS', ' 2000 ', 'upstreamTimeoutMs', 2000],
  ['COMPTOIR_SETTLE_MS', '0', 'settleMs', 0],
  ['COMPTOIR_RETRY_MS', '', 'retryMs', DEFAULT_SETTINGS.retryMs],
] as const)('%s=%j overrides its setting for one run', async (variable, text, key, value) => {
  expect(new SettingsService(await store(), { [variable]: text }).current[key]).toBe(value)
})

it.each([
  ['COMPTOIR_RETRY_MS', '1e400'],
  ['COMPTOIR_RETRY_MS', '9'],
  ['COMPTOIR_RETRY_MS', '0x1000'],
  ['COMPTOIR_RETRY_MS', '100.5'],
  ['COMPTOIR_RETRY_MS', 'Infinity'],
  ['COMPTOIR_UPSTREAM_TIMEOUT_MS', `${2 ** 31}`],
  ['COMPTOIR_UPSTREAM_TIMEOUT_MS', `${2 ** 32}`],
  ['COMPTOIR_UPSTREAM_TIMEOUT_MS', '-1'],
  ['COMPTOIR_UPSTREAM_RATE', '0'],
  ['COMPTOIR_UPSTREAM_RATE', '0.0000001'],
  ['COMPTOIR_UPSTREAM_RATE', '1e9'],
  ['COMPTOIR_SETTLE_MS', '1'.repeat(400)],
  ['COMPTOIR_SETTLE_MS', 'NaN'],
])('%s=%s refuses the start, in one line that names the bounds', async (variable, text) => {
  const opened = await store()
  const start = () => new SettingsService(opened, { [variable]: text })
  const error = await thrown(Promise.resolve().then(start))
  expect(error).toBeInstanceOf(Refusal)
  expect((error as Refusal).code).toBe('variable_invalid')
  expect((error as Refusal).message).toMatch(
    new RegExp(`^${variable} must be a number from [\\d.]+ to \\d+, not`),
  )
  expect((error as Refusal).message.length).toBeLessThan(200)
})

it('of stored settings that cannot be, the others stay as they were set', async () => {
  const db = await store()
  const { vat, markUps } = DEFAULT_SETTINGS
  await db.settings.set('settings', {
    ...{ vat, markUps },
    upstreamTimeoutMs: 2 ** 31,
    quoteValidityDays: 12,
    calendar: { closed: 'x' },
    other: 1,
  })
  expect(new SettingsService(db, {}).current).toEqual({ ...DEFAULT_SETTINGS, quoteValidityDays: 12 })
})

it.each([
  ['settings', 'no settings at all'],
  ['settings', null],
  ['settings', {}],
  ['settings', []],
  ['settings', { other: 1 }],
  ['settings.markUps', { markUps: null }],
  ['settings.markUps', { markUps: {} }],
  ['settings.markUps', { markUps: { general: { percent: 'zzz', rounding: 'cent' }, items: [] } }],
  ['settings.markUps', { markUps: { general: { percent: '-100', rounding: 'cent' }, items: [] } }],
  ['settings.markUps', { vat: DEFAULT_SETTINGS.vat, vatRegimes: [] }],
  ['settings.markUps', { calendar: DEFAULT_SETTINGS.calendar }],
  ['settings.vat', { markUps: DEFAULT_SETTINGS.markUps, synonyms: [] }],
  ['settings.vat', { vat: null }],
  ['settings.vat', { vat: { ...DEFAULT_SETTINGS.vat, rate: 'zzz' } }],
  ['settings.vat', { vat: { ...DEFAULT_SETTINGS.vat, rate: '-8.5' } }],
  ['settings.markUps', { quoteValidityDays: 12, markUps: { general: { percent: '5' }, items: [] } }],
])('%s that nothing of ours wrote makes no price: it is refused in words (%j)', async (name, stored) => {
  const db = await store()
  const running = new SettingsService(db, {})
  await db.settings.set('settings', stored)
  const params = expect.objectContaining({ name }) as object
  const refused = { code: 'value_damaged', params }
  expect(() => new SettingsService(db, {})).toThrow(expect.objectContaining(refused))
  await expect(running.update({ quoteValidityDays: 3 })).rejects.toMatchObject(refused)
  expect(db.settings.get('settings')).toEqual(stored)
})
