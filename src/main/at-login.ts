/** Starting when the machine's user signs in: the system is told, or on Linux its folder of such programs. */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'
import type { App } from 'electron'

/** Told to a start by the system, at sign-in: with an icon in the notification area it shows no window by itself. */
export const AT_LOGIN = '--at-login'

export interface LoginStart {
  readonly app: Pick<App, 'setLoginItemSettings' | 'isPackaged' | 'getAppPath'>
  readonly platform: NodeJS.Platform
  readonly environment: NodeJS.ProcessEnv
  /** of the running program */
  readonly program: string
  /** the data folder that is opened */
  readonly folder: string
}

/** @throws Error of the file system, on Linux */
export function startAtLogin(on: boolean, start: LoginStart): void {
  const { app, platform, environment, program, folder } = start
  const args = [...(app.isPackaged ? [] : [app.getAppPath()]), '--data', folder, AT_LOGIN]
  if (platform === 'linux') {
    const file = autostartFile(environment)
    if (!on) return rmSync(file, { force: true })
    mkdirSync(dirname(file), { recursive: true })
    // An AppImage runs from a place that is another at each start.
    writeFileSync(file, desktopEntry([environment['APPIMAGE'] ?? program, ...args]))
    return
  }
  // Windows takes the arguments as one line; macOS takes none, and opens the application's own folder.
  app.setLoginItemSettings({ openAtLogin: on, args: args.map((arg) => (/\s/.test(arg) ? `"${arg}"` : arg)) })
}

const autostartFile = (environment: NodeJS.ProcessEnv) =>
  join(environment['XDG_CONFIG_HOME'] || join(homedir(), '.config'), 'autostart', 'comptoir.desktop')

/** As the desktop entry specification writes a program: each argument quoted, `%` doubled. */
function desktopEntry(command: readonly string[]): string {
  const quoted = command.map(
    (part) =>
      `"${part
        .replace(/[\\"`$]/g, '\\$&')
        .replaceAll('\\', '\\\\')
        .replaceAll('\n', '\\n')
        .replaceAll('%', '%%')}"`,
  )
  return ['[Desktop Entry]', 'Type=Application', 'Name=Comptoir', `Exec=${quoted.join(' ')}`, ''].join('\n')
}
