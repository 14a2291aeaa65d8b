import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { CatalogueIndex } from './catalogue-index'

interface Bundle {
  readonly produits: readonly { readonly nom: string }[]
  readonly familles: readonly { readonly nom_complet: string }[]
}
const { produits, familles } = JSON.parse(
  readFileSync(join(import.meta.dirname, '../../../../resources/demo-bundle.json'), 'utf8'),
) as Bundle
const DEMO = [...produits.map(({ nom }) => nom), ...familles.map((family) => family.nom_complet)].sort(
  (a, b) => a.localeCompare(b, 'fr'),
)
const demo = await CatalogueIndex.of(DEMO)
const found = (text: string) => demo.search(text).map((at) => DEMO[at]!.replace(/\s/g, ' '))

/** What a small catalogue answers. */
async function among(names: readonly string[], text: string): Promise<string[]> {
  const index = await CatalogueIndex.of(names)
  return index.search(text).map((at) => names[at]!)
}

describe('in the demo catalogue', () => {
  test.each([
    ['rollup', 'Roll-up 85 × 200 cm avec housse'],
    ['roll up', 'Roll-up 85 × 200 cm avec housse'],
    ['enrouleur', 'Roll-up enrouleur'],
    ['plaquette', 'Dépliants'],
    ['sticker', 'Autocollants découpés à la forme'],
    ['enseigne', 'Panneaux|Lettrage'],
    ['business card', 'Cartes de visite'],
    ['visiting card', 'Cartes de visite'],
    ['flyer', 'Flyers'],
    ['menu resto', 'Dépliants|Menus|Sets'],
    ['notice', 'Dépliants|Brochures'],
    ['mode d’emploi', 'Dépliants|Brochures'],
    ['tract', 'Flyers'],
    ['trifold', 'Dépliants A4 ouvert, 2 plis'],
    ['triptyque', 'Dépliants A4 ouvert, 2 plis'],
    ['dépliant trois volets', 'Dépliants A4 ouvert, 2 plis'],
    ['dépliant deux volets', 'Dépliants A3 ouvert, 1 pli|Dépliants A4 ouvert, 1 pli'],
    ['sticker voiture', 'Magnétiques pour véhicule'],
    ['bifold', 'Dépliants A3 ouvert, 1 pli|Dépliants A4 ouvert, 1 pli'],
    ['prospectus', 'Flyers'],
    ['vinyl banner', 'Bâches'],
    ['banderole', 'Banderoles'],
    ['booklet', 'Brochures'],
    ['poster a3', 'Affiches A3'],
    ['leaflet', 'Dépliants'],
    ['letterhead', 'Têtes de lettre'],
    ['papier entête', 'Têtes de lettre'],
    ['papier en-tête', 'Têtes de lettre'],
    ['CDV', 'Cartes de visite'],
    ['label', 'Étiquettes'],
    ['window sticker', 'Vitrophanie'],
    ['display', 'PLV|Présentoir'],
    ['presentoir', 'Présentoir'],
    ['tee-shirt', 'T-shirts'],
    ['totebag', 'Tote bags'],
    ['ncr', 'Carnets autocopiants|Liasses'],
    ['beach flag', 'Oriflamme'],
    ['envelope dl', 'Enveloppes DL'],
    ['foamex', 'Panneaux PVC expansé'],
    ['stop trottoir', 'Chevalet et stop-trottoir'],
  ])('“%s” finds %s', (text, first) => {
    expect(found(text)[0]).toMatch(new RegExp(`^(${first})`))
  })

  test.each([
    ['depliannt', 'Dépliants'],
    ['flyre', 'Flyers'],
    ['vitrofanie', 'Vitrophanie'],
    ['stikcer', 'Autocollants découpés à la forme'],
    ['plaquete', 'Dépliants'],
    ['kakemnoo', 'Kakémono'],
    ['affcihes', 'Affiches'],
    ['busness card', 'Cartes de visite'],
  ])('“%s” is a typing error of what finds %s', (text, meant) => {
    expect(found(text).slice(0, 6).join('\n')).toContain(meant)
  })

  test.each(['85x54', '85 x 54 mm', '8,5 × 5,4 cm', '54x85', '85x55'])(
    '“%s” is the format of cards',
    (text) => {
      expect(found(text)).toContain('Cartes de visite classiques 85 × 54 mm')
    },
  )

  test('a named format and its sides are the same, joined or not', () => {
    for (const text of ['A5', 'a 5', '148x210', '14,8 x 21 cm'])
      expect(found(text), text).toContain('Flyers A5 (14,8 × 21 cm)')
    expect(found('a5')).not.toContain('Flyers A4 (21 × 29,7 cm)')
  })

  test('a size that no name has is left out: it may be one that is typed in', () => {
    expect(found('bache 3x1')).toEqual(found('bache'))
    expect(found('bâche 2,5 × 1,2 m')[0]).toMatch(/^Bâches/)
    expect(found('3333x1111')).toEqual([])
    expect(found('roll-up 85x200')[0]).toBe('Roll-up 85 × 200 cm avec housse')
  })

  test('a word that is being typed finds all the way', () => {
    const said = 'business card'
    for (let letters = 4; letters <= said.length; letters++)
      expect(found(said.slice(0, letters))[0], said.slice(0, letters)).toMatch(/^Cartes de visite/)
  })

  test('every word counts, the small ones aside', () => {
    expect(found('business cards with foil')).toEqual(['Cartes de visite prestige, dorure et vernis 3D'])
    expect(found('carte visite')).toEqual(found('cartes de visite'))
    expect(found('carte de visite xqzt')).toEqual([])
  })

  test('what finds nothing is told what would', () => {
    expect(found('affiche holographique')).toEqual([])
    expect(demo.instead('affiche holographique')).toEqual([
      { text: 'affiche', count: found('affiche').length },
    ])
    expect(demo.instead('brauchurre')[0]).toEqual({ text: 'Brochures', count: found('Brochures').length })
    expect(demo.instead('xqzt')).toEqual([])
    expect(demo.instead('xqzt de').map(({ text }) => text)).not.toContain('de')
  })
})

describe('the order of what is found', () => {
  test('as typed, begun, by another word, with an error', async () => {
    const names = ['Flyier', 'Tract', 'Petit flyer', 'Flyers', 'Flyerette']
    expect(await among(names, 'flyer')).toEqual(['Flyers', 'Flyerette', 'Petit flyer', 'Tract'])
    expect(await among(['Tracts', 'Flyer'], 'tracr')).toEqual(['Tracts', 'Flyer'])
  })

  test('the beginning of a name before the middle of one', async () => {
    expect(await among(['Totem carton', 'Cartes'], 'cart')).toEqual(['Cartes', 'Totem carton'])
  })

  test('the same thing before what only resembles it', async () => {
    expect(await among(['Étiquette', 'Vitrophanie', 'Autocollant'], 'sticker')).toEqual([
      'Autocollant',
      'Étiquette',
      'Vitrophanie',
    ])
  })

  test('a format as it was said before one that is near', async () => {
    const names = ['Agenda 8,5 × 5,5 cm', 'Carte 85 × 54', 'Carte 85 × 55', 'Carte 90 × 60']
    expect(await among(names, '85x55')).toEqual(['Carte 85 × 55', 'Agenda 8,5 × 5,5 cm', 'Carte 85 × 54'])
  })
})

test('catalogues in English are found by French words', async () => {
  const names = [
    'Business cards',
    'Roller banner 85 × 200',
    'Window stickers',
    'Folded leaflets',
    'Saddle stitched booklets',
  ]
  expect(await among(names, 'carte de visite')).toEqual(['Business cards'])
  expect(await among(names, 'kakémono enrouleur')).toEqual(['Roller banner 85 × 200'])
  expect((await among(names, 'vitrophanie'))[0]).toBe('Window stickers')
  expect((await among(names, 'dépliant'))[0]).toBe('Folded leaflets')
  expect((await among(names, 'livret'))[0]).toBe('Saddle stitched booklets')
})

test('a shop’s own words are searched beside those of the trade', async () => {
  const names = ['Bracelets événementiels', 'Cartes de visite']
  const index = await CatalogueIndex.of(names, [{ same: ['brassard', 'bracelet'] }])
  expect(index.search('brassards')).toEqual([0])
  expect(index.search('business card')).toEqual([1])
})

describe('by what may be chosen', () => {
  const names = ['Cartes postales', 'Enveloppes', 'Flyers', 'Flyers recto verso', 'Bâches']
  const choices = {
    names: [
      'Format',
      '10 × 15 cm',
      'Recto-verso quadri',
      'Avec fenêtre',
      'Sans fenêtre',
      'A5',
      'Couché 300 g',
      'Recto',
    ],
    of: [[0, 1, 2], [3, 4], [0, 2, 5, 6], [6], [7]],
  }
  const search = async (text: string) => {
    const index = await CatalogueIndex.of(names)
    index.addChoices(choices)
    return index.search(text).map((at) => names[at])
  }

  test.each([
    ['10x15', ['Cartes postales']],
    ['100 x 150 mm', ['Cartes postales']],
    ['enveloppe fenetre', ['Enveloppes']],
    ['enveloppes avec fenêtre', ['Enveloppes']],
    // What its name says comes before what may be chosen.
    ['recto verso', ['Flyers recto verso', 'Cartes postales', 'Flyers']],
    ['rectoverso', ['Flyers recto verso', 'Cartes postales', 'Flyers']],
    ['flyer rect', ['Flyers recto verso', 'Flyers']],
    ['flyers a5', ['Flyers']],
    ['fen', ['Enveloppes']],
    ['fe', []],
  ])('“%s” finds %j', async (text, found) => {
    expect(await search(text)).toEqual(found)
  })

  test('a number alone is no choice: it may be a quantity', async () => {
    expect(await search('300 flyers')).toEqual([])
  })

  test('words of several choices are of one product', async () => {
    expect(await search('a5 recto verso')).toEqual(['Flyers'])
    expect(await search('a5 fenêtre')).toEqual([])
  })
})

test('any text is searched, whatever stands in it', () => {
  for (const text of [
    '<b>',
    '85x',
    'x',
    '×',
    '0',
    'a'.repeat(5000),
    '“”',
    'e\u0301',
    '🖨️',
    '1x1x1x1'.repeat(50),
  ])
    expect(Array.isArray(demo.search(text)), text).toBe(true)
})
