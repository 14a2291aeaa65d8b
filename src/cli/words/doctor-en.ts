/** What `doctor` says, in English; the French of the same is held against it by its type (doctor-fr.ts). */
import { isOfAccounts, isOfCatalogue } from '../../domain/store-check-messages.ts'
import type { Typed } from '../typed.ts'
import { english } from './counted.ts'

const { n, many, giveUp } = english

export const doctor = {
  ok: 'ok  ',
  look: 'LOOK',
  /** checks that are not called by their own name */
  check: { mail: 'e-mail' } as Record<string, string>,
  line: (name: string, detail: string) => `${name}: ${detail}`,
  sound: 'sound',
  damaged: (problem: string, table: string | undefined, typed: Typed) => {
    const restore = `restore a backup from before with "${typed('restore', 'FILE')}"`
    if (table === undefined) return `damaged (${problem}): ${restore}`
    const remedy = isOfCatalogue(table)
      ? `load your tariffs anew with "${typed('import', 'BUNDLE.json')}", or sync the partner with "${typed('sync')}"`
      : isOfAccounts(table)
        ? `give it anew with "${typed('token', 'create', '--customer', 'NAME')}"`
        : restore
    return `a row cannot be read, and is left out of what is shown (${problem}): ${remedy}`
  },
  altered: (difference: string, typed: Typed) =>
    `not as Comptoir made it (${difference}): restore a backup with "${typed('restore', 'FILE')}"`,
  foreign: (difference: string, typed: Typed) =>
    `not as Comptoir made it (${difference}): make a backup, which leaves that out, and restore it with "${typed('restore', 'FILE')}"`,
  unwritable: (file: string, cause: string) => `${file} cannot be written (${cause})`,
  brokenReferences: (count: number) => many(count, 'broken reference'),
  schema: (version: number) => `version ${version}`,
  noCatalogue: (typed: Typed) =>
    `empty: load a bundle with "${typed('import', 'BUNDLE.json')}" or set an upstream and "${typed('sync')}"`,
  catalogue: (products: number, families: number, days: number | null) =>
    `${many(products, 'product')}, ${many(families, 'family', 'families')}, loaded ${
      days === null ? 'at an unknown time' : days === 0 ? 'today' : `${many(days, 'day')} ago`
    }`,
  noUpstream: 'none set',
  stranded: (count: number, commands: readonly string[]) =>
    `${many(count, 'order')} cannot be sent while ${count === 1 ? 'its partner is not' : 'no partner of theirs is'} set: set it again (${commands.join('; ')}), or ${giveUp(count)}`,
  giveToken: (command: string) => `give its token (${command})`,
  noted: (count: number) =>
    `${many(count, 'order')} to look into in the screen "To do": the partner has ${count === 1 ? 'it' : 'them'}`,
  refused: (count: number) =>
    `${many(count, 'product or family', 'products or families')} of its catalogue not taken: "sync" and the screen "Partners" say why`,
  notTaken: (why: string) => `its catalogue could not be taken over and stays as it was: ${why}`,
  upstream: (name: string, url: string, found: string, unsent: number, attention: number) =>
    `${name} (${url}): ${found}${/[.!?]$/.test(found) ? '' : ';'} ${
      unsent === 0
        ? `${/[.!?]$/.test(found) ? 'No' : 'no'} order to transmit`
        : `${many(unsent, 'order')} to transmit${attention === 0 ? '' : `, ${n(attention)} of them to look at`}`
    }`,
  disk: (mebibytes: number) => `${n(mebibytes)} MiB free`,
  exported: (file: string, kibibytes: number) => `diagnostics: ${file} (${n(kibibytes)} KiB)`,
  taken: (file: string) => `${file} exists already: give the diagnostics another name`,
  notExported: (file: string, why: string) => `the diagnostics cannot be written to ${file} (${why})`,
  running: 'service: running',
  runningAt: (url: string, pid: number, since: string, is: string, here: string) =>
    `service: running at ${url} (version ${is}, process ${pid}, since ${since})${is === here ? '' : `; this program is version ${here}: restart the service`}`,
  silentAt: (url: string, pid: number) =>
    `service: does not answer at ${url}; end process ${pid} and start it again`,
  notRunning: 'service: not running',
  noneHere: 'service: none in this data folder',
  /** of a shared store, whichever their folders */
  services: (all: readonly { readonly address: string | null; readonly since: string }[]) =>
    `services of this store: ${n(all.length)}${all
      .map(
        ({ address, since }, i) =>
          `${i === 0 ? ' (' : ', '}${address ?? 'on the database’s machine'}, connected since ${since}`,
      )
      .join('')}${all.length > 0 ? ')' : ''}`,
}
