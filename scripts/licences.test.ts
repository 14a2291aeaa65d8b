import { join } from 'node:path'
import { expect, test } from 'vitest'
import { licencesOf } from './licences.ts'

const ROOT = join(import.meta.dirname, '..')

test('what runs and what is built into the screens, and no tool of ours', () => {
  const vue = join(ROOT, 'node_modules/@vue/runtime-dom/dist/runtime-dom.js')
  const found = licencesOf(ROOT, [vue, join(ROOT, 'src/renderer/main.ts')])
  const names = found.map(({ name }) => name)
  for (const name of ['fastify', 'better-sqlite3', 'pg', '@vue/runtime-dom', 'dejavu-fonts-ttf'])
    expect(names).toContain(name)
  for (const name of ['vitest', 'eslint', 'electron', 'vue']) expect(names).not.toContain(name)
  expect(new Set(found.map(({ name, version }) => `${name} ${version}`)).size).toBe(found.length)
})

test('each says its licence, and nearly each what that says', () => {
  const found = licencesOf(ROOT, [])
  expect(found.filter(({ licence }) => licence === '').map(({ name }) => name)).toEqual([])
  expect(found.find(({ name }) => name === 'fastify')!.text).toContain('Permission is hereby granted')
  expect(found.filter(({ text }) => text === '').length).toBeLessThan(found.length / 5)
})
