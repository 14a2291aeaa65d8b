/** `comptoir tariffs export FILE`, `tariffs import FILE [--preview]` (docs/bundle.md, "As a workbook"). */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { readXlsx, writeXlsx } from 'hucre/xlsx'
import { expect, test } from 'vitest'
import { runHere } from '../testing/command-line.ts'
import { temporaryFolder } from '../testing/folder.ts'
import { loaded } from '../testing/loaded-folder.ts'

/** A store with the shop, its workbook as a file, and one of the same with another first price. */
async function exported(price: unknown) {
  const data = await loaded()
  const cli = (...args: string[]) => runHere('tariffs', ...args, '--data', data)
  const [file, other] = ['a.xlsx', 'b.xlsx'].map((name) => join(temporaryFolder(), name)) as [string, string]
  expect(await cli('export', file)).toEqual({ code: 0, stdout: `tariffs written to ${file}\n`, stderr: '' })
  const { sheets } = await readXlsx(readFileSync(file))
  const [{ name, rows }] = sheets as [(typeof sheets)[number]]
  const row = rows.findIndex(([word]) => word === 'Quantity') + 1
  rows[row]![1] = price as number
  writeFileSync(other, await writeXlsx({ sheets: [{ name, rows }] }))
  return { cli, file, other, cell: `${name}!B${row + 1}` }
}

test('a workbook that was written changes nothing; an edited one is previewed, then taken', async () => {
  const { cli, file, other } = await exported(99)
  expect((await cli('import', file)).stdout).toBe('nothing changed\n')
  expect((await cli('import', file, '--preview')).stdout).toBe('no tariff would change\n')
  const { code, stdout } = await cli('import', other, '--preview')
  expect(code).toBe(0)
  expect(stdout).toMatch(/^print 10 Cartes de visite \(0 added, 1 changed, 0 removed\)\n {2}100, .* → .*\n/)
  const told = JSON.parse((await cli('import', other, '--preview', '--json')).stdout) as object
  expect(told).toMatchObject({ itemCount: 1, items: [{ area: 'print', id: 10, changed: 1, removed: [] }] })
  expect((await cli('import', file)).stdout).toBe('nothing changed\n')
  expect((await cli('import', other)).stdout).toBe('changed: 1\n')
  expect((await cli('import', other)).stdout).toBe('nothing changed\n')
})

test('what a workbook adds to a store that has no tariffs is told', async () => {
  const { file } = await exported(99)
  const data = temporaryFolder()
  await runHere('upstream', 'set', '--url', 'http://127.0.0.1:9', '--token', 'jeton', '--data', data)
  expect((await runHere('tariffs', 'import', file, '--data', data)).stdout).toMatch(/^added: [1-9]\d*\n$/)
})

test('every wrong cell is a line on standard error, with and without a preview', async () => {
  const { cli, other, cell } = await exported('abc')
  for (const more of [[], ['--preview']]) {
    const { code, stdout, stderr } = await cli('import', other, ...more)
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
    expect(stderr).toBe(
      `comptoir: ${other}: the workbook has 1 fault; nothing was changed\n${cell} cell_invalid: “abc” is no price\n`,
    )
  }
})

test('a name that ends in .csv is CSV', async () => {
  const { cli } = await exported(99)
  const file = join(temporaryFolder(), 'a.csv')
  expect((await cli('export', file)).code).toBe(0)
  expect((await cli('import', file)).stdout).toBe('nothing changed\n')
  const text = readFileSync(file, 'utf8')
  writeFileSync(file, text.replace(/(?<=\r\nQuantity,.*\r\n\d+,)[\d.]+/, 'abc'))
  expect((await cli('import', file)).stderr).toMatch(/\nB\d+ cell_invalid: “abc” is no price\n$/)
})

test('no file is written over', async () => {
  const { cli, file } = await exported(1)
  const before = readFileSync(file)
  const { code, stderr } = await cli('export', file)
  expect({ code, stderr }).toEqual({
    code: 1,
    stderr: `comptoir: ${file} is there already: choose another name\n`,
  })
  expect(readFileSync(file).equals(before)).toBe(true)
})
