import type { Command } from 'commander'
import { BY_COMMAND } from '../../domain/people.ts'
import { refuseCustomer } from '../../service/customers.ts'
import { Refusal } from '../../service/refusal.ts'
import { CommandError } from '../failure.ts'
import { command, groupCommand } from '../program.ts'
import { changesOf, refusedByName, rightsCells, withRightsOptions, type RightsOptions } from '../rights.ts'
import { withService } from '../service.ts'
import type { Language } from '../words/index.ts'

interface CreateOptions extends RightsOptions {
  readonly customer: string
}

export function tokenCommand(program: Command, language: Language): void {
  const { words } = language
  const { about, customer: said, option, value } = words
  const group = groupCommand(program, language, 'token', about.token)

  const create = command<CreateOptions>(
    group,
    language,
    'create',
    about.tokenCreate,
    async (options, out) => {
      const changes = changesOf(options)
      const name = options.customer.trim()
      // What is refused anyhow makes no store.
      await refusedByName(options, language, () => refuseCustomer({ name, ...changes }))
      await withService(options, async ({ customers, tokens, journal }) => {
        const known = await customers.byName(name)
        const customer = await refusedByName(options, language, () => customers.ensure(name, changes))
        if (!known || Object.keys(changes).length > 0) {
          const action = known ? 'customer_changed' : 'customer_created'
          await journal.note(BY_COMMAND, action, { name: customer.name })
        }
        const created = await tokens.create(customer.id)
        await journal.note(BY_COMMAND, 'token_created', { id: created.id, customer: customer.name })
        out.result({ id: created.id, customer, token: created.token }, [created.token])
      })
    },
  ).requiredOption(`--customer <${value.name}>`, option.customer)
  withRightsOptions(create, words)

  command(
    group,
    language,
    'list',
    about.tokenList,
    async ({ data, store }, out) => {
      const listed = await withService({ data, store }, async ({ customers, tokens }) => {
        const byId = new Map((await customers.all()).map((customer) => [customer.id, customer]))
        return (await tokens.all()).map((token) => {
          const { canOrder, discount, products, families } = byId.get(token.customerId)!
          return { ...token, canOrder, discount, products, families }
        })
      })
      out.result(
        listed,
        listed.length > 0
          ? listed.map((token) => [
              String(token.id),
              token.customer,
              said.created(token.createdAt),
              token.lastUsedAt ? said.used(token.lastUsedAt) : said.neverUsed,
              token.revokedAt ? said.revoked(token.revokedAt) : said.active,
              ...rightsCells(token, words),
            ])
          : [said.noTokens],
      )
    },
    { needsStore: true },
  )

  command(
    group,
    language,
    `revoke <${value.id}>`,
    about.tokenRevoke,
    async ({ data, store, typed }, out, given) => {
      const id = /^\d{1,15}$/.test(given!) ? Number(given) : 0
      await withService({ data, store }, async (service) => {
        try {
          await service.tokens.revoke(id)
          await service.journal.note(BY_COMMAND, 'token_revoked', { id })
        } catch (error) {
          if (!(error instanceof Refusal)) throw error
          throw new CommandError(error.code, said.tokenUnknown(given!, typed))
        }
      })
      out.result({ id, revoked: true }, [said.tokenRevoked(id)])
    },
    { needsStore: true },
  )
}
