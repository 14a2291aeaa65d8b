import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../testing/folder.ts'
import { startAtLogin, type LoginStart } from './at-login.ts'

const start = (platform: NodeJS.Platform, facts: Partial<LoginStart> = {}) => {
  const told: unknown[] = []
  const app = {
    isPackaged: true,
    getAppPath: () => '/src/comptoir',
    setLoginItemSettings: (settings: object) => void told.push(settings),
  }
  const environment = { XDG_CONFIG_HOME: temporaryFolder() }
  const made = { app, platform, environment, program: '/opt/comptoir', folder: '/data', ...facts }
  return { told, made, file: join(environment.XDG_CONFIG_HOME, 'autostart', 'comptoir.desktop') }
}

test('Windows and macOS are told, with the folder, and told again to forget it', () => {
  const { told, made } = start('win32', { folder: 'C:\\Mes données' })
  startAtLogin(true, made)
  startAtLogin(false, made)
  const args = ['--data', '"C:\\Mes données"', '--at-login']
  expect(told).toEqual([
    { openAtLogin: true, args },
    { openAtLogin: false, args },
  ])
})

test.skipIf(process.platform === 'win32')(
  'on Linux a file says so, whatever the folder is called, and is gone again',
  () => {
    const folder = '/data/a "b" $HOME `id` %f \\'
    const { made, file } = start('linux', { folder })
    startAtLogin(true, made)
    const exec = /^Exec=(.*)$/m.exec(readFileSync(file, 'utf8'))![1]!
    // As the specification reads it: escapes of the text, then those of quoted arguments, then the codes.
    const quoted = exec.replaceAll('\\\\', '\\')
    const args = execFileSync('sh', ['-c', `printf '%s\\n' ${quoted.replaceAll('%%', '%')}`], {
      encoding: 'utf8',
    })
    expect(args).toBe(`/opt/comptoir\n--data\n${folder}\n--at-login\n`)
    startAtLogin(false, made)
    expect(existsSync(file)).toBe(false)
    startAtLogin(false, made)
  },
)

test('an AppImage starts from where it lies, a checkout with its folder', () => {
  const { made, file } = start('linux')
  startAtLogin(true, {
    ...made,
    environment: { ...made.environment, APPIMAGE: '/home/ada/Comptoir.AppImage' },
  })
  expect(readFileSync(file, 'utf8')).toContain('Exec="/home/ada/Comptoir.AppImage" "--data"')
  startAtLogin(true, { ...made, app: { ...made.app, isPackaged: false } })
  expect(readFileSync(file, 'utf8')).toContain('Exec="/opt/comptoir" "/src/comptoir" "--data"')
})
