/** Errors as they are told: every fault at once, in the reader’s language (partner-api.md 7). */
import { describe, expect, test } from 'vitest'
import { expectErrorForm, expectFaults } from './errors.ts'
import { post, server, serving, token } from './session.ts'

serving()

describe('errors', () => {
  test('every fault of a request is listed, of type and of meaning together: a print line', async () =>
    void expectFaults(
      await post('print/prix/', {
        label: 4,
        produit: 101,
        variantes: [10012, 10013, 10211, 'x'],
        valeurs: { '1001': '5', '9': '4', '1002': 3 },
        quantites_multiples: [0, 1.5, 333, 100],
        delai: 9,
      }),
      400,
      [
        ['/label', 'field_type'],
        ['/variantes/1', 'several_variants_of_option'],
        ['/variantes/2', 'variant_unavailable'],
        ['/variantes/3', 'field_type'],
        ['/valeurs/1001', 'option_in_variants_and_values'],
        ['/valeurs/9', 'value_not_allowed'],
        ['/valeurs/1002', 'field_type'],
        ['/valeurs/1002', 'value_not_allowed'],
        ['/quantites_multiples/0', 'quantity_invalid'],
        ['/quantites_multiples/1', 'field_type'],
        ['/quantites_multiples/2', 'quantity_not_offered'],
        ['/delai', 'lead_time_unavailable'],
      ],
    ))
  test('every fault of a request is listed, of type and of meaning together: a print order', async () =>
    void expectFaults(
      await post('print/panier/validate/', {
        devis: 5,
        adresse_livraison: { nom: 7, adresse1: 'x', code_postal: '1' },
        lignes: [
          { produit: 101, quantites_multiples: [] },
          { produit: 999, quantites_multiples: [1] },
          { produit: 103, quantites_multiples: [501], valeurs: { '44': 'x' } },
          null,
        ],
      }),
      400,
      [
        ['/devis', 'field_type'],
        ['/adresse_livraison/nom', 'field_type'],
        ['/adresse_livraison/ville', 'address_required'],
        ['/lignes/0/quantites_multiples', 'quantity_invalid'],
        ['/lignes/1/produit', 'product_unknown'],
        ['/lignes/2/quantites_multiples/0', 'quantity_not_offered'],
        ['/lignes/2/valeurs/44', 'value_invalid'],
        ['/lignes/2/valeurs/45', 'value_required'],
        ['/lignes/3', 'field_type'],
      ],
    ))
  test('every fault of a request is listed, of type and of meaning together: a display order', async () =>
    void expectFaults(
      await post('display/panier/validate/', {
        delai: 77,
        adresse_livraison: { nom: 'x', ville: 5 },
        lignes: [
          { famille: 201, format: 15, support: '21', impression: 31, quantite: 0, variantes: [612, 611] },
          { famille: 999, quantite: 1.5 },
        ],
      }),
      400,
      [
        ['/delai', 'lead_time_unavailable'],
        ['/adresse_livraison/adresse1', 'address_required'],
        ['/adresse_livraison/code_postal', 'address_required'],
        ['/adresse_livraison/ville', 'field_type'],
        ['/lignes/0/format', 'not_compatible'],
        ['/lignes/0/support', 'field_type'],
        ['/lignes/0/quantite', 'quantity_invalid'],
        ['/lignes/0/variantes/1', 'several_variants_of_option'],
        ['/lignes/1/famille', 'family_unknown'],
        ['/lignes/1/format', 'field_required'],
        ['/lignes/1/support', 'field_required'],
        ['/lignes/1/quantite', 'field_type'],
      ],
    ))
  test.each([
    ['not_found', 'GET', '/0.2/print/commande/999/', undefined],
    ['not_found', 'GET', '/0.2/rien/', undefined],
    ['method_not_allowed', 'GET', '/0.2/print/prix/', undefined],
    ['json_malformed', 'POST', '/0.2/print/prix/', '{'],
    ['product_unknown', 'GET', '/0.2/print/produit/999/', undefined],
  ])('%s is said in French and in English (%s %s)', async (code, method, path, raw) => {
    const messages: string[] = []
    for (const language of ['fr', 'en']) {
      const answer = await server.ask(path, {
        method,
        token,
        ...(raw === undefined ? {} : { raw }),
        headers: { 'Accept-Language': language },
      })
      const [fault] = expectErrorForm(answer)
      expect(fault!.code).toBe(code)
      messages.push(fault!.message)
    }
    expect(messages[0]).not.toBe(messages[1])
  })
  test('messages of price answers follow Accept-Language too, except those of the tariff itself', async () => {
    const message = async (language: string, json: object) => {
      const answer = await post('print/prix/', json, { headers: { 'Accept-Language': language } })
      return (answer.json() as Record<string, { Message: string }>)['J+2']!.Message
    }
    const none = { produit: 104, quantites_multiples: [1] }
    expect(await message('en', none)).not.toBe(await message('fr', none))
    const excluded = { produit: 101, quantites_multiples: [1000, 1000] }
    expect(await message('en', excluded)).toBe(await message('fr', excluded))
  })
})
