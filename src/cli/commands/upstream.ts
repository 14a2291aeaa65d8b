import type { Command } from 'commander'
import { worded } from '../../domain/messages.ts'
import { outboxView } from '../../http/app/outbox.ts'
import { problemOf, Refusal } from '../../service/refusal.ts'
import { CommandError } from '../output.ts'
import { command, wholeNumber } from '../program.ts'
import { withService } from '../service.ts'

interface SetOptions {
  readonly url: string
  readonly token?: string
}

interface SyncOptions {
  readonly prices: number
}

const MOST_PRICES = 1_000_000

export function upstreamCommands(program: Command): void {
  const upstream = program.command('upstream').description('the partner to sync from and to order at')

  command<SetOptions>(
    upstream,
    'set',
    'set the partner; the token is read from standard input where the flag is missing',
    async ({ data, url, token }, out) => {
      const secret = token ?? (await readInput())
      if (secret.trim() === '')
        throw new CommandError('no token was given: name it with --token, or write it to standard input')
      await withService(data, async ({ upstream }) => {
        const { ok, found } = await upstream.set(url, secret.trim())
        const message = worded(found, 'en')
        out.result({ url: upstream.url, hasToken: true, check: { ok, code: found.code, message } }, [
          `upstream ${upstream.url}`,
          `${ok ? 'ok  ' : 'LOOK'} ${message}`,
        ])
      })
    },
  )
    .requiredOption('--url <url>', "the partner's address")
    .option('--token <token>', "the partner's token")

  command(upstream, 'clear', 'forget the partner and its token', async ({ data }, out) => {
    await withService(data, (service) => service.upstream.clear())
    out.result({ url: null, hasToken: false }, ['no upstream'])
  })

  command(upstream, 'show', 'show the partner; its token is never shown', async ({ data }, out) => {
    await withService(data, ({ upstream: { url, hasToken } }) => {
      out.result({ url, hasToken }, [
        url === null ? 'no upstream' : `upstream ${url}${hasToken ? '' : ', without a token'}`,
      ])
    })
  })

  command<SyncOptions>(
    program,
    'sync',
    'take over the catalogue of the upstream now, then fill the price book',
    async ({ data, prices }, out) => {
      await withService(data, async (service) => {
        try {
          const result = await service.sync.run(prices)
          out.result({ ...result, pricePoints: service.priceBook.points }, [
            result.changed ? `catalogue: ${result.changes} change(s)` : 'catalogue: nothing changed',
            `prices: ${result.prices} asked, ${service.priceBook.points} in the book`,
            ...result.refused.map(
              ({ area, id, name, problem }) =>
                `refused: ${area} ${id} ${JSON.stringify(name)}, ${worded(problem, 'en')}`,
            ),
          ])
        } catch (error) {
          if (error instanceof Refusal)
            throw new CommandError('no upstream is set; set one with "comptoir upstream set --url URL"')
          throw new CommandError(
            `the sync failed, the catalogue stays as it was: ${worded(problemOf(error), 'en')}`,
          )
        }
      })
    },
  ).option('--prices <n>', 'price requests at most', wholeNumber(0, MOST_PRICES), 0)

  command(
    program,
    'outbox',
    'list the orders that wait to be transmitted, and why',
    async ({ data }, out) => {
      const waiting = await withService(data, (service) => service.outbox.entries())
      const entries = waiting.map((entry) => outboxView(entry, 'en'))
      out.result(
        entries,
        entries.length > 0
          ? entries.map((e) =>
              [
                e.order,
                e.area,
                e.state,
                e.devis,
                `${e.attempts} attempt(s)`,
                e.lastError?.message ?? '',
              ].join('\t'),
            )
          : ['nothing waits'],
      )
    },
  )
}

async function readInput(): Promise<string> {
  if (process.stdin.isTTY) return ''
  let text = ''
  for await (const chunk of process.stdin) text += String(chunk)
  return text
}
