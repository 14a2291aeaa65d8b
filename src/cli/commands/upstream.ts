import type { Command } from 'commander'
import { worded, wordedForCommands, type Locale } from '../../domain/messages.ts'
import { BY_COMMAND } from '../../domain/people.ts'
import { MOST_SYNC_PRICES } from '../../domain/settings.ts'
import { EVERY_RIGHT } from '../../domain/shared/rights.ts'
import { shownId } from '../../domain/shared/numbers.ts'
import { outboxView } from '../../http/app/outbox.ts'
import type { OutboxEntry as OutboxBody } from '../../http/app/schemas.ts'
import { problemOf } from '../../service/refusal.ts'
import { PricesFailed, type SyncResult } from '../../service/partner-sync.ts'
import { refuseToken, urlFault, type Partner, type Partners } from '../../service/partners.ts'
import { strandedCount, waitedFor } from '../../service/stranded.ts'
import { refusalWords } from '../../service/source-catalogue.ts'
import { CommandError } from '../failure.ts'
import { command, groupCommand, wholeNumber } from '../program.ts'
import { readSecret } from '../secret.ts'
import { mergeCommands, setCommand, type Typed } from '../typed.ts'
import { withService } from '../service.ts'
import { onlyPartner, partnerNamed } from './partner-name.ts'
import type { Language } from '../words/index.ts'

interface NameOption {
  readonly name?: string
}

interface SetOptions extends NameOption {
  /** absent where only the name changes */
  readonly url?: string
  readonly token?: string
  readonly rename?: string
}

interface SyncOptions extends NameOption {
  readonly prices: number
}

const NEEDS_STORE = { needsStore: true }

export function upstreamCommands(program: Command, language: Language): void {
  const { words, locale } = language
  const { about, option, value, upstream: said } = words
  const nameFlag = `--name <${value.name}>`
  const urlFlag = `--url <${value.url}>`
  const group = groupCommand(program, language, 'upstream', about.upstream)

  command<SetOptions>(group, language, 'set', about.upstreamSet, async (options, out) => {
    const { data, store, url, name, rename, typed } = options
    const secret = await secretOf(options)
    await withService({ data, store }, async (service) => {
      const { partners } = service
      const known = rename === undefined ? null : named(partners, name, typed)
      const sources = new Map(partners.all().map(({ id, link }) => [id, link.source]))
      const { partner, check } = await partners.set({
        name: known?.link.source.name ?? name ?? null,
        url: url ?? known!.link.url,
        token: secret,
        rename,
        which: known ? 'set' : undefined,
      })
      const { ok, found } = check
      const message = worded(found, locale)
      const good = ok && found.code === 'partner_ok'
      const waiting = await waitedFor(service, partner.id)
      const stranded = strandedCount(waiting)
      const shown = shownPartner(partner, locale)
      const help = found.code === 'upstream_no_token' ? [said.giveToken(setCommand(typed, shown))] : []
      const before = sources.get(partner.id)
      const movedFrom = before && before.url !== shown.url ? before.url : null
      const renamedFrom = before && before.name !== shown.name ? before.name : null
      const sameAddress = partners
        .all()
        .flatMap(({ id, link }) => (id !== partner.id && link.url === shown.url ? [link.source.name] : []))
      const isNew = before === undefined
      const facts = { name: shown.name, url: shown.url, ...(secret && { token: 1 }) }
      await service.journal.note(BY_COMMAND, isNew ? 'partner_added' : 'partner_changed', facts)
      const merge = () => said.onlyName(...mergeCommands(typed, shown.name, sameAddress))
      const looks = [
        ...(movedFrom === null
          ? []
          : [moved(typed, shown, { name: renamedFrom, url: movedFrom }, name === undefined)]),
        // Of one that had the address already it was told when it came there.
        ...(sameAddress.length === 0 || (movedFrom === null && !isNew)
          ? []
          : [words.together([said.sameAddress(sameAddress), ...(isNew ? [merge()] : [])])]),
      ].map((text) => `${words.doctor.look} ${text}`)
      const changes = { movedFrom, renamedFrom, sameAddress, stranded, waitedFor: waiting }
      const elsewhere = () =>
        said.elsewhere(
          stranded,
          waiting.map((one) => setCommand(typed, one)),
        )
      out.result({ ...shown, ...changes, check: { ok, code: found.code, message } }, [
        said.set(shown.name, shown.url),
        ...looks,
        [good ? words.doctor.ok : words.doctor.look, message, ...help].join(' '),
        ...(stranded > 0 ? [`${words.doctor.look} ${elsewhere()}`] : []),
      ])
    })
  })
    .option(nameFlag, option.partnerName)
    .option(urlFlag, option.url)
    .option(`--token <${value.token}>`, option.token)
    .option(`--rename <${value.name}>`, option.rename)

  /** The token that is given or asked for; null: the one that is kept stays, where only a name is changed. */
  async function secretOf({ url, token, rename }: SetOptions): Promise<string | null> {
    if (url === undefined) {
      if (rename === undefined) throw new CommandError('usage', words.usage.missingOption(urlFlag))
      if (token === undefined) return null
    } else {
      const fault = urlFault(url)
      if (fault) throw new CommandError('upstream_invalid', said.url[fault](placeOf(url)))
    }
    const secret = (token ?? (await askToken(said.tokenQuestion(url ?? '')))).trim()
    if (secret === '') throw new CommandError('token_missing', said.tokenMissing)
    // What is refused anyhow makes no store.
    refuseToken(secret)
    return secret
  }

  /** The partner of a name; without one the only one. @throws CommandError where there is none, or several */
  function named(partners: Partners, name: string | undefined, typed: Typed): Partner {
    const partner = name === undefined ? onlyPartner(partners, words) : partnerNamed(partners, name, words)
    if (!partner) throw new CommandError('no_upstream', said.notSet(typed))
    return partner
  }

  /** What another address means. @param alone whether no name said which partner is meant */
  function moved(
    typed: Typed,
    { name, url }: { readonly name: string; readonly url: string },
    before: { readonly name: string | null; readonly url: string },
    alone: boolean,
  ): string {
    const undo = setCommand(typed, { name, url: before.url }, before.name ?? name)
    return said.moved(before.url, undo, alone ? setCommand(typed, { name: said.nameToChoose, url }) : null)
  }

  command<NameOption>(
    group,
    language,
    'clear',
    about.upstreamClear,
    async ({ data, store, name, typed }, out) => {
      await withService({ data, store }, async (service) => {
        const { partners } = service
        const partner =
          name === undefined ? onlyPartner(partners, words) : partnerNamed(partners, name, words)
        const cleared = partner?.link.source.name ?? null
        if (cleared !== null) {
          await partners.remove(cleared)
          await service.journal.note(BY_COMMAND, 'partner_removed', { name: cleared })
        }
        const waiting = await waitedFor(service)
        const stranded = strandedCount(waiting)
        const left = partners.all().map((partner) => shownPartner(partner, locale))
        out.result({ cleared, partners: left, stranded, waitedFor: waiting }, [
          ...(cleared === null ? [] : [said.cleared(cleared)]),
          ...(left.length === 0 ? [said.none] : left.map(lineOf)),
          ...(stranded > 0
            ? [
                `${words.doctor.look} ${said.stranded(
                  stranded,
                  waiting.map((one) => setCommand(typed, one)),
                  typed,
                )}`,
              ]
            : []),
        ])
      })
    },
    NEEDS_STORE,
  ).option(nameFlag, option.clearName)

  command(
    group,
    language,
    'show',
    about.upstreamShow,
    async ({ data, store }, out) => {
      await withService({ data, store }, ({ partners }) => {
        const shown = partners.all().map((partner) => shownPartner(partner, locale))
        out.result(shown, shown.length === 0 ? [said.none] : shown.map(lineOf))
      })
    },
    NEEDS_STORE,
  )

  /** A partner in one line, with what keeps it from being asked. */
  function lineOf({ name, url, hasToken, problem, base }: ReturnType<typeof shownPartner>): string {
    const why = hasToken ? problem : said.withoutToken
    return [said.set(name, url), ...(base === null ? [] : [said.idsFrom(base)]), ...(why ? [why] : [])].join(
      ', ',
    )
  }

  command<SyncOptions>(
    program,
    language,
    'sync',
    about.sync,
    async ({ data, store, prices, name, typed }, out) => {
      await withService({ data, store }, async (service) => {
        const { partners } = service
        const wanted = name === undefined ? partners.all() : [partnerNamed(partners, name, words)]
        if (wanted.length === 0) throw new CommandError('no_upstream', said.notSet(typed))
        const outcomes = await Promise.all(wanted.map((partner) => synced(partner, prices, language, typed)))
        const results = outcomes.map(({ result }) => result)
        const failures = outcomes.flatMap(({ failure }) => failure ?? [])
        const why = words.together(failures.map(({ message }) => message))
        const sum = (of: 'changes' | 'prices' | 'pricePoints') =>
          results.reduce((all, one) => all + one[of], 0)
        const failed = { error: why, code: failures[0]?.code, errors: [] }
        out.result(
          {
            ...(failures.length === outcomes.length ? failed : {}),
            changed: results.some(({ changed }) => changed),
            ...{ changes: sum('changes'), prices: sum('prices'), pricePoints: sum('pricePoints') },
            refused: results.flatMap(({ refused }) => refused),
            partners: outcomes.map(({ name: of, result, failure }) => ({
              ...{ name: of, ...result },
              error: failure && { code: failure.code, message: failure.message },
            })),
          },
          outcomes.flatMap(({ name: of, result, failure }) =>
            failure ? [] : syncLines(of, result, wanted.length > 1, language),
          ),
        )
        if (failures.length === 0) return
        // What the others brought is told; each that failed is told beside it, in one line.
        out.note(why)
        process.exitCode = 1
      })
    },
    NEEDS_STORE,
  )
    .option(nameFlag, option.syncName)
    .option(`--prices <${value.count}>`, option.prices, wholeNumber(words, 0, MOST_SYNC_PRICES), 0)

  command(
    program,
    language,
    'outbox',
    about.outbox,
    async ({ data, store, typed }, out) => {
      const { entries, unreadable } = await withService({ data, store }, async ({ outbox, partners }) => {
        const open = await outbox.open()
        const told = open.entries.map((entry) => {
          const shown = outboxView(entry, { locale, rights: EVERY_RIGHT })
          const isOf = ({ link }: Partner) => link.source.name === entry.partner
          return { shown, why: reason(shown, partners.all().find(isOf), typed) }
        })
        return { entries: told, unreadable: open.unreadable }
      })
      out.result(
        entries.map(({ shown }) => shown),
        entries.length > 0
          ? entries.map(({ shown: e, why }) => [
              String(e.id),
              e.partner,
              e.area,
              e.state,
              e.devis,
              said.attempts(e.attempts),
              why,
            ])
          : [said.nothingWaits],
      )
      if (unreadable > 0)
        out.note(wordedForCommands({ code: 'rows_unreadable', params: { count: unreadable } }, locale))
    },
    NEEDS_STORE,
  )

  /** Why an order waits, and what helps. @param partner undefined: it is set no more */
  function reason(
    { lastError, stranded, state, received }: OutboxBody,
    partner: Partner | undefined,
    typed: Typed,
  ): string {
    const isDoubtful = state === 'a_transmettre' && received === 'maybe'
    const noToken = lastError?.code === 'upstream_no_token' && partner
    const sentences = [
      ...(stranded ? [stranded.why.message, said.setAgain(setCommand(typed, stranded))] : []),
      ...(lastError && lastError.code !== stranded?.why.code ? [lastError.message] : []),
      ...(isDoubtful ? [said.mayBeThere] : []),
    ]
    const told = sentences.map((text) => (/[.!?]$/.test(text) ? text : `${text}.`))
    if (!noToken) return told.join(' ')
    const { source, url } = partner.link
    return [...told, said.giveToken(setCommand(typed, { name: source.name, url }))].join(' ')
  }
}

/** A partner as the command line shows it: never its token. */
function shownPartner({ link, sync }: Partner, locale: Locale) {
  const { source, url, hasToken, problem, block } = link
  return {
    ...{ name: source.name, url, hasToken, problem: problem && worded(problem, locale) },
    ...{ base: block?.base ?? null, lastSync: sync.lastSync },
  }
}

/** What came of one partner's sync: a failure is told by its name, beside the others' results. */
async function synced(
  partner: Partner,
  prices: number,
  { locale, words: { upstream: said } }: Language,
  typed: Typed,
) {
  const { source, url } = partner.link
  const { name } = source
  const told = ({ refused, ...result }: SyncResult) => ({
    ...result,
    refused: refused.map((item) => ({
      ...{ area: item.area, id: item.id, name: item.name },
      message: refusalWords(item, locale),
      taken: item.prices ?? false,
    })),
    outside: partner.sync.state.outsideCount,
    pricePoints: partner.priceBook.points,
  })
  try {
    await partner.link.resume()
    return { name, failure: null, result: told(await partner.sync.run(prices)) }
  } catch (error) {
    const taken = error instanceof PricesFailed ? error.taken : null
    const { code, params } = problemOf(error instanceof PricesFailed ? error.cause : error)
    const remedy = code === 'upstream_no_token' ? [said.giveToken(setCommand(typed, { name, url }))] : []
    const why = [wordedForCommands({ code, params }, locale), ...remedy].join(' ')
    const text = taken ? said.pricesFailed(name, taken.changes, why) : said.syncFailed(name, why)
    const result = told({ changed: false, changes: 0, refused: [], ...taken, prices: 0 })
    return { name, failure: new CommandError(code, text), result }
  }
}

type Synced = Awaited<ReturnType<typeof synced>>['result']

/** @param several whose it is must be told */
function syncLines(name: string, result: Synced, several: boolean, { words }: Language): string[] {
  const said = words.upstream
  const { changed, changes, refused, outside, prices, pricePoints } = result
  return [
    ...(several ? [`${name}`] : []),
    changed ? said.changes(changes) : said.unchanged,
    ...refused.map(({ area, id, name: item, message, taken }) =>
      (taken ? said.unpriced : said.refused)(`${area} ${shownId(id)} ${item}`, message),
    ),
    ...(outside > 0 ? [`${words.doctor.look} ${said.outside(outside)}`] : []),
    said.prices(prices, pricePoints),
  ]
}

const askToken = (question: string) =>
  readSecret(process.stdin, (text) => process.stderr.write(text), question)

/** An address as a message may repeat it: what follows its place may be a secret. */
const placeOf = (url: string) => url.replace(/[?#][\s\S]*$/, '')
