import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { Option, type Command } from 'commander'
import { PublicAddress } from '../../http/public-address.ts'
import { listen, type RunningServer } from '../../http/server.ts'
import { openedAt, writeServerFile } from '../../service/server-file.ts'
import { Service } from '../../service/service.ts'
import { renew } from '../../service/upkeep/renewal.ts'
import type { Replaced, Replacement } from '../../service/upkeep/replacement.ts'
import { CommandError } from '../failure.ts'
import { command, wholeNumber } from '../program.ts'
import { logger } from '../service.ts'
import type { Language } from '../words/index.ts'

const LEVEL_VARIABLE = 'COMPTOIR_LOG_LEVEL'
const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']
const DEFAULT_PORT = 4580
const KEY_BYTES = 24
const DEFAULT_GRACE_MS = 10_000
const LONGEST_GRACE_MS = 3_600_000
/** What is answered without the partner at the last moment still has to be sent. */
const LAST_WORDS_MS = 500
/** A database that stands still answers not even a farewell. What it has not acknowledged, nobody was told is done. */
const FAREWELL_MS = 2000
/** What has ended ends the process by itself; what holds it longer is nobody's any more. */
const LINGER_MS = 2000
/** Who asked for another store waits for it: idle connections are let go of soon. */
const RENEWAL_LEAVE_MS = 200

interface ServeOptions {
  readonly host: string
  readonly port: number
  readonly key?: string
  /** "": commander's word for the null that an empty variable is read as */
  readonly publicUrl?: PublicAddress | ''
  /** milliseconds */
  readonly grace: number
}

/** Beyond this machine a shorter key is guessed. */
const SAFE_KEY_LENGTH = 16
const THIS_MACHINE = /^(127\.|localhost$|::1$)/

/** Where the built screens are: beside the built program, or in the checkout's output. */
const rendererFolder = () =>
  import.meta.url.endsWith('.ts')
    ? join(import.meta.dirname, '../../../out/renderer')
    : join(import.meta.dirname, '../renderer')

export function serveCommand(program: Command, language: Language): void {
  const { about, option, value } = language.words
  const graceMs = wholeNumber(language.words, 0, LONGEST_GRACE_MS)
  command<ServeOptions>(program, language, 'serve', about.serve, async (options, out) => {
    const key = options.key || randomBytes(KEY_BYTES).toString('base64url')
    const log = logger(logLevel(process.env, language))
    if (!THIS_MACHINE.test(options.host) && !options.publicUrl)
      log.warn(
        { host: options.host },
        'whoever reaches this address over the network is answered, without TLS',
      )
    if (options.key && options.key.length < SAFE_KEY_LENGTH && !THIS_MACHINE.test(options.host))
      log.warn(
        { host: options.host },
        'the key is short enough to be guessed by whoever reaches this address',
      )
    let server: RunningServer | undefined
    let stopping = false
    /** while another store takes the place of the present one */
    let renewing: Promise<void> | null = null
    const stop = (code = 0) => {
      // A second signal is impatience: what runs is still finished.
      if (stopping) return
      stopping = true
      process.exitCode = code
      const ended = (renewing ?? Promise.resolve()).then(() => end(server, service, options.grace))
      ended.catch((error: unknown) => {
        log.fatal({ err: error }, 'the service did not stop cleanly')
        process.exitCode = 1
      })
    }
    const begin = (replaced: Replaced | null) =>
      Service.start({
        folder: options.data,
        url: options.store,
        log,
        environment: process.env,
        onLost: () => stop(1),
        onReplace: (replacement) => {
          if (!stopping) renewing ??= renewed(replacement)
        },
        replaced,
      })
    const serve = async (port: number) => {
      server = await listen(service, {
        host: options.host,
        port,
        key,
        firstPerson: options.typed('user', 'create', '…', '--role', 'administrateur'),
        renderer: rendererFolder(),
        publicAddress: options.publicUrl || null,
      })
      return server
    }
    /** Begins anew over another store, at the same address. */
    const renewed = async (replacement: Replacement) => {
      try {
        const { port } = new URL(server!.url)
        await server!.close(RENEWAL_LEAVE_MS)
        service = await renew(service, replacement, begin)
        await serve(Number(port))
        keepAddress(server!.url)
      } catch (error) {
        log.fatal({ err: error }, 'the service could not begin anew')
        process.exit(1)
      } finally {
        renewing = null
      }
    }
    const keepAddress = (url: string) => {
      try {
        writeServerFile(options.data, url)
      } catch (error) {
        log.error({ err: error }, 'where the service listens cannot be written down')
      }
    }
    let service = await begin(null)
    try {
      server = await serve(options.port)
    } catch (error) {
      await service.close()
      throw error
    }

    // The signals are heard before anyone learns that they may be sent.
    for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, () => stop())
    keepAddress(server.url)
    const reached = options.publicUrl ? options.publicUrl.origin : openedAt(server.url)
    // People sign in: the key is for programs, and in no log then.
    const address = service.people.any ? `${reached}/` : `${reached}/?key=${encodeURIComponent(key)}`
    out.result({ url: server.url, browser: address }, [`listening on ${server.url}`, address])
  })
    .option(`--host <${value.host}>`, option.host, '127.0.0.1')
    .addOption(
      new Option(`--port <${value.port}>`, option.port)
        .default(DEFAULT_PORT)
        .argParser(wholeNumber(language.words, 0, 65_535)),
    )
    .addOption(
      new Option(`--grace <ms>`, option.grace)
        .default(DEFAULT_GRACE_MS)
        .argParser((text) => (text.trim() === '' ? DEFAULT_GRACE_MS : graceMs(text)))
        .env('COMPTOIR_GRACE_MS'),
    )
    .addOption(new Option(`--key <${value.key}>`, option.key).env('COMPTOIR_KEY'))
    .addOption(
      new Option(`--public-url <${value.url}>`, option.publicUrl)
        .argParser((text) => publicAddress(text, language))
        .env('COMPTOIR_PUBLIC_URL'),
    )
}

/** @returns null for an empty variable @throws CommandError saying what is wrong with it */
function publicAddress(text: string, { words }: Language): PublicAddress | null {
  const given = text.trim()
  if (given === '') return null
  const address = PublicAddress.parse(given)
  if (typeof address === 'string') throw new CommandError('usage', words.publicUrl[address](given))
  return address
}

/** @throws CommandError naming the variable and what it may be */
function logLevel(environment: NodeJS.ProcessEnv, { words }: Language): string {
  const given = environment[LEVEL_VARIABLE]?.trim()
  if (!given) return 'warn'
  if (LOG_LEVELS.includes(given)) return given
  throw new CommandError(
    'variable_invalid',
    words.usage.variable(LEVEL_VARIABLE, given, LOG_LEVELS.join(', ')),
  )
}

/**
 * Finishes what runs, closes the store and lets go of its lock. What is not finished within the grace is given up: of
 * what was acknowledged, nothing is lost by it. Where the store itself does not answer, the process ends without it: the
 * system lets go of the lock.
 */
async function end(server: RunningServer | undefined, service: Service, graceMs: number): Promise<void> {
  let timer = setTimeout(() => {
    service.log.warn(`not all had ended after ${graceMs} ms: the rest was given up`)
    service.abandon()
    timer = setTimeout(() => {
      server?.cut()
      timer = setTimeout(() => {
        service.log.error('the store does not answer: the service ends without it')
        process.exit(1)
      }, FAREWELL_MS)
    }, LAST_WORDS_MS)
  }, graceMs)
  try {
    // Connections without a request are no reason to use up the grace.
    await server?.close(graceMs / 2)
    await service.close()
  } finally {
    clearTimeout(timer)
    setTimeout(() => {
      service.log.error({ left: process.getActiveResourcesInfo() }, 'something still ran after the end')
      process.exit()
    }, LINGER_MS).unref()
  }
}
