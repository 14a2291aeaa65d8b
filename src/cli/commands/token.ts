import { Option, type Command } from 'commander'
import { Invalid, Refusal } from '../../service/refusal.ts'
import { CommandError } from '../output.ts'
import { command, idList, wholeNumber, type IdList } from '../program.ts'
import { withService } from '../service.ts'

interface CreateOptions {
  readonly customer: string
  readonly canOrder?: boolean
  readonly discount?: string
  readonly products?: IdList
  readonly families?: IdList
}

export function tokenCommand(program: Command): void {
  const token = program.command('token').description("the partner API's customers and tokens")

  command<CreateOptions>(
    token,
    'create',
    'make a token; the customer is made where new, or changed',
    async (options, out) => {
      const { customer: name, canOrder, discount, products, families } = options
      await withService(options.data, (service) => {
        try {
          const customer = service.customers.ensure(name, {
            ...(canOrder === undefined ? {} : { canOrder }),
            ...(discount === undefined ? {} : { discount }),
            ...(products === undefined ? {} : { products: products.ids }),
            ...(families === undefined ? {} : { families: families.ids }),
          })
          const created = service.customers.createToken(customer.id)
          out.result({ id: created.id, customer, token: created.token }, [created.token])
        } catch (error) {
          if (!(error instanceof Invalid)) throw error
          const field = error.faults[0]?.path.slice(1)
          throw new CommandError(
            field === 'discount'
              ? `--discount takes a percentage from 0 to 100 such as "12.5", not "${discount}"`
              : '--customer takes a name',
          )
        }
      })
    },
  )
    .requiredOption('--customer <name>', 'name of the customer')
    .option('--can-order', 'the customer may order')
    .addOption(new Option('--no-can-order', 'the customer may not order').hideHelp())
    .option('--discount <pct>', 'discount in percent, such as 12.5')
    .addOption(new Option('--products <ids>', '"all" or ids separated by commas').argParser(idList))
    .addOption(new Option('--families <ids>', '"all" or ids separated by commas').argParser(idList))

  command(token, 'list', 'list the tokens', async ({ data }, out) => {
    const tokens = await withService(data, (service) => service.customers.tokens())
    const line = (t: (typeof tokens)[number]) =>
      [
        t.id,
        t.customer,
        `created ${t.createdAt}`,
        t.lastUsedAt ? `used ${t.lastUsedAt}` : 'never used',
        t.revokedAt ? `revoked ${t.revokedAt}` : 'active',
      ].join('\t')
    out.result(tokens, tokens.length > 0 ? tokens.map(line) : ['no tokens'])
  })

  command(token, 'revoke <id>', 'revoke a token', async ({ data }, out, id) => {
    const tokenId = wholeNumber(1, Number.MAX_SAFE_INTEGER)(id!)
    await withService(data, (service) => {
      try {
        service.customers.revokeToken(tokenId)
      } catch (error) {
        if (!(error instanceof Refusal)) throw error
        throw new CommandError(`no token in force has the id ${tokenId}; see "comptoir token list"`)
      }
    })
    out.result({ id: tokenId, revoked: true }, [`token ${tokenId} revoked`])
  })
}
