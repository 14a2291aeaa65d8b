/** The own tariffs as a workbook, over HTTP. */
import { unzipSync, zipSync } from 'fflate'
import { readXlsx, writeXlsx } from 'hucre/xlsx'
import { deflateRawSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { faultsOf, json, world, type Caller } from '../../testing/app.ts'
import { add } from '../../testing/people.ts'
import { signedIn } from '../../testing/signed-in.ts'
import { XLSX_TYPE } from '../../service/sheets/xlsx.ts'

const URL = '/api/tariffs/workbook'
const give = (desk: Caller, payload: Buffer) =>
  desk.send({ method: 'POST', url: URL, headers: { 'content-type': XLSX_TYPE }, payload })

/** The workbook with its rows changed by hand, as a spreadsheet saves it. */
async function edited(bytes: Buffer, edit: (rows: unknown[][]) => void): Promise<Buffer> {
  const { sheets } = await readXlsx(bytes)
  edit(sheets[0]!.rows)
  return Buffer.from(await writeXlsx({ sheets: sheets.map(({ name, rows }) => ({ name, rows })) }))
}

const firstPrice = (rows: unknown[][]) => rows[rows.findIndex(([word]) => word === 'Quantité') + 1]!

test('the workbook that was written changes nothing; an edited price alone changes its product', async () => {
  const here = await world()
  const answer = await here.desk.get(URL)
  expect(answer.statusCode).toBe(200)
  expect(answer.headers['content-disposition']).toMatch(
    /^attachment; filename="tarifs-\d{4}-\d\d-\d\d\.xlsx"$/,
  )
  const before = (await readXlsx(answer.rawPayload)).sheets.map(({ rows }) => rows)
  const same = await give(here.desk, answer.rawPayload)
  expect(same.statusCode).toBe(201)
  expect(json(same)).toMatchObject({ added: 0, changed: 0, removed: 0, warningCount: 0 })
  const next = await edited(answer.rawPayload, (rows) => (firstPrice(rows)[1] = '1 234,56 €'))
  expect(json(await give(here.desk, next))).toMatchObject({ added: 0, changed: 1, removed: 0 })
  const after = (await readXlsx((await here.desk.get(URL)).rawPayload)).sheets.map(({ rows }) => rows)
  firstPrice(before[0]!)[1] = 1234.56
  expect(after).toEqual(before)
})

test('the model fills an empty store; a workbook that is all there is removes what it lacks', async () => {
  const { desk } = await world({ bundle: null })
  const model = await desk.get(`${URL}/model`)
  expect(model.headers['content-disposition']).toBe('attachment; filename="tarifs-modele.xlsx"')
  expect(json(await give(desk, model.rawPayload))).toMatchObject({ added: 4, warningCount: 0 })
  expect(json(await give(desk, (await desk.get(URL)).rawPayload))).toMatchObject({ changed: 0, removed: 0 })
  const { sheets } = await readXlsx(model.rawPayload)
  const one = Buffer.from(
    await writeXlsx({ sheets: sheets.slice(1, 2).map(({ name, rows }) => ({ name, rows })) }),
  )
  const headers = { 'content-type': XLSX_TYPE }
  const looked = await desk.send({ method: 'POST', url: `${URL}/preview?whole=true`, headers, payload: one })
  expect(json(looked)).toMatchObject({ itemCount: 0, removedCount: 3 })
  const url = `${URL}?whole=true&digest=${json(looked)['digest']}`
  const whole = await desk.send({ method: 'POST', url, headers, payload: one })
  expect(json(whole)).toMatchObject({ added: 0, changed: 0, removed: 3 })
})

test('the same as CSV', async () => {
  const { desk } = await world()
  const answer = await desk.get(`${URL}?format=csv`)
  expect(answer.headers['content-type']).toBe('text/csv; charset=utf-8')
  expect(answer.headers['content-disposition']).toMatch(/filename="tarifs-[\d-]+\.csv"$/)
  const post = (url: string, payload: string) =>
    desk.send({ method: 'POST', url, headers: { 'content-type': 'text/csv; charset=utf-8' }, payload })
  expect(json(await post(URL, answer.body))).toMatchObject({ changed: 0, warningCount: 0 })
  const next = answer.body.replace(/(?<=\r\nQuantité;.*\r\n\d+;)[\d,]+/, '1 234,56 €')
  const { digest, itemCount } = json(await post(`${URL}/preview`, next))
  expect(itemCount).toBe(1)
  expect(json(await post(`${URL}?digest=${digest}`, next))).toMatchObject({ changed: 1 })
  expect((await desk.get(`${URL}?format=ods`)).statusCode).toBe(400)
})

test('a preview tells old and new prices of typical configurations, and changes nothing', async () => {
  const here = await world()
  const preview = async (payload: Buffer) => {
    const options = { url: `${URL}/preview`, headers: { 'content-type': XLSX_TYPE } }
    const answer = await here.desk.send({ method: 'POST', ...options, payload })
    expect(answer.statusCode).toBe(200)
    return json(answer)
  }
  const { rawPayload } = await here.desk.get(URL)
  expect(await preview(rawPayload)).toMatchObject({ items: [], itemCount: 0, ignored: [] })
  const next = await edited(rawPayload, (rows) => {
    const row = firstPrice(rows)
    row[1] = Number(row[1]) + 10
  })
  const { items, itemCount, digest } = await preview(next)
  expect(itemCount).toBe(1)
  expect(items[0]).toMatchObject({ area: 'print', added: 0, changed: 1, removed: [] })
  const { prices } = items[0]
  expect(prices.length).toBeLessThanOrEqual(10)
  const moved = prices.filter((one: { before: number; after: number }) => one.before !== one.after)
  expect(moved.length).toBeGreaterThan(0)
  expect(json(await give(here.desk, rawPayload))).toMatchObject({ changed: 0 })
  // What was told is what is kept: neither another workbook nor over other tariffs.
  const kept = (payload: Buffer) =>
    here.desk.send({
      ...{ method: 'POST', url: `${URL}?digest=${digest}`, headers: { 'content-type': XLSX_TYPE } },
      payload,
    })
  expect(faultsOf(await kept(rawPayload))).toEqual([' tariffs_changed'])
  expect(json(await kept(next))).toMatchObject({ changed: 1 })
  expect((await kept(next)).statusCode).toBe(409)
  const wrong = await edited(rawPayload, (rows) => (firstPrice(rows)[1] = 'abc'))
  const refused = await here.desk.send({
    ...{ method: 'POST', url: `${URL}/preview`, headers: { 'content-type': XLSX_TYPE } },
    payload: wrong,
  })
  expect(refused.statusCode).toBe(400)
})

test('a cell formatted as a percentage means what is seen in it', async () => {
  const here = await world()
  const { sheets } = await readXlsx((await here.desk.get(URL)).rawPayload)
  const rows: unknown[][] = sheets[0]!.rows
  const at = rows.findIndex(([word]) => word === 'Délais') + 1
  const given = async (value: unknown, numFmt?: string) => {
    const cells = new Map(numFmt === undefined ? [] : [[`${at},2`, { value, style: { numFmt } }]])
    const edit = sheets.map((sheet, i) => ({
      name: sheet.name,
      rows:
        i > 0
          ? sheet.rows
          : rows.map((row, r) => (r === at ? [row[0], row[1], value, ...row.slice(3)] : row)),
      ...(i === 0 && { cells }),
    }))
    return give(here.desk, Buffer.from(await writeXlsx({ sheets: edit as never })))
  }
  expect((await given(0.07, '0%')).statusCode).toBe(201)
  const kept = async () => (await readXlsx((await here.desk.get(URL)).rawPayload)).sheets[0]!.rows[at]![2]
  expect(await kept()).toBe(7)
  // A sign that is only written behind the number multiplies nothing.
  for (const [value, numFmt] of [
    [12, '0" %"'],
    [13, '0\\%'],
  ] as const) {
    expect((await given(value, numFmt)).statusCode).toBe(201)
    expect(await kept()).toBe(value)
  }
})

test('every wrong cell is named, and nothing is changed', async () => {
  const here = await world()
  const { rawPayload } = await here.desk.get(URL)
  const { sheets } = await readXlsx(rawPayload)
  const at = sheets[0]!.rows.findIndex(([word]) => word === 'Quantité') + 2
  const wrong = await edited(rawPayload, (rows) => {
    firstPrice(rows)[1] = 'abc'
    rows[1]![1] = 'demain'
  })
  const answer = await give(here.desk, wrong)
  expect(answer.statusCode).toBe(400)
  expect(faultsOf(answer)).toEqual([
    `${sheets[0]!.name}!B2 cell_invalid`,
    `${sheets[0]!.name}!B${at} cell_invalid`,
  ])
  expect((await here.desk.get(URL)).statusCode).toBe(200)
  expect(json(await give(here.desk, rawPayload))).toMatchObject({ changed: 0 })
})

test('what is no workbook, or too large a one, is refused', async () => {
  const here = await world()
  for (const bytes of [Buffer.from('abc'), Buffer.from('PK\u0005\u0006' + '\0'.repeat(18)), bomb(1)]) {
    expect(faultsOf(await give(here.desk, bytes))).toEqual([' workbook_unreadable'])
  }
  const large = await give(here.desk, bomb(101 * 1024 * 1024))
  expect([large.statusCode, ...faultsOf(large)]).toEqual([413, ' workbook_too_large'])
})

test('a sheet of very many rows, or with a cell far below its table, is too large, whatever its bytes', async () => {
  const { desk } = await world()
  const { rawPayload } = await desk.get(URL)
  const files = unzipSync(rawPayload)
  const sheet = 'xl/worksheets/sheet1.xml'
  const text = Buffer.from(files[sheet]!).toString()
  for (const rows of ['<row/>'.repeat(100_001), '<row r="1048576"><c r="A1048576"><v>1</v></c></row>']) {
    expect(text).toContain('</sheetData>')
    const changed = Buffer.from(text.replace('</sheetData>', `${rows}</sheetData>`))
    const answer = await give(desk, Buffer.from(zipSync({ ...files, [sheet]: changed })))
    expect([answer.statusCode, ...faultsOf(answer)]).toEqual([413, ' workbook_too_large'])
  }
})

test('tags that are never closed are looked through once, however many they are', async () => {
  const { desk } = await world()
  const { rawPayload } = await desk.get(URL)
  const files = unzipSync(rawPayload)
  for (const [file, tag] of [
    ['xl/workbook.xml', '<sheet '],
    ['xl/worksheets/sheet1.xml', '<row '],
  ] as const) {
    const open = Buffer.from(tag.repeat(90_000) + ' '.repeat(20_000_000))
    const answer = await give(desk, Buffer.from(zipSync({ ...files, [file]: open })))
    expect(faultsOf(answer)).toEqual([' workbook_unreadable'])
  }
})

test('a file that many sheets name is not read for each of them', async () => {
  const { desk } = await world()
  const { rawPayload } = await desk.get(URL)
  const files = unzipSync(rawPayload)
  for (const [file, from, to] of [
    ['xl/workbook.xml', /r:id="rId\d+"/g, 'r:id="rId1"'],
    ['xl/_rels/workbook.xml.rels', /worksheets\/sheet\d+\.xml/g, 'worksheets/sheet1.xml'],
    ['xl/_rels/workbook.xml.rels', /worksheets\/sheet2\.xml/g, './worksheets/../worksheets/sheet1.xml'],
    ['xl/_rels/workbook.xml.rels', /worksheets\/sheet2\.xml/g, 'worksheets/sheet&#49;.xml'],
  ] as const) {
    const text = Buffer.from(files[file]!).toString()
    expect(text).toMatch(from)
    const archive = zipSync({ ...files, [file]: Buffer.from(text.replace(from, to)) })
    expect(faultsOf(await give(desk, Buffer.from(archive)))).toEqual([' workbook_unreadable'])
  }
  expect((await give(desk, Buffer.from(zipSync(files)))).statusCode).toBe(201)
})

test('it takes tariffs of one’s own, and the right to change settings', async () => {
  const none = await world({ bundle: null })
  expect((await none.desk.get(URL)).statusCode).toBe(404)
  const here = await world()
  const { rawPayload } = await here.desk.get(URL)
  await add(here.service, 'Ada', 'responsable')
  const ada = await signedIn(here, 'Ada')
  expect((await ada.get(URL)).statusCode).toBe(403)
  expect((await give(ada, rawPayload)).statusCode).toBe(403)
})

// The demo is not loaded into the store of a server.
test.skipIf(process.env['COMPTOIR_TEST_ENGINE'] === 'postgres')(
  'the demo’s tariffs are written, and not replaced',
  async () => {
    const here = await world({ bundle: null })
    await here.desk.post('/api/tariffs/demo', {})
    const { rawPayload } = await here.desk.get(URL)
    expect(faultsOf(await give(here.desk, rawPayload))).toEqual([' demo_loaded'])
  },
)

/** A zip archive of one entry of so many zeros that says it holds none. */
function bomb(bytes: number): Buffer {
  const data = deflateRawSync(Buffer.alloc(bytes))
  const local = Buffer.alloc(30)
  local.writeUInt32LE(0x04034b50)
  local.writeUInt16LE(8, 8)
  local.writeUInt32LE(data.length, 18)
  const entry = Buffer.alloc(46)
  entry.writeUInt32LE(0x02014b50)
  entry.writeUInt16LE(8, 10)
  entry.writeUInt32LE(data.length, 20)
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50)
  end.writeUInt16LE(1, 8)
  end.writeUInt16LE(1, 10)
  end.writeUInt32LE(46, 12)
  end.writeUInt32LE(local.length + data.length, 16)
  return Buffer.concat([local, data, entry, end])
}
