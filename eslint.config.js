import js from '@eslint/js'
import prettier from 'eslint-config-prettier'
import regexp from 'eslint-plugin-regexp'
import vue from 'eslint-plugin-vue'
import tseslint from 'typescript-eslint'

const layers = [
  'estimate',
  'domain',
  'store',
  'upstream',
  'service',
  'http',
  'cli',
  'main',
  'preload',
  'renderer',
]

/**
 * Which layers each layer may import (docs/architecture.md): imports run one way,
 * domain <- store, upstream <- service <- http <- cli, main; estimate <- service.
 */
/** @type {Record<string, string[]>} */
const mayImport = {
  estimate: [],
  domain: [],
  store: ['domain'],
  upstream: ['domain'],
  service: ['estimate', 'domain', 'store', 'upstream'],
  http: ['domain', 'service'],
  cli: ['domain', 'service', 'http'],
  main: ['domain', 'service', 'http', 'preload'],
  preload: [],
  renderer: [],
}

/** What a layer may import for its types alone: nothing of it is in the running program. */
/** @type {Record<string, string[]>} */
const mayImportTypes = {
  domain: ['estimate'],
  http: ['store'],
  renderer: ['domain', 'http', 'preload'],
}

/** What a layer may import of another beside: `src/domain/shared` has no dependency, so the page may hold it. */
/** @type {Record<string, Record<string, string>>} */
const mayImportFolder = { renderer: { domain: 'shared' } }

const layerRules = layers.map((layer) => {
  const folder = (/** @type {string} */ other) => mayImportFolder[layer]?.[other]
  const rule = (/** @type {string} */ other) => ({
    regex: `(^|/)\\.\\./(.*/)?${other}/${folder(other) ? `(?!${folder(other)}/)` : ''}`,
    message: `src/${layer} must not import src/${other} (docs/architecture.md).`,
    allowTypeImports: mayImportTypes[layer]?.includes(other) ?? false,
  })
  const forbidden = layers.filter((other) => other !== layer && !mayImport[layer].includes(other)).map(rule)
  const outside =
    layer === 'domain' || layer === 'estimate'
      ? [
          {
            regex: '^(node:.*|better-sqlite3|fastify|ofetch|electron|vue)$',
            message: `src/${layer} does no I/O: pure rules and types only.`,
          },
        ]
      : layer === 'main'
        ? []
        : [
            {
              regex: '^electron$',
              message: 'Only src/main and src/preload know Electron.',
              allowTypeImports: layer === 'preload',
            },
          ]
  return {
    files: [`src/${layer}/**/*.{ts,vue}`],
    ignores: layer === 'preload' ? ['src/preload/**'] : ['**/*.test.ts'],
    rules: {
      '@typescript-eslint/no-restricted-imports': ['error', { patterns: [...forbidden, ...outside] }],
    },
  }
})

export default tseslint.config(
  { ignores: ['out/**', 'node_modules/**', 'playwright-report/**', 'test-results/**'] },
  js.configs.recommended,
  ...tseslint.configs.strict,
  ...vue.configs['flat/recommended'],
  {
    files: ['**/*.vue'],
    languageOptions: { parserOptions: { parser: tseslint.parser } },
    rules: { 'no-undef': 'off', 'vue/multi-word-component-names': 'off' },
  },
  {
    rules: {
      'no-undef': 'off',
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', ignoreRestSiblings: true }],
      '@typescript-eslint/no-non-null-assertion': 'off',
    },
  },
  {
    files: ['src/**/*.{ts,vue}', 'bin/**/*.js'],
    ignores: ['**/*.test.ts', 'src/testing/**'],
    plugins: { regexp },
    // One that tries the same characters twice holds up everybody: texts come from partners, files and strangers.
    rules: { 'regexp/no-super-linear-backtracking': 'error' },
  },
  ...layerRules,
  {
    files: ['src/store/postgres/**/*.ts'],
    ignores: ['**/*.test.ts'],
    rules: {
      'no-restricted-syntax': [
        'error',
        {
          selector: "NewExpression[callee.object.name='pg'][callee.property.name='Client']",
          message: 'A connection whose `error` nobody hears ends the process: make a HeardClient.',
        },
      ],
    },
  },
  {
    files: ['src/domain/shared/**/*.ts'],
    ignores: ['**/*.test.ts'],
    rules: {
      '@typescript-eslint/no-restricted-imports': [
        'error',
        {
          patterns: [
            { regex: '^(?!\\./)', message: 'src/domain/shared depends on nothing: it is in the page too.' },
          ],
        },
      ],
    },
  },
  prettier,
)
