/** The service beside a partner in memory that has one product, and answers as it is told to. */
import { expect } from 'vitest'
import { leadTimeLabel } from '../domain/lead-times.ts'
import { BY_KEY } from '../domain/people.ts'
import type { UpstreamClient } from '../upstream/client.ts'
import { statusError, UpstreamError } from '../upstream/errors.ts'
import { TestClock } from './app.ts'
import { besidePartner, PARTNER_URL } from './beside-partner.ts'

const AWAY = new UpstreamError('unreachable', { code: 'partner_timeout', params: { seconds: 1 } })

/** A service beside a partner of one product, which has what is set here: a price, a refusal, a failure, silence. */
export async function productShop() {
  const clock = new TestClock()
  const partner = {
    ...{ online: true, cents: 1000, asked: [] as number[], held: null as Promise<void> | null },
    /** the lead times that it names */
    days: [2],
    /** its answer to what it is asked for prices, where it gives none */
    answers: null as { readonly status: number; readonly words: string } | null,
    /** whether its catalogue has the product, else another */
    offers: true,
  }
  const product = {
    ...{ id: 1, nom: 'Carte', quantites: { range: true, min: 1, max: 1000 } },
    ...{ options: [], delais: [1] },
  }
  const within = async <T>(answer: () => T): Promise<T> => {
    await partner.held
    if (!partner.online) throw AWAY
    return answer()
  }
  const client = {
    ...{ url: PARTNER_URL, account: 'compte', token: 'jeton' },
    catalogue: (area: string) =>
      within(() => [
        [
          new TextEncoder().encode(
            JSON.stringify(area === 'print' ? [partner.offers ? product : { ...product, id: 2 }] : []),
          ),
        ],
      ]),
    prices: (_area: string, line: { quantites_multiples: number[] }) =>
      within(() => {
        partner.asked.push(line.quantites_multiples[0]!)
        if (partner.answers) {
          const { status, words } = partner.answers
          throw statusError(status, { words, places: [] })
        }
        return partner.days.map((days) => ({
          ...{ label: leadTimeLabel(days), days, cents: partner.cents, message: '' },
        }))
      }),
    abandon: () => undefined,
  } as unknown as UpstreamClient
  const { service, partner: of } = await besidePartner(() => client, { clock })
  await of.sync.run(0)
  const { movedQuotes } = service
  const quote = (...quantities: number[]) =>
    service.quotes.create(
      {
        lines: quantities.map((quantity) => ({
          ...{ area: 'print' as const, delai: null },
          line: { produit: 1, variantes: [], valeurs: {}, quantites_multiples: [quantity] },
        })),
      },
      BY_KEY,
    )
  const ended = () =>
    expect
      .poll(async () => (await movedQuotes.of()).looking)
      .toMatchObject({ state: 'idle', endedAt: expect.any(String) as string })
  return { service, of, partner, clock, quote, ended, movedQuotes }
}
