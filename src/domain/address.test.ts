/** What an address lacks, and what is wrong with it at the desk. */
import { describe, expect, test } from 'vitest'
import { addressFaults, completeAddress, deskAddressFaults } from './address.ts'
import { DEFAULT_VAT } from './vat.ts'

const WHOLE = { nom: 'Martin', adresse1: '1 rue', code_postal: '69001', ville: 'Lyon' }

describe('an order needs an address that a parcel arrives at', () => {
  test.each<[what: string, address: Record<string, unknown>, missing: string[]]>([
    ['a person', WHOLE, []],
    ['a company alone', { ...WHOLE, nom: undefined, societe: 'Atelier' }, []],
    ['nobody', { ...WHOLE, nom: ' ', societe: '' }, ['nom']],
    ['no street', { ...WHOLE, adresse1: null }, ['adresse1']],
    ['no code, no town', { nom: 'Martin', adresse1: '1 rue' }, ['code_postal', 'ville']],
    ['nothing', {}, ['nom', 'adresse1', 'code_postal', 'ville']],
    // A wrong type is a fault of its own, told elsewhere.
    ['numbers', { ...WHOLE, nom: 7, ville: 5 }, []],
  ])('%s', (_what, address, missing) => {
    expect(addressFaults(address, '/a')).toEqual(
      missing.map((field) => ({ path: `/a/${field}`, code: 'address_required', params: { field } })),
    )
  })
})

describe('at the desk', () => {
  test.each<[address: object, faults: string[]]>([
    [{}, []],
    [{ pays: 'France' }, []],
    [{ pays: 'Belgique', code_postal: '1000' }, []],
    [{ pays: 'Frence' }, ['/a/pays country_unknown']],
    // A French code has five digits; where the country is empty it is France.
    [{ code_postal: '6900' }, ['/a/code_postal postal_code_invalid']],
    [{ pays: 'FR', code_postal: '690011' }, ['/a/code_postal postal_code_invalid']],
    [{ pays: 'FR', code_postal: '69 001' }, []],
    [{ pays: 'FR', code_postal: '' }, []],
    [{ pays: 'Suisse', code_postal: '120' }, []],
    // An overseas department's code begins as it does.
    [{ pays: 'Martinique', code_postal: '97200' }, []],
    [{ pays: 'Martinique', code_postal: '75001' }, ['/a/code_postal postal_code_elsewhere']],
    [{ pays: 'Martinique', code_postal: '972' }, ['/a/code_postal postal_code_invalid']],
    [{ email: 'a@b.fr' }, []],
    [{ email: ' a@b.co.uk ' }, []],
    [{ email: 'a@b' }, ['/a/email email_invalid']],
    [{ email: 'a b@c.fr' }, ['/a/email email_invalid']],
    [{ email: 'a@c..fr' }, ['/a/email email_invalid']],
    [{ pays: 'Frence', email: '@' }, ['/a/pays country_unknown', '/a/email email_invalid']],
  ])('%j', (fields, faults) => {
    const address = completeAddress({ ...WHOLE, ...fields })
    const found = deskAddressFaults(address, DEFAULT_VAT, '/a').map(({ path, code }) => `${path} ${code}`)
    expect(found).toEqual(faults)
  })

  test('a fault says which place, and how its codes begin', () => {
    const address = completeAddress({ ...WHOLE, pays: ' Guadeloupe ', code_postal: '75001' })
    expect(deskAddressFaults(address, DEFAULT_VAT, '')).toMatchObject([
      { params: { place: 'Guadeloupe', prefix: '971' } },
    ])
  })
})
