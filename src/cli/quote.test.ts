/** `comptoir quote NUMBER --pdf FILE`, `--file FILE` (docs/quotes.md). */
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { runHere as cli } from '../testing/command-line.ts'
import { json, world } from '../testing/app.ts'
import { temporaryFolder } from '../testing/folder.ts'
import { oneLine } from '../testing/loaded-folder.ts'
import { readPdf } from '../testing/pdf.ts'
import { payloadOf } from '../testing/portable.ts'
import { create, move } from '../testing/quotes.ts'

test('writes a quote that was sent, beside the service that runs and without it, however its number is written', async () => {
  const data = temporaryFolder()
  const made = await world({ folder: data })
  const { number } = json(await move(made, (await create(made))['id'], 'sent'))
  const file = join(temporaryFolder(), 'a.comptoir')
  const write = (...args: string[]) => cli('quote', ...args, '--data', data)
  expect(await write(number, '--file', file)).toEqual({
    ...{ code: 0, stdout: `quote ${number} written to ${file}\n`, stderr: '' },
  })
  const first = readFileSync(file, 'utf8')
  expect(payloadOf(first)).toMatchObject({ number })
  await made.service.close()
  const told = JSON.parse(
    (await write(String(number).toLowerCase(), '--file', file, '--json')).stdout,
  ) as object
  expect(told).toMatchObject({ number, file })
  expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({
    publicKey: (JSON.parse(first) as { publicKey: string }).publicKey,
  })
})

test('writes the document of a quote, in the place of another PDF alone, with the signed file where both are asked for', async () => {
  const data = temporaryFolder()
  const made = await world({ folder: data })
  const { number } = json(await move(made, (await create(made))['id'], 'sent'))
  const folder = temporaryFolder()
  const [pdf, file, taken] = ['a.pdf', 'a.comptoir', 'letter.txt'].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ]
  const write = (...args: string[]) => cli('quote', number, ...args, '--data', data)
  expect(await write('--pdf', pdf)).toMatchObject({ code: 0, stdout: `quote ${number} written to ${pdf}\n` })
  const first = readFileSync(pdf)
  expect((await readPdf(first)).title).toBe(`Devis ${number}`)
  expect(JSON.parse((await write('--pdf', pdf, '--file', file, '--json')).stdout)).toMatchObject({
    ...{ number, file, pdf: { file: pdf, bytes: first.length } },
  })
  expect(readFileSync(pdf).equals(first)).toBe(true)
  writeFileSync(taken, 'dear')
  expect(await write('--pdf', taken)).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('no PDF') as string,
  })
  expect(await write()).toMatchObject({ stderr: expect.stringContaining('--pdf FILE') as string })
  expect(readFileSync(taken, 'utf8')).toBe('dear')
})

test('a number is found without its dashes, in small letters, and in part where that is of one quote alone', async () => {
  const data = temporaryFolder()
  const made = await world({ folder: data })
  const file = join(temporaryFolder(), 'a.comptoir')
  const sent = async () => json(await move(made, (await create(made))['id'], 'sent'))['number'] as string
  const [first, second] = [await sent(), await sent()]
  const named = async (text: string) =>
    JSON.parse((await cli('quote', text, '--file', file, '--data', data, '--json')).stdout) as object
  const plain = first.replaceAll('-', '')
  for (const text of [first, plain, plain.toLowerCase(), first.slice('D2026-'.length), plain.slice(5)])
    expect(await named(text)).toMatchObject({ number: first })
  expect(await named(second.slice(-6))).toMatchObject({ number: second })
  expect(await named(first.slice(0, 8))).toMatchObject({ code: 'quote_number_unknown' })
})

test('what has no file, and a place that is another’s, are refused in one line of either language', async () => {
  const data = temporaryFolder()
  const made = await world({ folder: data })
  const draft = await create(made)
  const sent = json(await move(made, (await create(made))['id'], 'sent'))
  const folder = temporaryFolder()
  const file = join(folder, 'a.comptoir')
  const taken = join(folder, 'letter.txt')
  writeFileSync(taken, 'dear')
  mkdirSync(join(folder, 'b.comptoir'))
  const refused = async (code: string, ...args: string[]) => {
    for (const lang of ['fr', 'en']) {
      const run = await cli('quote', ...args, '--data', data, '--lang', lang)
      expect([run.code, run.stdout]).toEqual([1, ''])
      expect(run.stderr).toMatch(oneLine)
    }
    const asJson = JSON.parse((await cli('quote', ...args, '--data', data, '--json')).stdout) as object
    expect(asJson).toMatchObject({ code })
  }
  await refused('quote_not_portable', String(draft['id']), '--file', file)
  await refused('quote_number_unknown', 'D2026-ZZ-0001', '--file', file)
  await refused('file_exists', sent['number'] as string, '--file', taken)
  await refused('file_exists', sent['number'] as string, '--file', join(folder, 'b.comptoir'))
  await refused('unwritable', sent['number'] as string, '--file', join(folder, 'none', 'a.comptoir'))
  await refused('usage', sent['number'] as string)
  expect(existsSync(file)).toBe(false)
  expect(readFileSync(taken, 'utf8')).toBe('dear')
  expect(readdirSync(folder).toSorted()).toEqual(['b.comptoir', 'letter.txt'])
})
