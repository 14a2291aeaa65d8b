/**
 * Stands in for Electron's modules where the desktop application's own start is measured under plain Node: nothing is
 * shown. SIGTERM quits it, as it does there.
 */
import { EventEmitter } from 'node:events'

class Application extends EventEmitter {
  readonly name = 'Comptoir'
  readonly isPackaged = false
  enableSandbox(): void {}
  setPath(): void {}
  getPath = () => process.env['XDG_CONFIG_HOME'] ?? '.'
  getPreferredSystemLanguages = () => ['fr-FR']
  requestSingleInstanceLock = () => true
  setBadgeCount = () => true
  whenReady = () => Promise.resolve()
  exit(code: number): void {
    process.exit(code)
  }
  quit(): void {
    let isHeld = false
    this.emit('will-quit', { preventDefault: () => (isHeld = true) })
    if (!isHeld) process.exit(0)
  }
}

export const app = new Application()
process.on('SIGTERM', () => app.quit())
// A desktop application goes on without anything to do.
setInterval(() => undefined, 2 ** 30)

export const ipcMain = new EventEmitter()
export class BrowserWindow extends EventEmitter {
  readonly webContents = new EventEmitter()
  loadURL = () => Promise.resolve()
}
export const dialog = {}
export const shell = {}
export const screen = { getAllDisplays: () => [{ workArea: { x: 0, y: 0, width: 1920, height: 1040 } }] }
export const Menu = {
  buildFromTemplate: (template: unknown) => template,
  setApplicationMenu: () => undefined,
}
export const protocol = { registerSchemesAsPrivileged: () => undefined, handle: () => undefined }
export const session = {
  defaultSession: Object.assign(new EventEmitter(), {
    setSpellCheckerEnabled: () => undefined,
    setPermissionRequestHandler: () => undefined,
    setPermissionCheckHandler: () => undefined,
  }),
}
export const safeStorage = { isEncryptionAvailable: () => false }
export class Tray extends EventEmitter {}
export const Notification = { isSupported: () => false }
