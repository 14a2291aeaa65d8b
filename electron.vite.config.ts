import { readFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import vueI18n from '@intlify/unplugin-vue-i18n/vite'
import vue from '@vitejs/plugin-vue'
import { defineConfig } from 'electron-vite'
import type { Plugin } from 'vite'
import { licencesOf } from './scripts/licences.ts'

const at = (path: string) => resolve(import.meta.dirname, path)

/**
 * Packages that others would load where they were asked for what is not asked of them here (src/http/app.ts,
 * src/http/renderer.ts, src/http/metrics.ts, src/service/log.ts): lists of folders, validation by JSON schema,
 * serialisation by it, traces, a log written by a thread. Half of the bundle.
 */
const UNUSED = [
  'glob',
  '@fastify/ajv-compiler',
  '@fastify/fast-json-stringify-compiler',
  '@opentelemetry/api',
  'thread-stream',
]

/** Looks at the form of a request that our own code makes (src/main/door.ts), which its type does already. */
const REQUEST_VALIDATOR = /[\\/]light-my-request[\\/]lib[\\/]config-validator\.js$/

/** Of versions Fastify compares those of its plugins alone. */
const VERSIONS = `
export { default as coerce } from 'semver/functions/coerce.js'
export { default as gt } from 'semver/functions/gt.js'
export { default as satisfies } from 'semver/functions/satisfies.js'
`

const withoutUnused: Plugin = {
  name: 'without-unused',
  enforce: 'pre',
  resolveId(id, importer) {
    if (UNUSED.includes(id)) return `\0unused:${id}`
    if (id === 'semver') return '\0versions'
    // Of types of files the common ones: what is served is our own.
    return id === 'mime' ? this.resolve('mime/lite', importer) : null
  },
  load(id) {
    if (id === '\0versions') return VERSIONS
    if (REQUEST_VALIDATOR.test(id)) return 'module.exports = () => true'
    return id.startsWith('\0unused:') ? 'export {}' : null
  },
}

/** Read by the program as it is (src/service/documents/press.ts). */
const documentTemplate: Plugin = {
  name: 'document-template',
  generateBundle() {
    const source = readFileSync(at('src/service/documents/quote.typ'), 'utf8')
    this.emitFile({ type: 'asset', fileName: 'quote.typ', source })
  },
}

/** The page of the partner API (src/http/openapi/routes.ts): one script, which needs no package once it is built in. */
const REFERENCE = at('node_modules/@scalar/api-reference/dist/browser/standalone.js')
const apiReference: Plugin = {
  name: 'api-reference',
  generateBundle() {
    this.emitFile({ type: 'asset', fileName: 'reference.js', source: readFileSync(REFERENCE, 'utf8') })
  },
}

/** The files that were built into it, by its map. */
function filesOfReference(): string[] {
  const { sources } = JSON.parse(readFileSync(`${REFERENCE}.map`, 'utf8')) as { sources: string[] }
  return sources.map((source) =>
    source.includes('node_modules/')
      ? at(source.replace(/^.*node_modules\//, 'node_modules/'))
      : resolve(dirname(REFERENCE), source),
  )
}

/** What the screens tell of what ships (src/renderer/views/settings/AboutSettings.vue). */
const licences: Plugin = {
  name: 'licences',
  apply: 'build',
  generateBundle(_options, bundle) {
    // Fonts are files beside the scripts.
    const files = Object.values(bundle).flatMap((made) =>
      made.type === 'asset' ? made.originalFileNames.map((name) => resolve(at('src/renderer'), name)) : [],
    )
    const source = JSON.stringify(
      licencesOf(import.meta.dirname, [...this.getModuleIds(), ...files, ...filesOfReference()]),
    )
    this.emitFile({ type: 'asset', fileName: 'licences.json', source })
  },
}

const SHELL_LINK = '<link rel="stylesheet" href="./styles/shell.css" />'
const APPLICATION_FILES =
  /\s*<(?:script type="module"[^>]*><\/script>|link rel="(?:modulepreload|stylesheet)"[^>]*>)/g

/**
 * What the first paint needs is in the page itself; what the application needs waits in a template, which
 * src/renderer/public/start.js opens once the shell is painted.
 */
const shellFirst: Plugin[] = [
  {
    name: 'shell-styles-inline',
    transformIndexHtml: {
      order: 'pre',
      handler: (html) =>
        html.replace(
          SHELL_LINK,
          () => `<style>${readFileSync(at('src/renderer/styles/shell.css'), 'utf8')}</style>`,
        ),
    },
  },
  {
    name: 'application-after-shell',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(html) {
        const files = (html.match(APPLICATION_FILES) ?? []).join('')
        return html
          .replace(APPLICATION_FILES, '')
          .replace('</head>', () => `  <template id="application">${files}\n    </template>\n  </head>`)
      },
    },
  },
]

export default defineConfig({
  main: {
    plugins: [withoutUnused, documentTemplate, apiReference],
    build: {
      target: 'node22',
      // Everything pure is bundled, so that the program starts from few files; what carries a native binary or its own
      // assets stays a package.
      externalizeDeps: {
        exclude: [
          ...['fastify', 'ofetch', 'typebox', 'commander', 'pino', 'prom-client'],
          ...['@fastify/helmet', '@fastify/static'],
        ],
      },
      rolldownOptions: {
        input: {
          index: at('src/main/index.ts'),
          cli: at('src/cli/index.ts'),
          worker: at('src/service/background/worker.ts'),
        },
        output: {
          format: 'es',
          // Beside the entries: what is found by a path from its own file is found from there.
          chunkFileNames: '[name]-[hash].js',
          // Half of it need not be parsed at each start; names stay, for the log's traces.
          minify: {
            compress: { keepNames: { function: true, class: true } },
            mangle: { keepNames: true },
            codegen: { removeWhitespace: true },
          },
        },
      },
    },
  },
  preload: {
    build: { rolldownOptions: { output: { format: 'cjs', entryFileNames: '[name].cjs' } } },
  },
  renderer: {
    root: at('src/renderer'),
    plugins: [
      shellFirst,
      licences,
      // What no component uses is left out: options, and the components and directives of the words.
      vue({ features: { optionsAPI: false } }),
      vueI18n({
        include: at('src/renderer/locales/**'),
        strictMessage: false,
        fullInstall: false,
        dropMessageCompiler: true,
      }),
    ],
    build: {
      target: 'chrome140',
      // Not the tool's default: what the browser parses before the first paint counts.
      minify: true,
      // One sheet, there from the start: a screen whose scripts had to be fetched twice is never without its styles.
      cssCodeSplit: false,
      rolldownOptions: {
        input: at('src/renderer/index.html'),
        // What several screens share is one file, not one for each icon: every file is a request of each window.
        output: { codeSplitting: { groups: [{ name: 'shared', minShareCount: 2 }] } },
      },
    },
    // Hot reload in a browser: the service runs beside it (npm run dev).
    server: {
      proxy: Object.fromEntries(
        ['/api', '/0.2', '/openapi.json', '/docs'].map((path) => [
          path,
          {
            target: process.env['COMPTOIR_DEV_SERVICE'] ?? 'http://127.0.0.1:4580',
            headers: { authorization: `Bearer ${process.env['COMPTOIR_KEY'] ?? ''}` },
          },
        ]),
      ),
    },
  },
})
