import { homedir } from 'node:os'
import { join } from 'node:path'
import type { Environment } from './settings.ts'

export { makeFolder } from '../store/folder.ts'

const NAME = 'comptoir'

/** Where this platform keeps an application's data: the same folder for the desktop application and the command line. */
export function applicationFolder(
  environment: Environment,
  platform: NodeJS.Platform = process.platform,
): string {
  switch (platform) {
    case 'win32':
      return join(environment['APPDATA'] ?? join(homedir(), 'AppData', 'Roaming'), NAME)
    case 'darwin':
      return join(homedir(), 'Library', 'Application Support', NAME)
    default:
      return join(environment['XDG_CONFIG_HOME'] || join(homedir(), '.config'), NAME)
  }
}

/** The store's own folder inside it, apart from what the browser engine writes there. */
export function defaultDataFolder(environment: Environment, platform?: NodeJS.Platform): string {
  return join(applicationFolder(environment, platform), 'data')
}
