/** `comptoir doctor --export`: the diagnostic as a file. */
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { strFromU8, unzipSync } from 'fflate'
import { describe, expect, test } from 'vitest'
import { runHere as cli } from '../testing/command-line.ts'
import { temporaryFolder } from '../testing/folder.ts'
import { loaded, oneLine } from '../testing/loaded-folder.ts'
import type { Loose } from '../testing/shop.ts'

describe('doctor --export', () => {
  const textsOf = (file: string) =>
    Object.values(unzipSync(readFileSync(file)))
      .map((bytes) => strFromU8(bytes))
      .join()

  const read = (file: string) => {
    const files = unzipSync(readFileSync(file))
    return (name: string) => strFromU8(files[name] ?? new Uint8Array())
  }

  test('writes the diagnostic beside what it prints, for its owner alone, and over nothing', async () => {
    const data = await loaded()
    const file = join(temporaryFolder(), 'diagnostic.zip')
    const made = await cli('doctor', '--data', data, '--export', file, '--lang', 'fr')
    expect(made.code, made.stderr).toBe(0)
    expect(made.stdout).toMatch(/^diagnostic\s: .*diagnostic\.zip \(\d+ Kio\)$/m)
    if (process.platform !== 'win32') expect(statSync(file).mode & 0o777).toBe(0o600)
    expect(read(file)('LISEZMOI.txt')).toContain('N’y sont pas')
    expect(read(file)('store.json')).toContain('"sqlite"')
    expect(textsOf(file)).not.toContain(data)
    const before = readFileSync(file)
    const again = await cli('doctor', '--data', data, '--export', file, '--json')
    expect(again.code).toBe(1)
    expect(JSON.parse(again.stdout)).toMatchObject({ code: 'file_exists' })
    expect(readFileSync(file).equals(before)).toBe(true)
    const nowhere = await cli('doctor', '--data', data, '--export', join(file, 'x.zip'))
    expect(nowhere.code).toBe(1)
    expect(nowhere.stderr).toMatch(oneLine)
    const other = join(temporaryFolder(), 'other.zip')
    const told = JSON.parse(
      (await cli('doctor', '--data', data, '--export', other, '--json')).stdout,
    ) as Loose
    expect(told['exported']).toEqual({ file: other, bytes: statSync(other).size })
    expect(readdirSync(dirname(other)), 'nothing half-written').toEqual(['other.zip'])
  })

  test('of a store that cannot be opened it tells what can be told, and the failure', async () => {
    const data = await loaded()
    const store = join(data, 'comptoir.db')
    const sound = readFileSync(store)
    writeFileSync(store, Buffer.concat([sound.subarray(0, 4096), Buffer.alloc(sound.length - 4096, 7)]))
    const file = join(temporaryFolder(), 'diagnostics.zip')
    const { code, stderr } = await cli('doctor', '--data', data, '--export', file)
    expect(code).toBe(1)
    expect(stderr).toMatch(/comptoir\.db is damaged/)
    expect(read(file)('README.txt')).toContain('could not be made')
    const told = JSON.parse(read(file)('store.json')) as Loose
    expect(told).toMatchObject({ engine: 'sqlite', refused: { type: 'StoreError', code: 'corrupt' } })
    expect(told['sizes']).toMatchObject({ file: sound.length })
    expect(JSON.parse(read(file)('problems.json'))).toContainEqual(
      expect.objectContaining({ part: 'checks', code: 'corrupt' }),
    )
  })

  test('so does that of a folder whose lock cannot be had', async () => {
    const data = await loaded()
    const lock = join(data, 'comptoir.lock')
    rmSync(lock)
    mkdirSync(lock)
    const file = join(temporaryFolder(), 'diagnostics.zip')
    const { code, stderr } = await cli('doctor', '--data', data, '--export', file)
    expect([code, stderr]).toEqual([1, expect.stringContaining('comptoir.lock')])
    expect(read(file)('README.txt')).toContain('could not be made')
  })
})
