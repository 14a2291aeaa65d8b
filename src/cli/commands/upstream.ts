import type { Command } from 'commander'
import { worded } from '../../domain/messages.ts'
import { outboxView } from '../../http/app/outbox.ts'
import { problemOf } from '../../service/refusal.ts'
import { PricesFailed } from '../../service/sync.ts'
import { urlFault } from '../../service/upstream.ts'
import { CommandError } from '../failure.ts'
import { command, groupCommand, wholeNumber } from '../program.ts'
import { readSecret } from '../secret.ts'
import { withService } from '../service.ts'
import type { Language } from '../words/index.ts'

interface SetOptions {
  readonly url: string
  readonly token?: string
}

interface SyncOptions {
  readonly prices: number
}

const MOST_PRICES = 1_000_000
const NEEDS_STORE = { needsStore: true }

export function upstreamCommands(program: Command, language: Language): void {
  const { words, locale } = language
  const { about, option, value, upstream: said } = words
  const group = groupCommand(program, language, 'upstream', about.upstream)

  command<SetOptions>(group, language, 'set', about.upstreamSet, async ({ data, url, token }, out) => {
    const fault = urlFault(url)
    if (fault) throw new CommandError('upstream_invalid', said.url[fault](placeOf(url)))
    const secret = (token ?? (await askToken(said.tokenQuestion(url)))).trim()
    if (secret === '') throw new CommandError('token_missing', said.tokenMissing)
    await withService(data, async ({ upstream, outbox }) => {
      const { ok, found } = await upstream.set(url, secret)
      const message = worded(found, locale)
      const good = ok && found.code === 'partner_ok'
      const stranded = outbox.stranded()
      out.result({ url: upstream.url, hasToken: true, stranded, check: { ok, code: found.code, message } }, [
        said.set(upstream.url!),
        `${good ? words.doctor.ok : words.doctor.look} ${message}`,
        ...(stranded > 0 ? [`${words.doctor.look} ${said.elsewhere(stranded)}`] : []),
      ])
    })
  })
    .requiredOption(`--url <${value.url}>`, option.url)
    .option(`--token <${value.token}>`, option.token)

  command(
    group,
    language,
    'clear',
    about.upstreamClear,
    async ({ data }, out) => {
      const stranded = await withService(data, ({ upstream, outbox }) => {
        upstream.clear()
        return outbox.stranded()
      })
      out.result({ url: null, hasToken: false, stranded }, [
        said.none,
        ...(stranded > 0 ? [`${words.doctor.look} ${said.stranded(stranded)}`] : []),
      ])
    },
    NEEDS_STORE,
  )

  command(
    group,
    language,
    'show',
    about.upstreamShow,
    async ({ data }, out) => {
      await withService(data, ({ upstream: { url, hasToken } }) => {
        out.result({ url, hasToken }, [
          url === null ? said.none : hasToken ? said.set(url) : said.withoutToken(url),
        ])
      })
    },
    NEEDS_STORE,
  )

  command<SyncOptions>(
    program,
    language,
    'sync',
    about.sync,
    async ({ data, prices }, out) => {
      await withService(data, async (service) => {
        try {
          const result = await service.sync.run(prices)
          const { points } = service.priceBook
          const refused = result.refused.map(({ problem, ...item }) => ({
            ...item,
            message: worded(problem, locale),
          }))
          out.result({ ...result, refused, pricePoints: points }, [
            result.changed ? said.changes(result.changes) : said.unchanged,
            ...refused.map(({ area, id, name, message }) => said.refused(`${area} ${id} ${name}`, message)),
            said.prices(result.prices, points),
          ])
        } catch (error) {
          if (error instanceof PricesFailed) {
            const { code, params } = problemOf(error.cause)
            const why = worded({ code, params }, locale)
            throw new CommandError(code, said.pricesFailed(error.taken.changes, why))
          }
          const problem = problemOf(error)
          throw new CommandError(
            problem.code,
            problem.code === 'no_upstream' ? said.notSet : said.syncFailed(worded(problem, locale)),
          )
        }
      })
    },
    NEEDS_STORE,
  ).option(`--prices <${value.count}>`, option.prices, wholeNumber(words, 0, MOST_PRICES), 0)

  command(
    program,
    language,
    'outbox',
    about.outbox,
    async ({ data }, out) => {
      const waiting = await withService(data, (service) => service.outbox.entries())
      const entries = waiting.map((entry) => outboxView(entry, locale))
      out.result(
        entries,
        entries.length > 0
          ? entries.map((e) => [
              String(e.order),
              e.area,
              e.state,
              e.devis,
              said.attempts(e.attempts),
              e.lastError?.message ?? '',
            ])
          : [said.nothingWaits],
      )
    },
    NEEDS_STORE,
  )
}

const askToken = (question: string) =>
  readSecret(process.stdin, (text) => process.stderr.write(text), question)

/** An address as a message may repeat it: what follows its place may be a secret. */
const placeOf = (url: string) => url.replace(/[?#][\s\S]*$/, '')
