/** A machine that nobody told where it stands tells the shop's time; one that knows tells its own. */
import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { zoneInPlace } from './shop-clock.ts'

test.each([
  [undefined, 'UTC', 'Europe/Paris'],
  ['', 'Etc/UTC', 'Europe/Paris'],
  ['UTC', 'UTC', null],
  [undefined, 'Indian/Reunion', null],
  ['Europe/London', 'Europe/London', null],
])('where TZ is %s and the machine stands in %s', (set, machine, zone) => {
  expect(zoneInPlace(set, machine)).toBe(zone)
})

test('every time of the program is told by it', () => {
  const clock = JSON.stringify(fileURLToPath(new URL('./shop-clock.ts', import.meta.url)))
  const script = `const { goByShopClock } = await import(${clock}); new Date().getHours(); goByShopClock()
    const at = new Date('2026-07-01T10:00:00Z')
    console.log(at.getHours(), new Intl.DateTimeFormat('fr-FR', { timeStyle: 'short' }).format(at))`
  const told = (TZ: string) =>
    spawnSync(process.execPath, ['--input-type=module', '-e', script], {
      env: { ...process.env, TZ },
      encoding: 'utf8',
    }).stdout.trim()
  expect(told('')).toBe('12 12:00')
  expect(told('UTC')).toBe('10 10:00')
})
