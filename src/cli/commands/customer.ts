import type { Command } from 'commander'
import { BY_COMMAND } from '../../domain/people.ts'
import { CommandError } from '../failure.ts'
import { command, groupCommand } from '../program.ts'
import { changesOf, refusedByName, rightsCells, withRightsOptions, type RightsOptions } from '../rights.ts'
import { withService } from '../service.ts'
import type { Language } from '../words/index.ts'

export function customerCommand(program: Command, language: Language): void {
  const { words } = language
  const group = groupCommand(program, language, 'customer', words.about.customer)

  const set = command<RightsOptions>(
    group,
    language,
    `set <${words.value.name}>`,
    words.about.customerSet,
    async (options, out, name) => {
      const changes = changesOf(options)
      if (Object.keys(changes).length === 0) throw new CommandError('usage', words.customer.nothingToSet)
      await withService(options, async ({ customers, journal }) => {
        const known = await customers.byName(name!)
        if (!known) throw new CommandError('not_found', words.customer.unknown(name!, options.typed))
        const customer = await refusedByName(options, language, () => customers.ensure(name!, changes))
        await journal.note(BY_COMMAND, 'customer_changed', { name: customer.name })
        out.result(customer, [[customer.name, ...rightsCells(customer, words)]])
      })
    },
    { needsStore: true },
  )
  withRightsOptions(set, words)

  command(
    group,
    language,
    'list',
    words.about.customerList,
    async ({ data, store }, out) => {
      const customers = await withService({ data, store }, (service) => service.customers.all())
      out.result(
        customers,
        customers.length > 0
          ? customers.map((customer) => [customer.name, ...rightsCells(customer, words)])
          : [words.customer.none],
      )
    },
    { needsStore: true },
  )
}
