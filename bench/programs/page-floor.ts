/** The least that a first paint costs with Vue: a page that mounts one line of text, from bare `node:http`. */
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'
import { dirname, join } from 'node:path'
import { serveProgram } from '../harness/program.ts'

const vue = readFileSync(
  join(
    dirname(createRequire(import.meta.url).resolve('vue/package.json')),
    'dist/vue.runtime.esm-browser.prod.js',
  ),
)
const page = `<!doctype html><html lang="fr"><meta charset="utf-8"><title>Vue</title><div id="app"></div>
<script type="module">import { createApp, h } from '/vue.js'; createApp(() => h('p', 'Bonjour')).mount('#app')</script>`

serveProgram(() => {
  const server = createServer((request, response) => {
    const script = request.url === '/vue.js'
    response
      .writeHead(200, { 'Content-Type': script ? 'text/javascript' : 'text/html; charset=utf-8' })
      .end(script ? vue : page)
  })
  return new Promise<number>((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve((server.address() as AddressInfo).port))
  })
})
