/**
 * Makes the package of Linux as `npm run package` does, with stand-ins for what the packager would fetch: the runtime, and
 * the program that writes a deb. `node pack.ts FOLDER` leaves in its `made` what would be installed, and in its
 * `deb` what the deb was to be made of.
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Arch, build, Platform } from 'electron-builder'
import { PACKAGING } from '../../scripts/packaging.ts'

/** Where a runtime keeps its fuses: after this text a version, their number, and a digit for each. */
export const FUSES = 'dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX'
const FUSE_COUNT = 9

/** A runtime that does nothing, with all fuses as they come. */
function runtimeIn(folder: string): string {
  for (const part of ['resources', 'locales']) mkdirSync(join(folder, part), { recursive: true })
  const wire = Buffer.concat([Buffer.from([1, FUSE_COUNT]), Buffer.from('1'.repeat(FUSE_COUNT))])
  writeFileSync(join(folder, 'electron'), Buffer.concat([Buffer.from(FUSES), wire]), { mode: 0o755 })
  for (const file of ['LICENSE', 'LICENSES.chromium.html', 'chrome-sandbox', 'version'])
    writeFileSync(join(folder, file), '')
  return folder
}

/** A program that keeps what it was told to make a deb of. */
function debWriterIn(folder: string): string {
  mkdirSync(folder)
  const program = join(folder, 'writer')
  const script = `#!/bin/sh
before=
for given in "$@"; do
  case "$given" in *.desktop=* | *.xml=*) cp "\${given%%=*}" "${folder}/$(basename "\${given#*=}")" ;; esac
  if [ "$before" = --package ]; then : >"$given"; fi
  before=$given
done
printf '%s\\n' "$@" >"${folder}/arguments"
`
  writeFileSync(program, script, { mode: 0o755 })
  return program
}

const [, program, folder] = process.argv
if (program === import.meta.filename && folder !== undefined) {
  const electronDist = runtimeIn(join(folder, 'runtime'))
  const output = join(folder, 'made')
  process.env['CUSTOM_FPM_PATH'] = debWriterIn(join(folder, 'deb'))
  await build({
    targets: Platform.LINUX.createTarget(['dir', ...(process.platform === 'win32' ? [] : ['deb'])], Arch.x64),
    publish: 'never',
    config: { ...PACKAGING, electronDist, directories: { ...PACKAGING.directories, output } },
  })
}
