import { expect, test } from 'vitest'
import { product } from './details.fixture'
import { printForm } from './form'
import { changedThere, otherParts, takeParts, type Chosen } from './held-selection'
import { selectionOf } from './selection'

const form = printForm(product)
const option = form.fields.find(({ kind }) => kind === 'choice')!.key
const chosen = (change: (of: Chosen['selection']) => unknown = () => null, leadTime = 'J+2'): Chosen => {
  const selection = selectionOf(form, product.defaultLine)
  change(selection)
  return { selection, leadTime }
}

test('what the other counter alone changed follows, what both changed is told, what both changed alike is neither', () => {
  const mine = chosen((of) => {
    of.label = 'Stand'
    of.values['value:44'] = '900,5'
    of.values['value:45'] = '1500'
  })
  const now = chosen((of) => {
    of.label = 'Salon '
    of.choices[option] = null
    of.values['value:44'] = '900.5'
    of.quantities = ['50']
  }, 'J+5')
  expect(changedThere(mine, chosen(), now)).toEqual({
    follow: [option, 'quantities', 'leadTime'],
    both: ['label'],
  })
})

test('parts that are taken leave the others', () => {
  const mine = chosen((of) => {
    of.label = 'Stand'
    of.unknown[option] = 'carré'
  })
  const now = chosen((of) => {
    of.label = 'Salon'
    of.choices[option] = null
    of.quantities = ['50', '60']
    of.names = ['', 'Bleu']
  })
  takeParts(mine.selection, now, [option, 'quantities'])
  expect(otherParts(mine, now)).toEqual(['label'])
})
