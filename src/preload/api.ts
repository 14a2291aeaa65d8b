/** A screen, or a thing of every screen, that the menu goes to. */
export type DesktopPlace = 'new-quote' | 'open-file' | 'import' | 'settings' | 'about' | 'keys' | 'outbox'

/** What the menu, a file or a link asks the screens for. */
export type DesktopCommand =
  | { readonly go: DesktopPlace }
  | { readonly quote: string }
  /** a file that the system opened with the application */
  | { readonly file: { readonly name: string; readonly bytes: Uint8Array<ArrayBuffer> } }
  /** one that could not be read, and why */
  | { readonly unread: { readonly name: string; readonly why: string } }

/** What the desktop application alone gives the screens; absent in a browser. */
export interface DesktopApi {
  /** the operating system, for the names of keys */
  readonly platform: string
  /** Hears what is asked for, from before the screens were there, too. */
  readonly onCommand: (listener: (command: DesktopCommand) => void) => void
  /** The menu and the system's dialogs speak the language of the screens. */
  readonly setLanguage: (locale: 'fr' | 'en') => void
}

/** Between the two sides of the door: the only messages that there are. */
export const CHANNELS = {
  command: 'comptoir:command',
  ready: 'comptoir:ready',
  language: 'comptoir:language',
} as const
