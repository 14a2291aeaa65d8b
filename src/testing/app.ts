/** The shipped service and its HTTP interface over a folder of the test's own. */
import { Writable } from 'node:stream'
import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify'
import pino from 'pino'
import type { TSchema } from 'typebox'
import { Compile } from 'typebox/compile'
import { onTestFinished } from 'vitest'
import { buildApp } from '../http/app.ts'
import { PublicAddress } from '../http/public-address.ts'
import { offeredOf } from '../service/catalogue.ts'
import { logOptions } from '../service/log-secrets.ts'
import type { Partner } from '../service/partners.ts'
import { Service } from '../service/service.ts'
import type { Environment } from '../service/settings.ts'
import { storeOfRun } from './engines.ts'
import { temporaryFolder } from './folder.ts'
import { CHEAP } from './people.ts'
import { SHOP, type Loose } from './shop.ts'

export const KEY = 'test-key'
export const START = '2026-03-02T09:00:00.000Z'

/** A clock that stands still until it is moved. */
export class TestClock {
  #now = Date.parse(START)
  #passed = 0
  now = () => new Date(this.#now)
  monotonic = () => this.#passed
  /** Lets time pass. */
  advance(ms: number): void {
    this.#now += ms
    this.#passed += ms
  }
  /** Sets the clock, as a person or the network may: no time passes. */
  set(ms: number): void {
    this.#now += ms
  }
}

export interface CustomerOptions {
  readonly canOrder?: boolean
  readonly discount?: string
  readonly products?: readonly number[] | null
  readonly families?: readonly number[] | null
}

export interface World {
  readonly folder: string
  readonly service: Service
  readonly app: FastifyInstance
  readonly clock: TestClock
  /** what the service logged, one JSON line each */
  readonly logged: string[]
  /** A customer's token. */
  token(name: string, options?: CustomerOptions): Promise<string>
  /** A caller of the partner API with a token. */
  partner(token: string): Caller
  /** A caller of the application API with the key. */
  readonly desk: Caller
  /** A caller of the application API who has no key and has not signed in. */
  readonly anyone: Caller
}

export interface Caller {
  get(url: string, headers?: Record<string, string>): Promise<LightMyRequestResponse>
  post(url: string, body: unknown, headers?: Record<string, string>): Promise<LightMyRequestResponse>
  send(options: InjectOptions): Promise<LightMyRequestResponse>
}

export interface WorldOptions {
  /** null: an empty catalogue */
  readonly bundle?: unknown
  readonly folder?: string
  /** the database of a shared store; by default as {@link storeOfRun} says */
  readonly store?: string | null
  /** the host that the server would listen on; null behind the desktop's own door */
  readonly host?: string | null
  /** the address behind a reverse proxy */
  readonly publicUrl?: string
  /** folder of the built screens; none are served where it is not there */
  readonly renderer?: string
  readonly logLevel?: string
  readonly environment?: Environment
}

export async function world({
  bundle = SHOP,
  folder,
  store,
  host = null,
  renderer = '/nonexistent',
  publicUrl,
  logLevel = 'warn',
  environment = {},
}: WorldOptions = {}) {
  const clock = new TestClock()
  const logged: string[] = []
  const stream = new Writable({
    write(chunk: Buffer, _encoding, done) {
      logged.push(chunk.toString())
      done()
    },
  })
  // A folder that is named has its store in it.
  const url = store !== undefined ? store : folder === undefined ? await storeOfRun() : null
  folder ??= temporaryFolder()
  const service = await Service.start({
    folder,
    url,
    clock,
    log: pino(logOptions(logLevel), stream),
    environment,
    passwordCost: CHEAP,
  })
  onTestFinished(() => service.close())
  if (bundle !== null) await service.catalogue.importBundle(bundle)
  const publicAddress = publicUrl === undefined ? null : PublicAddress.parse(publicUrl)
  if (typeof publicAddress === 'string') throw new Error(`${publicUrl}: ${publicAddress}`)
  const app = buildApp(service, { key: KEY, renderer, host, publicAddress })
  onTestFinished(() => app.close())
  checkAnswers(app)
  await app.ready()
  const result: World = {
    folder,
    service,
    app,
    clock,
    logged,
    async token(name, options = {}) {
      const customer = await service.customers.ensure(name, options)
      return (await service.tokens.create(customer.id)).token
    },
    partner: (token) => caller(app, { authorization: `Token ${token}` }),
    desk: caller(app, { authorization: `Bearer ${KEY}` }),
    anyone: caller(app, {}),
  }
  return result
}

/** The test shop's catalogue as a partner's: it offers it, and says no price by itself. */
export async function partnerOf(service: Service, url: string): Promise<Partner> {
  const { id } = await service.partners.keep({ name: null, url, token: 'jeton' })
  await service.catalogue.load({ ...offeredOf(SHOP), printTariffs: [], displayTariffs: [] }, id)
  await service.partners.reload()
  return service.partners.byId(id)!
}

/** Holds every success of the application API to the schema that its route declares: no field less, and none more. */
function checkAnswers(app: FastifyInstance): void {
  app.addHook('preSerialization', (request, reply, payload, done) => {
    const { answer } = request.routeOptions.config
    const wire: unknown = JSON.parse(JSON.stringify(payload ?? null))
    const wrong = answer && reply.statusCode < 300 ? Compile(closed(answer)).Errors(wire) : []
    if (wrong.length === 0) done(null, payload)
    else
      done(new Error(`${request.url} answers what it does not declare: ${JSON.stringify(wrong.slice(0, 3))}`))
  })
}

/** The schema in which objects have their own fields alone. */
function closed(schema: TSchema): TSchema {
  const copy = structuredClone(schema) as unknown
  const close = (node: unknown): void => {
    if (typeof node !== 'object' || node === null) return
    if ('properties' in node) Object.assign(node, { additionalProperties: false })
    Object.values(node).forEach(close)
  }
  close(copy)
  return copy as TSchema
}

export function caller(app: FastifyInstance, common: Record<string, string>): Caller {
  const send = (options: InjectOptions) =>
    app.inject({ ...options, headers: { ...common, ...(options.headers as Record<string, string>) } })
  return {
    send,
    get: (url, headers = {}) => send({ method: 'GET', url, headers }),
    post: (url, body, headers = {}) =>
      send({
        method: 'POST',
        url,
        headers: { 'content-type': 'application/json', ...headers },
        payload: typeof body === 'string' ? body : JSON.stringify(body),
      }),
  }
}

/** The faults of an error answer, `path code` each. */
export function faultsOf(response: LightMyRequestResponse): string[] {
  const { errors } = response.json<{ errors: { path: string; code: string }[] }>()
  return errors.map(({ path, code }) => `${path} ${code}`)
}

export const json = (response: LightMyRequestResponse): Loose => response.json<Loose>()

export const ADDRESS = {
  prenom: 'Ada',
  nom: 'Martin',
  societe: '',
  adresse1: '1 rue des Presses',
  adresse2: '',
  code_postal: '69001',
  ville: 'Lyon',
  pays: 'France',
  email: 'ada@example.fr',
  telephone: '',
  instructions: '',
}
