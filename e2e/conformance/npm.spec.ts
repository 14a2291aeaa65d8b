/** A service that npm started ends with npm, however npm ends. */
import { spawn } from 'node:child_process'
import { existsSync, readFileSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { bundle } from './bundle.ts'
import { environment, Program, until } from './program.ts'

const root = resolve(import.meta.dirname, '../..')

const isRunning = (pid: number) => {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

test.skipIf(process.platform === 'win32').each(['SIGTERM', 'SIGINT', 'SIGHUP', 'SIGKILL'] as const)(
  '%s to npm ends the service, which finishes and lets go of its folder',
  async (signal) => {
    const program = new Program()
    try {
      await program.import(bundle)
      const npm = spawn(
        'npm',
        ['run', '-s', 'comptoir', '--', 'serve', '--port', '0', '--data', program.data],
        {
          cwd: root,
          env: environment(program.folder),
          stdio: ['ignore', 'pipe', 'ignore'],
          detached: true,
        },
      )
      const file = join(program.data, 'server.json')
      await until('server.json', () => Promise.resolve(existsSync(file)), Boolean)
      const server = JSON.parse(readFileSync(file, 'utf8')) as Record<string, string | number>
      expect(Object.keys(server).sort()).toEqual(['pid', 'startedAt', 'url', 'version'])
      expect(statSync(file).mode & 0o777).toBe(0o600)
      expect((await fetch(`${server['url']}/health`)).status).toBe(200)
      expect((await program.done('doctor')).stdout).toContain(`running at ${server['url']} `)

      // Ctrl+C reaches the whole group; what ends npm otherwise reaches npm alone.
      process.kill(signal === 'SIGINT' ? -npm.pid! : npm.pid!, signal)
      const pid = Number(server['pid'])
      await until(
        'the end of the service',
        () => Promise.resolve(isRunning(pid)),
        (runs) => !runs,
      )
      expect(existsSync(file)).toBe(false)
      expect((await program.done('doctor', '--json')).json()).toMatchObject({ running: false, service: null })
    } finally {
      await program.end()
    }
  },
  60_000,
)

test('what a killed service left in server.json is not believed, and removed', async () => {
  const program = new Program()
  try {
    await program.import(bundle)
    const server = await program.serve()
    await server.kill()
    expect(existsSync(join(program.data, 'server.json'))).toBe(true)
    expect((await program.done('doctor', '--json')).json()).toMatchObject({ running: false, service: null })
    expect(existsSync(join(program.data, 'server.json'))).toBe(false)
    await (await program.serve()).stop()
    expect(existsSync(join(program.data, 'server.json'))).toBe(false)
  } finally {
    await program.end()
  }
})
