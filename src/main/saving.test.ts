/** What the system's dialog is told of a document that is saved, and what is told where it could not be. */
import { beforeEach, expect, test, vi } from 'vitest'
import { stand, type Stand } from '../testing/desktop.ts'
import { ORIGIN } from './door.ts'
import { askWhereToSave } from './saving.ts'

const told = vi.hoisted(() => ({ current: null as unknown }))
const now = () => told.current as Stand
vi.mock('electron', async () => {
  const { electronOf } = await import('../testing/desktop.ts')
  return electronOf(() => told.current as Stand)
})

beforeEach(() => {
  told.current = stand()
  askWhereToSave(() => 'fr')
})

/** A document of this address that the page gives: what its dialog is told, whether it is refused, and how it ends. */
function saved(url: string, name: string) {
  const made = {
    options: null as object | null,
    refused: false,
    end: (_state: 'completed' | 'cancelled' | 'interrupted'): unknown => undefined,
  }
  const item = {
    getURL: () => url,
    getFilename: () => name,
    getSavePath: () => `/home/ana/${name}`,
    setSaveDialogOptions: (options: object) => (made.options = options),
    once: (_event: string, listener: (event: object, state: string) => void) =>
      (made.end = (state) => listener({}, state)),
  }
  now().session.emit('will-download', { preventDefault: () => (made.refused = true) }, item)
  return made
}

test.each([`blob:${ORIGIN}/0b1c`, `${ORIGIN}/api/backups/1`])(
  'a document of ours is asked about by its name: %s',
  (url) => {
    const made = saved(url, 'D2026-0001.pdf')
    expect(made.refused).toBe(false)
    expect(made.options).toEqual({
      title: 'Enregistrer D2026-0001.pdf',
      filters: [{ name: 'PDF', extensions: ['pdf'] }],
    })
  },
)

test('one without an extension may have any', () => {
  expect(saved(`blob:${ORIGIN}/1`, 'README').options).toEqual({ title: 'Enregistrer README' })
})

test.each([
  'https://example.com/a.pdf',
  'blob:https://example.com/1',
  `${ORIGIN}.example/a`,
  'file:///etc/passwd',
])('nothing from elsewhere is saved: %s', (url) => {
  const made = saved(url, 'a.pdf')
  expect(made).toMatchObject({ refused: true, options: null })
})

test('what could not be written is told with its place; what was given up on is not', () => {
  saved(`blob:${ORIGIN}/1`, 'D2026-0001.pdf').end('cancelled')
  saved(`blob:${ORIGIN}/1`, 'D2026-0001.pdf').end('completed')
  expect(now().boxes).toEqual([])
  saved(`blob:${ORIGIN}/1`, 'D2026-0001.pdf').end('interrupted')
  expect(now().boxes).toEqual([
    {
      message: 'D2026-0001.pdf n’a pas pu être enregistré',
      detail: expect.stringContaining('/home/ana/D2026-0001.pdf'),
    },
  ])
})
