/** What stands in the way of a quote, as a table: what it stops, and where it is mended. */
import { expect, test } from 'vitest'
import { completeAddress } from '../address.ts'
import { obstaclesOf } from './obstacles.ts'
import { faultMessage } from '../messages.ts'
import { PLAIN_LINE, type KeptLine } from './facts.ts'
import type { QuoteState } from './quote.ts'
import { DEFAULT_SETTINGS } from '../settings.ts'
import { vatOf } from '../vat.ts'
import { DEFAULT_VAT_REGIMES, vatOfRegime, type VatRegime } from '../vat-regimes.ts'

const TODAY = '2026-03-02'
const ADDRESS = { nom: 'Martin', adresse1: '1 rue', code_postal: '69001', ville: 'Lyon' }
const line = (price: object, problem: KeptLine['problem'] = null, more: Partial<KeptLine> = {}) =>
  ({
    ...PLAIN_LINE,
    ...{ area: 'print', price: { status: 'firm', priceCents: 1000, reason: null, ...price }, problem },
    ...more,
  }) as KeptLine
const option = (price: object) => line(price, null, { role: 'option' })
const SERVICE = line({}, null, { area: 'free' })
const HEADING = line({ priceCents: null }, null, { area: 'heading' })
const FIRM = line({})

interface Given {
  readonly state?: QuoteState
  readonly address?: object
  readonly validUntil?: string
  readonly lines?: readonly KeptLine[]
  readonly vatRegime?: VatRegime
  readonly vatNumber?: string
  readonly collected?: boolean
  readonly isOwn?: boolean
}

const [WITHIN_EU, EXPORT] = DEFAULT_VAT_REGIMES as [VatRegime, VatRegime]
const GONE = { ...WITHIN_EU, id: 'gone' }

test.each<[what: string, given: Given, ...obstacles: string[]]>([
  ['nothing', {}],
  ['no line', { lines: [] }, 'both /lines lines_required: This quote has no line yet: add a product.'],
  [
    'nothing that is in the total',
    { lines: [HEADING, option({})] },
    'both /lines lines_required: No line of this quote is included in its total: include one.',
  ],
  ['services alone', { lines: [HEADING, SERVICE] }, 'order /lines product_line_required'],
  ['options that are estimated', { lines: [FIRM, option({ status: 'estimated' })] }],
  [
    'an option without a price',
    { lines: [FIRM, option({ priceCents: null })] },
    'send /lines/1 price_unavailable: No price at this lead time.',
  ],
  [
    'a line that does not fit any more',
    {
      lines: [
        FIRM,
        line({}, [
          { path: '/produit', code: 'product_unknown', params: { id: 7, name: 'Cartes' } },
          { path: '/quantites_multiples/0', code: 'quantity_invalid' },
        ]),
      ],
    },
    'both /lines/1 price_unavailable: Product “Cartes” does not exist or is not accessible.' +
      ' The quantity must be a whole number from 1 to 1,000,000,000.',
  ],
  [
    'a line without a price',
    { lines: [line({ status: 'unavailable', priceCents: null, reason: { code: 'no_tariff' } })] },
    'both /lines/0 price_unavailable: On request: no tariff for this product.',
  ],
  [
    'one that does not say why',
    { lines: [line({ status: 'unavailable', priceCents: null })] },
    'both /lines/0 price_unavailable: No price at this lead time.',
  ],
  ['an estimate', { lines: [line({ status: 'estimated' })] }, 'order /lines/0 price_estimated'],
  ['a remembered price', { lines: [line({ status: 'observed' })] }],
  [
    'an address that is not whole',
    { address: { ...ADDRESS, ville: '' } },
    'order /address/ville address_required',
  ],
  ['an address that cannot be', { address: { ...ADDRESS, email: '@' } }, 'both /address/email email_invalid'],
  ['an exemption for everybody', { vatRegime: EXPORT }],
  ['one that needs a VAT number', { vatRegime: WITHIN_EU }, 'both /vatRegimeId vat_number_required'],
  ['the same with the number', { vatRegime: WITHIN_EU, vatNumber: 'DE123456789' }],
  ['one that the settings no longer have', { vatRegime: GONE }, 'both /vatRegimeId vat_regime_gone'],
  ['the same of what was sent', { state: 'sent', vatRegime: GONE, vatNumber: 'DE123456789' }],
  [
    'the same without the number by now',
    { state: 'sent', vatRegime: GONE },
    'both /vatRegimeId vat_number_required',
  ],
  [
    'lines with VAT of their own: one gone, one of them an option; one for whom has a VAT number',
    {
      lines: [
        line({}, null, { vatRegime: { ...GONE, rate: '10' } }),
        line({}, null, { vatRegime: { ...GONE, rate: '10' }, role: 'option' }),
        line({}, null, { vatRegime: WITHIN_EU }),
      ],
    },
    'both /lines/0/vatRegimeId line_vat_regime_gone',
    'send /lines/1/vatRegimeId line_vat_regime_gone',
    'both /lines/2/vatRegimeId vat_number_required',
  ],
  [
    'the same where their quote charges none: it makes no difference',
    { vatRegime: EXPORT, lines: [line({}, null, { vatRegime: { ...GONE, rate: '10' } })] },
  ],
  ['the last day', { validUntil: TODAY }],
  ['the day after', { validUntil: '2026-03-01' }, 'send /validUntil validity_over'],
  ['the day after, of what was sent', { state: 'sent', validUntil: '2026-03-01' }],
  [
    'several at once',
    { lines: [], address: {} },
    'both /lines lines_required: This quote has no line yet: add a product.',
    'order /address/nom address_required',
    'order /address/adresse1 address_required',
    'order /address/code_postal address_required',
    'order /address/ville address_required',
  ],
  ['collected of our own: no address is needed', { address: {}, collected: true }],
  [
    'collected of a partner’s: the shop’s address is, once for all its fields',
    { address: { nom: 'Durand' }, collected: true, isOwn: false },
    'order /address shop_address_required',
  ],
  [
    'collected in a country that is none, by who has no such e-mail',
    { address: { pays: 'Nulle part', email: 'x' }, collected: true },
    'order /address shop_address_required',
    'order /address/email email_invalid',
  ],
])('%s', (_what, given, ...expected) => {
  const { state = 'draft', address = ADDRESS, validUntil = TODAY, lines = [FIRM] } = given
  const { vatRegime = null, vatNumber = '', collected = false, isOwn = true } = given
  const taxed = { vatRegime, vatNumber }
  const quote = { state, address: completeAddress(address), collected, validUntil, lines, ...taxed }
  const quoteVat = vatRegime ? vatOfRegime(vatRegime) : vatOf(DEFAULT_SETTINGS.vat, quote.address)
  const found = obstaclesOf(quote, { ...DEFAULT_SETTINGS, quoteVat }, TODAY, () => isOwn).map((fault) => {
    const isSaid = fault.code === 'price_unavailable' || fault.code === 'lines_required'
    const words = isSaid ? `: ${faultMessage(fault, 'en')}` : ''
    return `${fault.stops} ${fault.path} ${fault.code}${words}`
  })
  expect(found).toEqual(expected)
})
