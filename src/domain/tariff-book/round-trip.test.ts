/** Tariffs as a workbook and back: nothing is another, and what is wrong is named by its cell. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { bundleFaults, type Bundle } from '../bundle.ts'
import { SHOP } from '../../testing/shop.ts'
import { decimalCell, decimalOf, shifted, type BookCell, type BookSheet } from './cells.ts'
import { completeFamille } from '../display/family.ts'
import { completeProduit } from '../print/product.ts'
import { NOTHING, readTariffSheets } from './read.ts'
import { modelBundle, modelSheets } from './model.ts'
import { bookPreview } from './preview.ts'
import { tariffSheets } from './write.ts'

const DEMO = JSON.parse(
  readFileSync(join(import.meta.dirname, '../../../resources/demo-bundle.json'), 'utf8'),
) as Bundle
const shop = () => structuredClone(SHOP) as unknown as Bundle

const again = (bundle: Bundle, sheets: readonly BookSheet[] = tariffSheets(bundle, 'fr')) =>
  readTariffSheets(bundle, sheets, 'fr')

/** The workbook with another value in a cell. */
function edited(sheets: readonly BookSheet[], name: RegExp, row: number, column: number, cell: BookCell) {
  return sheets.map((sheet) => {
    if (!name.test(sheet.name)) return sheet
    const rows = sheet.rows.map((cells) => [...cells])
    while (rows[row]!.length < column) rows[row]!.push(null)
    rows[row]![column] = cell
    return { ...sheet, rows }
  })
}

describe('the same workbook changes nothing', () => {
  test.each([
    ['the shop', shop()],
    ['the demo', DEMO],
  ])('of %s, in both languages', (_, bundle) => {
    for (const locale of ['fr', 'en'] as const) {
      const read = readTariffSheets(bundle, tariffSheets(bundle, locale), locale)
      expect(read).toHaveProperty('bundle')
      expect(JSON.stringify('bundle' in read && read.bundle)).toBe(JSON.stringify(bundle))
    }
  })

  test.each([
    ['the shop', shop()],
    ['the demo', DEMO],
  ])('of %s, laid over nothing, is the whole of it', (_, bundle) => {
    const read = readTariffSheets(NOTHING, tariffSheets(bundle, 'fr'), 'fr')
    expect('faults' in read && read.faults).toBe(false)
    if ('faults' in read) return
    const complete = ({ delais, produits, familles, tarifs }: Bundle) => {
      const byId = <T extends { id: number }>(list: readonly T[]) => [...list].sort((a, b) => a.id - b.id)
      return {
        delais: byId(delais),
        produits: byId(produits ?? []).map(completeProduit),
        familles: byId(familles ?? []).map(completeFamille),
        print: [...(tarifs?.print ?? [])].sort((a, b) => a.produit - b.produit),
        display: [...(tarifs?.display ?? [])].sort((a, b) => a.famille - b.famille),
      }
    }
    expect(complete(read.bundle)).toEqual(complete(bundle))
  })

  const decimal = fc
    .tuple(fc.bigInt(-(10n ** 18n), 10n ** 18n), fc.nat(12))
    .map(([n, scale]) => `${n < 0n ? '-' : ''}${shiftedText(n < 0n ? -n : n, scale)}`)
  const absent = <T>(one: fc.Arbitrary<T>) => fc.option(fc.option(one), { nil: undefined })
  const supplement = fc.record(
    {
      fixe: absent(decimal),
      unitaire: absent(decimal),
      pourcentage: absent(decimal),
      par_m2: absent(fc.boolean()),
    },
    { requiredKeys: [] },
  )
  const grid = fc
    .uniqueArray(fc.integer({ min: 1, max: 1e6 }), { minLength: 1, maxLength: 8 })
    .chain((quantities) =>
      fc.tuple(
        ...[...quantities]
          .sort((a, b) => a - b)
          .map((quantite) => decimal.map((prix) => ({ quantite, prix }))),
      ),
    )
  const lecture = fc.constantFrom('exacte', 'lineaire', 'unitaire')
  const record = <T>(ids: readonly number[], one: fc.Arbitrary<T>) =>
    absent(fc.record(Object.fromEntries(ids.map((id) => [String(id), one])), { requiredKeys: [] }))
  const bundles = fc
    .record({
      print: fc.record(
        {
          produit: fc.constant(1),
          delai_principal: fc.constant(3),
          lecture,
          grille: grid,
          visuel_supplementaire: absent(decimal),
          variantes: record([401, 402], supplement),
          valeurs: record(
            [42],
            fc.record({ fixe: absent(decimal), unitaire: absent(decimal) }, { requiredKeys: [] }),
          ),
          delais: record(
            [3, 9],
            fc.record({ pourcentage: absent(decimal), fixe: absent(decimal) }, { requiredKeys: [] }),
          ),
          exclusions: absent(
            fc.array(
              fc.record(
                {
                  delai: absent(fc.constant(3)),
                  quantite_min: absent(fc.nat()),
                  message: absent(fc.string()),
                },
                { requiredKeys: [] },
              ),
            ),
          ),
        },
        { requiredKeys: ['produit', 'delai_principal', 'lecture', 'grille'] },
      ),
      display: fc.record(
        {
          famille: fc.constant(7),
          delai_principal: fc.constant(9),
          delais: fc.record({ 9: supplement, 3: supplement }, { requiredKeys: ['9'] }),
          formats: fc.record(
            { 11: fc.record({ lecture, grille: grid }), 12: fc.record({ lecture, grille: grid }) },
            { requiredKeys: [] },
          ),
          supports: record([21], supplement),
          variantes: record([701], supplement),
          sans_impression: absent(supplement),
          verification: absent(supplement),
        },
        { requiredKeys: ['famille', 'delai_principal', 'delais', 'formats'] },
      ),
      nom: fc.string({ unit: 'grapheme' }),
    })
    .map(({ print, display, nom }) => ({
      format: 'comptoir-bundle/1',
      delais: [
        { id: 3, jours: 2 },
        { id: 9, jours: 5 },
      ],
      produits: [
        {
          ...{ id: 1, nom, delais: [3, 9], quantites: { range: true, min: 1 } },
          options: [
            { id: 40, nom: 'Papier', type: 'variante', variantes: [401, 402].map((id) => ({ id, nom })) },
            { id: 42, nom: 'Trous', type: 'integer', variantes: [] },
          ],
        },
      ],
      familles: [
        {
          ...{ id: 7, nom_complet: nom },
          formats: [11, 12].map((id) => ({ id, nom })),
          supports: [{ id: 21, nom_complet: nom, delai_min: 0 }],
          options: [{ id: 70, nom, variantes: [{ id: 701, nom }] }],
        },
      ],
      tarifs: { print: [print], display: [display] },
    }))

  test('of any bundle', () => {
    fc.assert(
      fc.property(bundles, (made) => {
        const bundle = JSON.parse(JSON.stringify(made)) as Bundle
        fc.pre(bundleFaults(bundle).length === 0)
        const read = again(bundle)
        expect('faults' in read ? read.faults : JSON.stringify(read.bundle)).toBe(JSON.stringify(bundle))
      }),
      { numRuns: 300 },
    )
  })

  test('every decimal is written and read exactly', () => {
    fc.assert(
      fc.property(decimal, (text) => {
        const euros = shifted(text, -2)
        expect(decimalOf(decimalCell(euros))).toBe(euros)
        expect(Number(shifted(euros, 2))).toBe(Number(text))
      }),
    )
  })
})

/** `digits / 10 ** scale`, as it is written. */
function shiftedText(digits: bigint, scale: number): string {
  const figures = String(digits).padStart(scale + 1, '0')
  return scale === 0 ? figures : `${figures.slice(0, -scale)}.${figures.slice(-scale)}`
}

describe('the model', () => {
  test.each(['fr', 'en'] as const)(
    'laid over nothing is a shop without a fault or a warning (%s)',
    (locale) => {
      const read = readTariffSheets(NOTHING, modelSheets(locale), locale)
      expect(read).toMatchObject({ ignored: [], warnings: [] })
      const { produits, tarifs } = 'bundle' in read ? read.bundle : shop()
      expect([produits!.length, tarifs!.print!.length, tarifs!.display!.length]).toEqual([3, 3, 1])
    },
  )

  test.each<[string, number, number, BookCell, RegExp]>([
    ['Produit', 0, 2, null, /il manque le nom/],
    ['Quantités proposées', 0, 1, 'beaucoup', /nombre entier/],
    ['Quantité la plus petite', 0, 1, 5, /pas les deux/],
    ['Options', 1, 1, '', /il manque le nom/],
    ['Options', 1, 2, 'couleur', /type/],
    ['Variantes', 1, 6, 'Reliure', /option/],
    ['Variantes', 1, 6, null, /option/],
    ['Délais', 1, 1, 'vite', /J\+2/],
    ['Délais', 2, 4, 'non', /délai/],
  ])('names a wrong cell: %s, %i rows below, column %i, %j', (word, below, column, cell, said) => {
    const sheets = modelSheets('fr')
    const { name, rows } = sheets[1]!
    const row = rows.findIndex(([first]) => first === word) + below
    const read = readTariffSheets(NOTHING, edited(sheets, new RegExp(`^${name}$`), row, column, cell), 'fr')
    const faults = 'faults' in read ? read.faults : []
    expect(faults.map(({ message }) => message).join()).toMatch(said)
    for (const { path } of faults) expect(path).toMatch(new RegExp(`^${name}![A-Z]\\d+$`))
  })

  test('what a workbook takes away and adds is in the bundle, and told', () => {
    const before = modelBundle('fr')
    const sheets = tariffSheets(before, 'fr').slice(0, 1)
    const rows = sheets[0]!.rows.map((row) => [...row])
    const variant = rows.findIndex(([id, name]) => id === 1 && name === 'Couché 350 g')
    rows.splice(variant, 1, [9, 'Kraft 300 g', 2, null, null, null, 'papier'])
    const lead = rows.findIndex(([word]) => word === 'Délais')
    rows.splice(lead + 1, 0, [5, 'J+1', 50, null, 'oui'])
    const read = readTariffSheets(before, [{ ...sheets[0]!, rows }], 'fr')
    expect('faults' in read && read.faults).toBe(false)
    const { bundle } = read as { bundle: Bundle }
    expect(bundle.delais).toContainEqual({ id: 5, jours: 1 })
    expect(bundle.produits![0]!.delais).toEqual([1, 2, 5])
    expect(bundle.produits![0]!.options![0]!.variantes!.map(({ nom }) => nom)).toEqual([
      'Kraft 300 g',
      'Recyclé 300 g',
    ])
    expect(bundle.tarifs!.print![0]!.variantes).toMatchObject({ 9: { fixe: '200' } })
    expect(bookPreview(before, bundle, 'fr').items).toMatchObject([
      { id: 1, isNew: false, removed: ['Papier Couché 350 g'] },
    ])
  })
})

describe('an edited workbook', () => {
  const sheets = tariffSheets(shop(), 'fr')
  const [first] = sheets
  const head = first!.rows.findIndex(([word]) => word === 'Quantité')

  test('changes the cell that was edited alone', () => {
    const read = again(shop(), edited(sheets, new RegExp(`^${first!.name}$`), head + 1, 1, ' 1 234,50 € '))
    const wanted = shop()
    wanted.tarifs!.print![0]!.grille[0]!.prix = '123450'
    expect('bundle' in read && read.bundle).toEqual(wanted)
  })

  test.each([
    ['abc', /«\u00a0abc\u00a0» n’est pas un prix/],
    [{ odd: 'date' } as const, /une date n’est pas un prix/],
    [{ odd: 'formula' } as const, /formule n’a pas de résultat/],
    [true, /n’est pas un prix/],
    ['1.234,50', /n’est pas un prix/],
    [-3, /«\u00a0-3\u00a0» est un prix négatif/],
    ['−39,9', /est un prix négatif/],
  ])('with %j for a price names its cell', (cell, said) => {
    const read = again(shop(), edited(sheets, new RegExp(`^${first!.name}$`), head + 1, 1, cell))
    const [fault] = 'faults' in read ? read.faults : []
    expect(fault?.path).toBe(`${first!.name}!B${head + 2}`)
    expect(fault?.message).toMatch(said)
  })

  test.each([
    ['Visuels, au moins', -1, /«\u00a0-1\u00a0» n’est pas un nombre de visuels/],
    ['Visuels, au plus', 0, /«\u00a00\u00a0» n’est pas un nombre de visuels/],
    ['Visuels, au moins', 9, /^de 9 à \d visuels, personne ne peut commander/],
    ['Visuel supplémentaire (€ HT)', -50, /«\u00a0-50\u00a0» est un prix négatif/],
  ])('with %s %j, which nobody can order by, names its cell', (word, cell, said) => {
    const model = tariffSheets(modelBundle('fr'), 'fr').slice(0, 1)
    const { name, rows } = model[0]!
    const row = rows.findIndex(([one]) => one === word)
    for (const before of [NOTHING, modelBundle('fr')]) {
      const read = readTariffSheets(before, edited(model, new RegExp(`^${name}$`), row, 1, cell), 'fr')
      const faults = 'faults' in read ? read.faults : []
      const at = /^de/.test(said.source.slice(1)) ? row + 2 : row + 1
      expect(faults).toMatchObject([{ path: `${name}!B${at}`, message: expect.stringMatching(said) }])
    }
  })

  test.each([
    ['Quantité la plus petite', 1_000_000],
    ['Quantité la plus grande', 0],
  ])('with quantities of which the lowest is over the highest (%s) names the cell', (word, cell) => {
    const sheets = tariffSheets(modelBundle('fr'), 'fr')
    const sheet = sheets.find(({ rows }) => rows.some(([one, value]) => one === word && value !== null))!
    const row = sheet.rows.findIndex(([one]) => one === word)
    const read = readTariffSheets(
      modelBundle('fr'),
      edited(sheets, new RegExp(`^${sheet.name}$`), row, 1, cell),
      'fr',
    )
    expect('faults' in read ? read.faults : []).toMatchObject([
      { path: expect.stringMatching(new RegExp(`^${sheet.name}!B\\d+$`)) as string },
    ])
  })

  test('with what nobody can order by as its bundle has it comes back as it went', () => {
    const odd = shop()
    Object.assign(odd.produits![0]!, { nombre_visuels_min: 3, nombre_visuels_max: 0 })
    odd.tarifs!.print![0]!.visuel_supplementaire = '-5000'
    expect(again(odd, tariffSheets(odd, 'fr'))).toMatchObject({ bundle: odd })
  })

  test('that breaks a rule of the bundle names the cell, too', () => {
    const read = again(shop(), edited(sheets, new RegExp(`^${first!.name}$`), 1, 1, 777))
    expect('faults' in read && read.faults).toMatchObject([
      { path: `${first!.name}!B2`, code: 'reference_unknown' },
    ])
  })

  test('names what cannot be read and what breaks a rule at once, and nothing that follows of it', () => {
    const at = new RegExp(`^${first!.name}$`)
    const twice = edited(edited(sheets, at, head + 1, 1, 'vingt'), at, 1, 1, 777)
    const read = again(shop(), twice)
    expect('faults' in read && read.faults.map(({ path, code }) => [path, code])).toEqual([
      [`${first!.name}!B${head + 2}`, 'cell_invalid'],
      [`${first!.name}!B2`, 'reference_unknown'],
    ])
  })

  test('with two headings of a part exchanged says what is read there; another word is a word', () => {
    const at = new RegExp(`^${first!.name}$`)
    const row = first!.rows.findIndex(([word]) => word === 'Variantes')
    const [fixed, unit] = first!.rows[row]!.slice(2, 4)
    const exchanged = edited(edited(sheets, at, row, 2, unit!), at, row, 3, fixed!)
    const read = again(shop(), exchanged)
    expect('faults' in read && read.faults).toMatchObject([
      {
        path: `${first!.name}!C${row + 1}`,
        message: `«\u00a0${unit}\u00a0» n’est pas à sa place : ici se lit « ${fixed} »`,
      },
      { path: `${first!.name}!D${row + 1}` },
    ])
    expect(again(shop(), edited(sheets, at, row, 2, 'Prix de départ'))).toMatchObject({ bundle: shop() })
  })

  test.each([
    ['Quantité', 1, 'Prix TTC'],
    ['Variantes', 2, 'Fixed (€ incl. VAT)'],
  ])('with prices headed as including tax says that they exclude it: %s', (word, column, heading) => {
    const row = first!.rows.findIndex(([one]) => one === word)
    const read = again(shop(), edited(sheets, new RegExp(`^${first!.name}$`), row, column, heading))
    expect('faults' in read && read.faults).toMatchObject([
      { message: expect.stringContaining('hors taxes') },
    ])
  })

  test('leaves a tariff whose sheet it lacks, and tells the sheets that are none of ours', () => {
    const notes = { name: 'Notes', rows: [['à voir']] }
    const read = again(shop(), [first!, notes])
    expect(read).toMatchObject({ bundle: shop(), ignored: [{ path: 'Notes' }] })
    expect(again(shop(), [notes])).toHaveProperty('faults')
  })

  test('of anything at all is read or refused, never an error', () => {
    const cell = fc.oneof(
      fc.constantFrom<BookCell>(
        null,
        'Produit',
        'Grille',
        'Lecture',
        'Variantes',
        'Délais',
        'Exclusions',
        12,
        'Famille',
      ),
      fc.string(),
      fc.double(),
      fc.boolean(),
    )
    const rows = fc.array(fc.array(cell, { maxLength: 6 }), { maxLength: 12 })
    fc.assert(
      fc.property(rows, fc.boolean(), (body, whole) => {
        const top: BookCell[][] = whole ? [['Produit', SHOP.produits[0]!.id]] : []
        const read = again(shop(), [{ name: 'x', rows: [...top, ...body] }])
        expect('faults' in read || bundleFaults(read.bundle).length === 0).toBe(true)
      }),
    )
  })
})
