/** The menu: the roles that every application has, and the few things that are done from anywhere. */
import type { MenuItemConstructorOptions } from 'electron'
import type { Locale } from '../domain/messages.ts'
import type { DesktopCommand } from '../preload/api.ts'
import { wordsIn } from './words.ts'

/** What the menu asks for. */
export interface MenuActions {
  readonly ask: (command: DesktopCommand) => void
  readonly print: () => void
}

export function menuTemplate(
  locale: Locale,
  platform: NodeJS.Platform,
  { ask, print }: MenuActions,
): MenuItemConstructorOptions[] {
  const w = wordsIn(locale)
  const mac = platform === 'darwin'
  const separator = { type: 'separator' } as const
  const settings = {
    label: w.settings,
    accelerator: 'CmdOrCtrl+,',
    click: () => ask({ go: 'settings' }),
  }
  const about = { label: w.about, click: () => ask({ go: 'about' }) }
  return [
    ...(mac
      ? [
          {
            label: 'Comptoir',
            submenu: [
              about,
              separator,
              settings,
              separator,
              { role: 'hide' } as const,
              { role: 'hideOthers' } as const,
              separator,
              { role: 'quit', label: w.quit } as const,
            ],
          },
        ]
      : []),
    {
      label: w.file,
      submenu: [
        { label: w.newQuote, accelerator: 'CmdOrCtrl+N', click: () => ask({ go: 'new-quote' }) },
        { label: w.openQuote, accelerator: 'CmdOrCtrl+O', click: () => ask({ go: 'open-file' }) },
        { label: w.importTariffs, click: () => ask({ go: 'import' }) },
        separator,
        { label: w.print, accelerator: 'CmdOrCtrl+P', click: print },
        ...(mac ? [] : [separator, settings, separator, { role: 'quit', label: w.quit } as const]),
      ],
    },
    {
      label: w.edit,
      submenu: [
        { role: 'undo', label: w.undo },
        { role: 'redo', label: w.redo },
        separator,
        { role: 'cut', label: w.cut },
        { role: 'copy', label: w.copy },
        { role: 'paste', label: w.paste },
        { role: 'selectAll', label: w.selectAll },
      ],
    },
    {
      label: w.view,
      submenu: [
        { role: 'resetZoom', label: w.resetZoom },
        { role: 'zoomIn', label: w.zoomIn },
        { role: 'zoomOut', label: w.zoomOut },
        separator,
        { role: 'togglefullscreen', label: w.fullScreen },
      ],
    },
    {
      label: w.window,
      submenu: [
        { role: 'minimize', label: w.minimize },
        { role: 'close', label: w.close },
      ],
    },
    {
      label: w.help,
      submenu: [{ label: w.keys, click: () => ask({ go: 'keys' }) }, ...(mac ? [] : [about])],
    },
  ]
}
