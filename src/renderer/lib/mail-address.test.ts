import fc from 'fast-check'
import { expect, test } from 'vitest'
import { mailAddress } from './mail-address.ts'

test('a letter with signs, spaces and lines arrives as it was written', () => {
  expect(mailAddress({ to: 'ada@x.fr', subject: 'Devis & co', text: 'Bonjour,\n\n100 %' })).toBe(
    'mailto:ada@x.fr?subject=Devis%20%26%20co&body=Bonjour%2C%0D%0A%0D%0A100%20%25',
  )
})

test('nothing of an address, a subject or a text becomes another field', () => {
  const any = fc.string({ unit: 'grapheme' })
  fc.assert(
    fc.property(any, any, any, (to, subject, text) => {
      const url = new URL(mailAddress({ to, subject, text }))
      expect([...url.searchParams.keys()]).toEqual(['subject', 'body'])
      expect(url.searchParams.get('subject')).toBe(subject.toWellFormed())
    }),
  )
})
