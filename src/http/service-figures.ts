/** How the service stands, for `GET /metrics`: read when it is asked for. */
import { Counter, Gauge, type Registry } from 'prom-client'
import type { Partner } from '../service/partners.ts'
import { isStoreFailure, type Service } from '../service/service.ts'
import { VERSION } from '../service/version.ts'
import type { Placed } from './orders-placed.ts'

interface Sample {
  readonly labels?: Readonly<Record<string, string>>
  /** null: not known, and left out */
  readonly value: number | null
}

interface Figure {
  readonly kind: typeof Gauge | typeof Counter
  /** after `comptoir_` */
  readonly name: string
  readonly help: string
  readonly labels?: readonly string[]
  read(): readonly Sample[] | Promise<readonly Sample[]>
}

/** Registers them. They hold no secret, no address and no customer; a partner goes by its name. */
export function serviceFigures(registry: Registry, service: Service, placed: Placed): void {
  for (const { kind: Kind, name, help, labels = [], read } of [
    ...processFigures(service, placed),
    ...catalogueFigures(service),
    ...partnerFigures(service),
  ]) {
    new Kind({
      name: `comptoir_${name}`,
      help,
      labelNames: labels,
      registers: [registry],
      async collect() {
        const samples = (await whileReadable(read)).filter(({ value }) => value !== null)
        this.reset()
        // Without labels a figure that was reset is 0; one that is not known is none.
        if (samples.length === 0 && labels.length === 0) this.remove()
        for (const { labels: of = {}, value } of samples) this.inc(of, value!)
      },
    })
  }
}

/** A store that cannot be read takes away what is read from it, and leaves the rest. */
async function whileReadable(read: Figure['read']): Promise<readonly Sample[]> {
  try {
    return await read()
  } catch (error) {
    if (isStoreFailure(error)) return []
    throw error
  }
}

const one = (value: number | null): Sample[] => [{ value }]

/** Seconds since 1970, of a time in ISO. */
const seconds = (at: string | null) => (at === null ? null : Date.parse(at) / 1000)

function processFigures(service: Service, placed: Placed): Figure[] {
  return [
    {
      kind: Gauge,
      name: 'build_info',
      help: 'Always 1: the version of the program, and that of Node.',
      labels: ['version', 'node'],
      read: () => [{ labels: { version: VERSION, node: process.version }, value: 1 }],
    },
    {
      kind: Gauge,
      name: 'store_writable',
      help: '1 where the store takes writes, 0 where it does not.',
      read: async () => one((await service.health()) === null ? 1 : 0),
    },
    {
      kind: Gauge,
      name: 'event_streams',
      help: 'Open streams of events, of tools and of screens.',
      // Each of them listens for the end of the service.
      read: () => one(service.events.listenerCount('closing')),
    },
    {
      kind: Counter,
      name: 'orders_placed_total',
      help: 'Orders placed since the start, by tools and at the desk.',
      labels: ['area'],
      read: () => Object.entries(placed).map(([area, value]) => ({ labels: { area }, value })),
    },
  ]
}

function catalogueFigures({ catalogue }: Service): Figure[] {
  return [
    {
      kind: Gauge,
      name: 'catalogue_version',
      help: 'Grows with each change of the catalogue.',
      read: () => one(catalogue.snapshot.version),
    },
    {
      kind: Gauge,
      name: 'catalogue_loaded_timestamp_seconds',
      help: 'When a catalogue was last loaded, of our own tariffs or of a partner.',
      read: async () => one(seconds(await catalogue.loadedAt())),
    },
    {
      kind: Gauge,
      name: 'catalogue_entries',
      help: 'Products and display families in force.',
      labels: ['area'],
      read: () => [
        { labels: { area: 'print' }, value: catalogue.snapshot.productCount },
        { labels: { area: 'display' }, value: catalogue.snapshot.familyCount },
      ],
    },
  ]
}

function partnerFigures({ partners, outbox }: Service): Figure[] {
  const ofEach = (read: (partner: Partner) => number | null | Promise<number>) => () =>
    Promise.all(
      partners.all().map(async (partner) => ({
        labels: { partner: partner.link.source.name },
        value: await read(partner),
      })),
    )
  const transmissions = (state: 'waiting' | 'attention' | 'noted' | 'unsent', help: string): Figure => ({
    kind: Gauge,
    name: `transmissions_${state}`,
    help,
    labels: ['partner'],
    async read() {
      const all = (await outbox.counts())[state]
      const each = await ofEach(async ({ id }) => (await outbox.counts(id))[state])()
      const others = all - each.reduce((sum, { value }) => sum + (value ?? 0), 0)
      // What waits for a partner that was taken away waits all the same.
      return others > 0 ? [...each, { labels: { partner: '' }, value: others }] : each
    },
  })
  return [
    {
      kind: Gauge,
      name: 'partner_online',
      help: '1 where the partner answers and takes our token, 0 where it does not.',
      labels: ['partner'],
      read: ofEach(({ link }) => (link.online ? 1 : 0)),
    },
    {
      kind: Gauge,
      name: 'partner_last_sync_timestamp_seconds',
      help: 'When the catalogue of the partner was last taken over.',
      labels: ['partner'],
      read: ofEach(({ sync }) => seconds(sync.lastSync)),
    },
    {
      kind: Counter,
      name: 'partner_requests_total',
      help: 'Requests to the partner since the start, each try, by how they ended.',
      labels: ['partner', 'outcome'],
      read: () =>
        partners.all().flatMap(({ link }) =>
          [...link.ends].map(([outcome, value]) => ({
            labels: { partner: link.source.name, outcome },
            value,
          })),
        ),
    },
    transmissions('waiting', 'Parts of orders on their way to the partner.'),
    transmissions('attention', 'Of those that are not made: a person must look.'),
    transmissions('noted', 'Made, and to be looked into.'),
    transmissions('unsent', 'Not yet sent, refused ones included.'),
  ]
}
