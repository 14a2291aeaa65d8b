import fc from 'fast-check'
import { expect, test } from 'vitest'
import { openingOf, startArguments, withPage } from './arguments.ts'

test.each([
  [['--data', 'shop'], '/home/ada/shop'],
  [['--data=shop'], '/home/ada/shop'],
  [['--data', '/srv/data'], '/srv/data'],
  [['--no-sandbox', '--data=/srv/data'], '/srv/data'],
  [['--data'], null],
  [['--data', '--no-sandbox'], null],
  [['--database=x'], null],
  [[], null],
])('%j names the folder %s', (args, folder) => {
  expect(startArguments(args, '/home/ada').folder).toBe(folder)
})

test.each([
  ['devis.comptoir', { file: '/home/ada/devis.comptoir' }],
  ['/tmp/D-2026-1.PDF', { file: '/tmp/D-2026-1.PDF' }],
  ['notes.txt', null],
  ['--flag.pdf', null],
  ['comptoir://quote/D-2026-K4-12', { quote: 'D-2026-K4-12' }],
  ['COMPTOIR://Quote/D-2026-K4-12/', { quote: 'D-2026-K4-12' }],
  ['comptoir://quote/', null],
  ['comptoir://quote/../../etc', { quote: 'etc' }],
  ['comptoir://quote/1?x=%3Cscript%3E', { quote: '1' }],
  ['comptoir://quote/a%2Fb', null],
  ['comptoir://other/1', null],
  ['https://quote/1', null],
  ['file:///home/ada/Devis%20n%C2%B0%2012.comptoir', { file: '/home/ada/Devis n° 12.comptoir' }],
  ['file://localhost/tmp/a.pdf', { file: '/tmp/a.pdf' }],
  ['file:///etc/passwd', null],
  ['file:///tmp/a%2Fb.pdf', null],
  ['file://elsewhere/share/a.pdf', null],
  ['javascript:alert(1)//.pdf', null],
])('%s opens %j', (text, opening) => {
  expect(openingOf(text, '/home/ada')).toEqual(opening)
})

test('an application that begins anew tells its next start which screen it showed', () => {
  const args = ['.', '--data=/srv/data']
  const screen = 'app://comptoir/#/configurer/1?q=250'
  const anew = withPage(args, screen)
  expect(startArguments(anew, '/')).toMatchObject({ folder: '/srv/data', page: '#/configurer/1?q=250' })
  expect(withPage(anew, 'app://comptoir/#/devis')).toEqual([...args, '--page=#/devis'])
  expect(withPage(anew, null)).toEqual(args)
  for (const strange of ['https://elsewhere/', 'x', '#/a b', '//elsewhere', `#/${'a'.repeat(5000)}`]) {
    expect(startArguments([`--page=${strange}`], '/').page, strange).toBe('')
    expect(withPage(args, strange)).toEqual(args)
  }
})

test('whatever it is started with, it is read', () => {
  fc.assert(
    fc.property(fc.array(fc.string()), (args) => {
      const { openings } = startArguments(args, '/')
      for (const opening of openings) if ('quote' in opening) expect(opening.quote).toMatch(/^[A-Za-z0-9-]+$/)
    }),
  )
})
