/** Orders that went out of reach as a backup was put back: what the store that it replaced had beyond it, and in what words. */
import { euros } from './euros.ts'
import type { Locale } from './message.ts'
import { orderNumber } from './shared/numbers.ts'

/** Orders that were placed after a backup, as the store that it replaced has them. */
export interface OrdersSince {
  readonly made: number
  /** how many of them a partner has, or may have */
  readonly there: number
  /** those, the newest first; the first {@link LISTED} */
  readonly listed: readonly OrderThere[]
}

/** An order that a partner has: nobody else tells of it any more. */
export interface OrderThere {
  readonly id: number
  readonly reference: string
  /** what its customer pays, euro cents excluding tax */
  readonly totalHt: number
  readonly parts: readonly PartThere[]
}

export interface PartThere {
  readonly partner: string
  /** the partner's own number of it; null where it is not known */
  readonly number: string | null
  /** the reference that it was sent under */
  readonly devis: string
  /** false: nothing proves that the partner has it, nor that it has not */
  readonly certain: boolean
}

/** How many are named: more is a list for the store that was kept. */
export const LISTED = 20

/** What is told of them. */
export interface OrdersSinceWords {
  readonly text: string
  /** a line for each order that a partner has, and one for those that are not named */
  readonly orders: readonly string[]
}

/** @param since null: the store that was replaced could not be read @returns null: no order was placed */
export function ordersSinceWords(since: OrdersSince | null, locale: Locale): OrdersSinceWords | null {
  const { unread, gone, of, others } = WORDS[locale]
  if (since === null) return { text: unread, orders: [] }
  const { made, there, listed } = since
  if (made === 0) return null
  const more = there - listed.length
  return { text: gone(made, there), orders: [...listed.map(of), ...(more > 0 ? [others(more)] : [])] }
}

interface Words {
  readonly unread: string
  readonly gone: (made: number, there: number) => string
  readonly of: (order: OrderThere) => string
  readonly others: (count: number) => string
}

const WORDS: Readonly<Record<Locale, Words>> = {
  fr: {
    unread:
      'le magasin d’avant ne se lit plus\u00a0: on ne peut pas voir quelles commandes ont été passées depuis cette sauvegarde, ni si un partenaire en a\u00a0; comparez avec les listes des partenaires',
    gone: (made, there) =>
      made === 1
        ? `une commande passée depuis cette sauvegarde n’est plus ici, et ${there === 0 ? 'aucun partenaire ne l’a' : `un partenaire l’a, ou peut l’avoir\u00a0; gardez-en la trace`}\u00a0; le magasin d’avant, qui est gardé, l’a encore`
        : `${made} commandes passées depuis cette sauvegarde ne sont plus ici, et ${there === 0 ? 'aucun partenaire n’en a' : `des partenaires en ont, ou peuvent en avoir, ${there}\u00a0; gardez-en la liste`}\u00a0; le magasin d’avant, qui est gardé, les a encore`,
    of: ({ id, reference, totalHt, parts }) =>
      `${orderNumber(id)}${reference && ` (${reference})`}, ${euros(totalHt, 'fr')}\u00a0HT\u00a0: ${parts
        .map(({ partner, number, devis, certain }) =>
          [
            partner,
            number === null ? `sous la référence ${devis}` : `n°\u00a0${number}`,
            ...(certain ? [] : ['peut-être reçue']),
          ].join(', '),
        )
        .join('\u00a0; ')}`,
    others: (count) => `et ${count === 1 ? 'une autre' : `${count} autres`}`,
  },
  en: {
    unread:
      'the store from before cannot be read: which orders were placed since this backup cannot be seen, nor whether a partner has any; compare with the lists of the partners',
    gone: (made, there) =>
      made === 1
        ? `one order placed since this backup is no longer here, and ${there === 0 ? 'no partner has it' : 'a partner has it, or may have it; keep a note of it'}; the store from before, which is kept, still has it`
        : `${made} orders placed since this backup are no longer here, and ${there === 0 ? 'no partner has any of them' : `partners have, or may have, ${there} of them; keep a list of those`}; the store from before, which is kept, still has them`,
    of: ({ id, reference, totalHt, parts }) =>
      `${orderNumber(id)}${reference && ` (${reference})`}, ${euros(totalHt, 'en')} excl. tax: ${parts
        .map(({ partner, number, devis, certain }) =>
          [
            partner,
            number === null ? `under the reference ${devis}` : `no. ${number}`,
            ...(certain ? [] : ['perhaps received']),
          ].join(', '),
        )
        .join('; ')}`,
    others: (count) => `and ${count === 1 ? 'one other' : `${count} others`}`,
  },
}
