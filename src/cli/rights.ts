/** What a customer may do, as commands take and show it. */
import { Option, type Command } from 'commander'
import { message } from '../domain/messages.ts'
import { Invalid } from '../service/refusal.ts'
import type { CustomerRecord } from '../service/customers.ts'
import type { Service } from '../service/service.ts'
import { CommandError } from './failure.ts'
import { idList, type IdList } from './program.ts'
import type { Language, Words } from './words/index.ts'

export interface RightsOptions {
  readonly canOrder?: boolean
  readonly discount?: string
  readonly products?: IdList
  readonly families?: IdList
}

/** Options whose values join where they are given more than once. */
export const LISTS: ReadonlySet<string> = new Set(['--products', '--families'])

type Changes = Parameters<Service['customers']['ensure']>[1]

export function withRightsOptions(command: Command, { option, value, ...words }: Words): Command {
  const ids = (flag: string) =>
    new Option(`--${flag} <all|${value.ids}>`, option.ids).argParser(idList({ option, value, ...words }))
  return command
    .option('--can-order', option.canOrder)
    .option('--no-can-order', option.noCanOrder)
    .option(`--discount <${value.percent}>`, option.discount)
    .addOption(ids('products'))
    .addOption(ids('families'))
}

/** A decimal comma counts as a point, whatever the language: nobody means two numbers by it. */
const withPoint = (text: string) => text.trim().replace(/^(\d+),(\d+)$/, '$1.$2')

/** What was given; what was not stays as it is. */
export function changesOf({ canOrder, discount, products, families }: RightsOptions): Changes {
  return {
    ...(canOrder === undefined ? {} : { canOrder }),
    ...(discount === undefined ? {} : { discount: withPoint(discount) }),
    ...(products === undefined ? {} : { products: products.ids }),
    ...(families === undefined ? {} : { families: families.ids }),
  }
}

/** Does what may be refused for a right, and says it by the option's name. */
export async function refusedByName<T>(
  options: RightsOptions,
  { words, locale }: Language,
  work: () => T | Promise<T>,
): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof Invalid)) throw error
    const [fault] = error.faults
    const { customer } = words
    const ids = (code: string) =>
      error.faults.filter((each) => each.code === code).map(({ params }) => String(params?.['id']))
    switch (fault?.path.split('/')[1]) {
      case 'discount':
        throw new CommandError(fault.code, customer.discountInvalid(options.discount ?? ''))
      case 'name':
        if (fault.code !== 'field_required') break
        throw new CommandError(fault.code, customer.nameNeeded)
      case 'products':
      case 'families':
        throw new CommandError(
          fault.code,
          words.together(customer.idsUnknown(ids('product_unknown'), ids('family_unknown'))),
        )
    }
    throw new CommandError(fault!.code, message(fault!.code, locale, fault!.params))
  }
}

/** A customer's rights in cells. */
export function rightsCells(
  {
    canOrder,
    discount,
    products,
    families,
  }: Pick<CustomerRecord, 'canOrder' | 'discount' | 'products' | 'families'>,
  { customer }: Words,
): string[] {
  return [
    canOrder ? customer.canOrder : customer.cannotOrder,
    Number(discount) === 0 ? customer.noDiscount : customer.discount(discount),
    customer.products(products),
    customer.families(families),
  ]
}
