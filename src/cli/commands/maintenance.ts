import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Command } from 'commander'
import { backup, examine, isFolderLocked, restore } from '../../service/maintenance.ts'
import { CommandError } from '../output.ts'
import { command } from '../program.ts'
import { withService } from '../service.ts'

export function maintenanceCommands(program: Command): void {
  command(
    program,
    'backup <file>',
    'write a consistent copy of the store, also while the service runs',
    async ({ data }, out, file) => {
      const bytes = await backup(data, file!)
      out.result({ file, bytes }, [`${file} (${Math.ceil(bytes / 1024)} KiB)`])
    },
  )

  command(
    program,
    'restore <file>',
    'put a backup in the place of the store; refused while the service runs',
    async ({ data }, out, file) => {
      const kept = await restore(data, file!)
      out.result(
        { restored: file, before: kept },
        kept ? [`restored ${file}`, `the store from before is kept as ${kept}`] : [`restored ${file}`],
      )
    },
  )

  command(
    program,
    'doctor',
    'check the store, its catalogue, the upstream and the disk',
    async ({ data }, out) => {
      if (!existsSync(join(data, 'comptoir.db'))) {
        throw new CommandError(
          `${data} holds no store; load a bundle with "comptoir import BUNDLE.json", or name another folder with --data`,
        )
      }
      const running = isFolderLocked(data)
      const checks = await withService(data, examine)
      const ok = checks.every((check) => check.ok)
      out.result({ ok, running, checks }, [
        ...checks.map(({ name, ok: sound, detail }) => `${sound ? 'ok  ' : 'LOOK'} ${name}: ${detail}`),
        `service: ${running ? 'running' : 'not running'}`,
      ])
      if (ok) return
      const found = checks.filter((check) => !check.ok).map(({ name, detail }) => `${name}: ${detail}`)
      process.stderr.write(`comptoir: ${found.join('; ')}\n`)
      process.exitCode = 1
    },
  )
}
