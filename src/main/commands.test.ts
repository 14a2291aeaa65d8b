import { expect, test, vi } from 'vitest'
import type { IpcMain } from 'electron'
import { CHANNELS } from '../preload/api.ts'
import { Commands } from './commands.ts'
import { ORIGIN } from './door.ts'

type Heard = (event: object, ...args: unknown[]) => void

function stand() {
  const heard = new Map<string, Heard>()
  const ipc = { on: (channel: string, listener: Heard) => heard.set(channel, listener) } as unknown as IpcMain
  const spoken = vi.fn()
  const commands = new Commands(ipc, spoken)
  const sender = {
    sent: [] as unknown[],
    isDestroyed: () => false,
    send: (...sent: unknown[]) => sender.sent.push(sent),
  }
  const from = (url: string, parent: object | null = null) => ({ sender, senderFrame: { url, parent } })
  const page = (channel: string, event: object = from(`${ORIGIN}/#/devis`), ...args: unknown[]) =>
    heard.get(channel)!(event, ...args)
  return { commands, spoken, sender, from, page, channels: [...heard.keys()] }
}

test('what is asked before the page is there waits for it, and is asked once', () => {
  const { commands, sender, page, channels } = stand()
  commands.ask({ go: 'settings' })
  page(CHANNELS.ready)
  expect(sender.sent).toEqual([[CHANNELS.command, { go: 'settings' }]])
  commands.ask({ quote: 'D-1' })
  expect(sender.sent).toHaveLength(2)
  commands.wait()
  commands.ask({ go: 'about' })
  expect(sender.sent).toHaveLength(2)
  page(CHANNELS.ready)
  expect(sender.sent.at(-1)).toEqual([CHANNELS.command, { go: 'about' }])
  expect(channels).toEqual([CHANNELS.ready, CHANNELS.language])
})

test.each([
  ['another page', (from: (url: string) => object) => from('https://example.com/')],
  ['one that looks like ours', (from: (url: string) => object) => from(`${ORIGIN}.evil.example/`)],
  ['no page', () => ({ senderFrame: null })],
])('%s is not listened to', (_, event) => {
  const { commands, sender, spoken, from, page } = stand()
  commands.ask({ go: 'settings' })
  page(CHANNELS.ready, event(from))
  page(CHANNELS.language, event(from), 'en')
  expect(sender.sent).toEqual([])
  expect(spoken).not.toHaveBeenCalled()
})

test('a frame in the page is not listened to, nor a language that there is not', () => {
  const { sender, spoken, from, page } = stand()
  page(CHANNELS.ready, from(`${ORIGIN}/`, {}))
  for (const locale of ['de', 7, null, { fr: 1 }]) page(CHANNELS.language, undefined, locale)
  expect([sender.sent, spoken.mock.calls]).toEqual([[], []])
  page(CHANNELS.language, undefined, 'en')
  expect(spoken).toHaveBeenCalledWith('en')
})
