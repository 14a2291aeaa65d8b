/** What keeps the window's pages in: each rule against a stand-in of Electron that records what was set. */
import { beforeEach, expect, test, vi } from 'vitest'
import { ORIGIN } from './door.ts'
import { secureWebContents } from './security.ts'

type Listener = (...args: never[]) => unknown

/** What Electron's modules are told. */
const electron = vi.hoisted(() => ({
  created: [] as Listener[],
  opened: [] as string[],
  spelling: true,
  request: undefined as Listener | undefined,
  check: undefined as Listener | undefined,
}))
vi.mock('electron', () => ({
  app: {
    on: (event: string, listener: Listener) =>
      event === 'web-contents-created' && electron.created.push(listener),
  },
  shell: { openExternal: (url: string) => Promise.resolve(void electron.opened.push(url)) },
  session: {
    defaultSession: {
      setSpellCheckerEnabled: (enabled: boolean) => (electron.spelling = enabled),
      setPermissionRequestHandler: (handler: Listener) => (electron.request = handler),
      setPermissionCheckHandler: (handler: Listener) => (electron.check = handler),
    },
  },
}))

beforeEach(() => {
  electron.created.length = 0
  electron.opened.length = 0
  secureWebContents({ sandbox: true })
})

/** New web contents, as Electron makes them for any page, whoever asks for it. */
function contents() {
  const listeners = new Map<string, Listener>()
  let open: Listener | undefined
  const made = {
    setWindowOpenHandler: (handler: Listener) => (open = handler),
    on: (event: string, listener: Listener) => listeners.set(event, listener),
  }
  for (const listener of electron.created) listener({} as never, made as never)
  return {
    open: (url: string) => open!({ url } as never),
    /** Whether an event of the page goes on. */
    goesOn: (event: string, url = '', isMainFrame = true) => {
      const preventDefault = vi.fn()
      listeners.get(event)!({ preventDefault, url, isMainFrame } as never)
      return preventDefault.mock.calls.length === 0
    },
  }
}

test.each([
  ['https://example.com/a', []],
  ['http://example.com/', []],
  ['file:///etc/passwd', []],
  ['javascript:alert(1)', []],
  ['smb://server/share', []],
  ['app://comptoir/', []],
  ['app://comptoir/docs/../', []],
  ['no address', []],
  ['mailto:ada@client.fr?subject=Devis', ['mailto:ada@client.fr?subject=Devis']],
  [`mailto:${'a'.repeat(40_000)}@x.fr`, []],
])('a link to %s opens no window of ours; outside: %j', (url, outside) => {
  expect(contents().open(url)).toEqual({ action: 'deny' })
  expect(electron.opened).toEqual(outside)
})

test('the documentation of the API has a window, as closed as the other one', () => {
  expect(contents().open(`${ORIGIN}/docs/`)).toEqual({
    action: 'allow',
    overrideBrowserWindowOptions: { webPreferences: { sandbox: true } },
  })
})

const PAGES = [
  [`${ORIGIN}/devis/1`, true],
  [`${ORIGIN}.evil.example/`, false],
  ['https://example.com/', false],
  ['about:blank', false],
  ['data:text/html,x', false],
  ['file:///etc/passwd', false],
  ['app://elsewhere/', false],
  ['', false],
] as const
test.each(
  ['will-navigate', 'will-frame-navigate', 'will-redirect'].flatMap((event) =>
    PAGES.map(([url, may]) => [event, url, may] as const),
  ),
)('%s to %s: %s', (event, url, may) => {
  expect(contents().goesOn(event, url)).toBe(may)
  expect(electron.opened).toEqual([])
})

test('an e-mail that is begun opens the system’s program, and the page stays', () => {
  expect(contents().goesOn('will-navigate', 'mailto:ada@client.fr')).toBe(false)
  expect(electron.opened).toEqual(['mailto:ada@client.fr'])
})

test('no frame in a page goes anywhere', () => {
  expect(contents().goesOn('will-frame-navigate', `${ORIGIN}/devis/1`, false)).toBe(false)
})

test('no page holds another', () => {
  expect(contents().goesOn('will-attach-webview')).toBe(false)
})

test.each([
  ['clipboard-sanitized-write', ORIGIN, true],
  ['clipboard-sanitized-write', 'https://example.com', false],
  ['clipboard-sanitized-write', `${ORIGIN}.evil.example`, false],
  ['clipboard-sanitized-write', '', false],
  ['clipboard-read', ORIGIN, false],
  ['media', ORIGIN, false],
  ['geolocation', ORIGIN, false],
  ['notifications', ORIGIN, false],
  ['openExternal', ORIGIN, false],
  ['fileSystem', ORIGIN, false],
])('the permission %s is given to %s, asked for or looked up: %s', (permission, origin, given) => {
  const answer = vi.fn()
  electron.request!(...([{}, permission, answer, { requestingUrl: origin && `${origin}/devis` }] as never[]))
  expect(answer.mock.calls).toEqual([[given]])
  expect(electron.check!(...([null, permission, origin] as never[]))).toBe(given)
})

test('no dictionary is fetched', () => {
  expect(electron.spelling).toBe(false)
})
