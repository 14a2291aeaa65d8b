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
  secureWebContents()
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
    goesOn: (event: string, url?: string) => {
      const preventDefault = vi.fn()
      listeners.get(event)!({ preventDefault } as never, url as never)
      return preventDefault.mock.calls.length === 0
    },
  }
}

test.each([
  ['https://example.com/a', ['https://example.com/a']],
  ['http://example.com/', []],
  ['file:///etc/passwd', []],
  ['javascript:alert(1)', []],
  ['smb://server/share', []],
  ['app://comptoir/', []],
  ['no address', []],
])('a link to %s opens no window of ours; outside: %j', (url, outside) => {
  expect(contents().open(url)).toEqual({ action: 'deny' })
  expect(electron.opened).toEqual(outside)
})

test.each([
  [`${ORIGIN}/devis/1`, true],
  [`${ORIGIN}.evil.example/`, false],
  ['https://example.com/', false],
  ['file:///etc/passwd', false],
  ['app://elsewhere/', false],
  ['', false],
])('a page may go to %s: %s', (url, may) => {
  expect(contents().goesOn('will-navigate', url)).toBe(may)
})

test('no page holds another', () => {
  expect(contents().goesOn('will-attach-webview')).toBe(false)
})

test.each([
  ['clipboard-sanitized-write', true],
  ['clipboard-read', false],
  ['media', false],
  ['geolocation', false],
  ['notifications', false],
  ['openExternal', false],
  ['fileSystem', false],
])('the permission %s is given, asked for or looked up: %s', (permission, given) => {
  const answer = vi.fn()
  electron.request!({} as never, permission as never, answer as never)
  expect(answer.mock.calls).toEqual([[given]])
  expect(electron.check!({} as never, permission as never)).toBe(given)
})

test('no dictionary is fetched', () => {
  expect(electron.spelling).toBe(false)
})
