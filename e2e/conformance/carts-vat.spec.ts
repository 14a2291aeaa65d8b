/** VAT by delivery address (bundle.md, "Carts"). */
import { describe, expect, test } from 'vitest'
import { paris } from './bundle.ts'
import { cards, posted, serving } from './session.ts'

serving()

/** 2150 excluding tax: 20 % is 430, 8.5 % is 182.75, up to 183. */
const VAT = { 20: 430, 8.5: 183, 0: 0 }

const destinations: [rate: keyof typeof VAT, pays: string, code_postal: string, why: string][] = [
  [20, '', '75011', 'no country is France'],
  [20, 'France', '69001', 'metropolitan'],
  [20, 'FRANCE', '69001', 'upper case'],
  [20, 'france', '69001', 'lower case'],
  [20, 'Francé', '69001', 'an accent more does not matter'],
  [20, 'FR', '13001', 'the code'],
  [20, 'fr', '13001', 'the code in lower case'],
  [20, 'Monaco', '98000', 'Monaco'],
  [20, 'MONACO', '98000', 'Monaco in upper case'],
  [20, 'Mónaco', '98000', 'Monaco with an accent'],
  [20, 'Mo\u0301naco', '98000', 'Monaco with a combining accent'],
  [20, 'France', '97', 'only two of the three digits'],
  [20, 'France', '97500', '975 is not in the table'],
  [20, 'France', '20090', 'Corsica'],
  [20, 'France', '09710', '971 not at the start'],
  [8.5, 'France', '97110', 'Guadeloupe'],
  [8.5, '', '97110', 'Guadeloupe, no country'],
  [8.5, 'fr', '97200', 'Martinique'],
  [8.5, 'FRANCE', '97400', 'La Réunion'],
  [0, 'France', '97300', 'Guyane'],
  [0, '', '97351', 'Guyane, no country'],
  [0, 'FR', '97600', 'Mayotte'],
  [0, 'Belgique', '1000', 'abroad'],
  [0, 'Belgique', '97110', 'abroad, whatever its postal code says'],
  [0, 'BE', '1000', 'abroad, by code'],
  [0, 'Suisse', '75011', 'abroad'],
  [0, 'Francie', '75011', 'not France'],
  [0, 'F', '75011', 'not France'],
]

describe('VAT by delivery address', () => {
  test.each(destinations.map(([rate, pays, code_postal, why]) => ({ rate, pays, code_postal, why })))(
    '$rate % for "$pays" $code_postal: $why',
    async ({ rate, pays, code_postal }) => {
      const address = { ...paris, pays, code_postal }
      const cart = await posted('print/panier/', {
        lignes: [cards],
        adresse_livraison: address,
      })
      expect(cart.prix_tva).toBe(VAT[rate])
      expect(cart.prix_final_ttc).toBe(2150 + VAT[rate])
      expect(cart.adresse_livraison, 'comes back as it was sent').toStrictEqual(address)
    },
  )

  test.each([
    { name: 'no address at all', adresse_livraison: undefined },
    { name: 'null', adresse_livraison: null },
    { name: 'an address without a country', adresse_livraison: { ville: 'Lyon' } },
  ])('20 % with $name', async ({ adresse_livraison }) => {
    const cart = await posted('print/panier/', {
      lignes: [cards],
      adresse_livraison,
    })
    expect(cart.prix_tva).toBe(430)
  })
})
