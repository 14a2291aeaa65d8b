/** What is told of the machine, the catalogue, the partners and the checks: figures and codes, no name of anybody. */
import { statfs } from 'node:fs/promises'
import { arch, cpus, freemem, release, totalmem } from 'node:os'
import type { Locale } from '../../domain/messages.ts'
import type { Check, Finding } from '../maintenance.ts'
import type { Partner } from '../partners.ts'
import type { Service } from '../service.ts'
import { VERSION } from '../version.ts'
import { toldCode } from './codes.ts'

export async function toldMachine(folder: string, locale: Locale, now: Date) {
  const { versions, platform, memoryUsage, uptime } = process
  const { locale: systemLocale, timeZone } = Intl.DateTimeFormat().resolvedOptions()
  const { heapUsed, rss } = memoryUsage()
  const disk = await statfs(folder).catch(() => null)
  return {
    version: VERSION,
    at: now.toISOString(),
    ...{ platform, release: release(), arch: arch(), processors: cpus().length },
    ...{ node: versions.node, electron: versions['electron'] ?? null, chrome: versions['chrome'] ?? null },
    ...{ locale, systemLocale, timeZone },
    memory: { total: totalmem(), free: freemem(), process: rss, heap: heapUsed },
    disk: disk && { total: disk.blocks * disk.bsize, free: disk.bavail * disk.bsize },
    processSeconds: Math.round(uptime()),
  }
}

export async function toldCatalogue({ catalogue, store }: Service, now: Date) {
  const { snapshot } = catalogue
  const [loadedAt, tariffsLoadedAt] = [await catalogue.loadedAt(), await store.catalogue.tariffsLoadedAt()]
  return {
    ...{ version: snapshot.version, loadedAt, ageDays: daysSince(loadedAt, now), tariffsLoadedAt },
    ...{ ownTariffs: catalogue.hasOwn, products: snapshot.productCount, families: snapshot.familyCount },
  }
}

const DAY_MS = 86_400_000
const daysSince = (at: string | null, now: Date) =>
  at === null ? null : Math.floor((now.getTime() - Date.parse(at)) / DAY_MS)

export const toldPartners = ({ partners, store, catalogue }: Service) =>
  Promise.all(
    partners.all().map(async ({ id, link, sync, priceBook }: Partner) => {
      const { state, error, refusedCount, outsideCount, done, total } = sync.state
      const { ratePerSecond, concurrency, timeoutMs } = link.source.limits
      const { products, families } = catalogue.snapshot.countsOf(id)
      return {
        ...{ id, host: hostOf(link.url), hasToken: link.hasToken },
        ...{ online: link.online, trouble: link.trouble, problem: toldCode(link.problem?.code) ?? null },
        ...{ pausedUntil: link.pausedUntil, requests: Object.fromEntries(link.ends) },
        limits: { ratePerSecond, concurrency, timeoutMs },
        lastSync: sync.lastSync,
        sync: { state, done, total, error: toldCode(error?.code) ?? null, refusedCount, outsideCount },
        ...{ products, families, pricePoints: priceBook.points },
        transmissions: await store.outbox.phases(id),
        outbox: await store.outbox.counts(id),
      }
    }),
  )

/** Without user, path and query. */
function hostOf(url: string): string | null {
  return URL.canParse(url) ? new URL(url).host : null
}

/** A check by its code and its figures. */
export const toldCheck = ({ name, ok, found }: Check) => ({
  ...{ name, ok, code: found.code },
  ...factsOf(found),
})

function factsOf(found: Finding): Record<string, unknown> {
  switch (found.code) {
    // Of what is damaged the words may name rows, which are counted in store.json.
    case 'store_damaged':
    case 'store_sound':
    case 'catalogue_empty':
      return {}
    case 'store_altered':
      return {
        difference: found.difference,
        type: found.type,
        ...(found.difference !== 'foreign' && { name: found.name }),
      }
    case 'store_unwritable':
      return { cause: toldCode(found.cause) ?? null }
    case 'store_refused':
      return { reason: found.reason }
    case 'references_broken':
      return { count: found.count }
    case 'schema':
      return { version: found.version }
    case 'catalogue':
      return { products: found.products, families: found.families, days: found.days }
    case 'upstream_none':
      return { stranded: found.stranded }
    case 'upstream':
      return {
        host: hostOf(found.url),
        found: toldCode(found.partner.code) ?? null,
        ...{ unsent: found.unsent, attention: found.attention, noted: found.noted },
        ...{ stranded: found.stranded, outside: found.outside, refused: found.refused },
        syncError: toldCode(found.syncError?.code) ?? null,
      }
    case 'catalogue_unread':
      return { products: found.products, families: found.families }
    case 'accounts_unread':
    case 'discounts_unread':
      return { count: found.names.length }
    case 'mail':
      return { problem: toldCode(found.problem?.code) ?? null }
    case 'disk':
      return { freeMebibytes: found.freeMebibytes }
  }
}
