import { expect, test } from 'vitest'
import { expectEachLanguage } from '../testing/words.ts'
import { JOURNAL_MESSAGES, journalWords } from './journal.ts'
import type { FaultParams } from './reasons.ts'

test.each(Object.keys(JOURNAL_MESSAGES))('%s is told in both languages, of the same facts', (action) => {
  const [fr, en] = (['fr', 'en'] as const).map((locale) => {
    const named = new Set<string>()
    const facts = new Proxy<FaultParams>({}, { get: (_, name) => (named.add(String(name)), '7') })
    return { text: journalWords({ action, facts }, locale), named: [...named].sort() }
  })
  expect(en!.text).not.toBe(fr!.text)
  expect(en!.named).toEqual(fr!.named)
  expect(`${fr!.text} ${en!.text}`).not.toMatch(/undefined|NaN/)
  expectEachLanguage({ fr: fr!.text, en: en!.text })
})

test('what another program noted is told by its code', () => {
  expect(journalWords({ action: 'moon_landed', facts: {} }, 'fr')).toBe('moon_landed')
  expect(journalWords({ action: 'toString', facts: {} }, 'fr')).toBe('toString')
})

test('a backup is told by its date, by the clock of the service, and by its file where a person named that', () => {
  const said = (file: string) => journalWords({ action: 'store_restored', facts: { file } }, 'fr')
  const at = new Date('2026-11-27T23:30:05.123Z')
  const hours = `${at.getHours()}`.padStart(2, '0')
  for (const name of ['comptoir-manual-', 'comptoir.db.before-restore-'])
    expect(said(`${name}2026-11-27T23-30-05-123Z.db`)).toMatch(
      new RegExp(`^Sauvegarde du ${at.getDate()} nov\\. 2026,? .*${hours}:30:05 remise$`),
    )
  expect(said('copie.bak')).toBe('Sauvegarde copie.bak remise')
})

test('a backup is told by the clock of who reads it, where that is known', () => {
  const facts = { file: 'comptoir-manual-2026-11-28T05-33-05-000Z.db' }
  for (const action of ['store_restored', 'backup_made', 'backup_removed'])
    expect(journalWords({ action, facts }, 'fr', 'Europe/Paris')).toContain('06:33:05')
  expect(journalWords({ action: 'backup_made', facts }, 'en', 'Asia/Tokyo')).toContain('14:33:05')
})

test('an order that was sent to another address is told with both, and one of an earlier program without', () => {
  const facts = { order: 9, partner: 'Imprimeur', from: 'https://a.example', to: 'https://b.example' }
  const told = (more: FaultParams, locale: 'fr' | 'en') =>
    journalWords({ action: 'outbox_retried', facts: { ...facts, ...more } }, locale)
  expect(told({}, 'fr')).toBe(
    'Transmission de C000009 chez Imprimeur relancée vers https://b.example au lieu de https://a.example',
  )
  expect(told({ cents: 1250 }, 'en')).toBe(
    'Transmission of C000009 at Imprimeur tried again at https://b.example instead of https://a.example, at a cost of €12.50 excl. tax',
  )
  const before = { order: 9, partner: 'Imprimeur' }
  expect(journalWords({ action: 'outbox_retried', facts: before }, 'fr')).toBe(
    'Transmission de C000009 chez Imprimeur relancée',
  )
})

test('an address that was put right is told with what differs, as it was and as it is; one of an earlier program without', () => {
  const told = (facts: FaultParams, locale: 'fr' | 'en') =>
    journalWords({ action: 'order_readdressed', facts: { order: 1, ...facts } }, locale)
  expect(told({}, 'fr')).toBe('Adresse de la commande C000001 corrigée')
  const town = { villeBefore: 'Lyon', ville: 'Villeurbanne' }
  expect(told({ ...town, adresse2Before: '', adresse2: 'Bât.\u202e B' }, 'fr')).toBe(
    'Adresse de la commande C000001 corrigée – Complément d’adresse\u00a0: vide → Bât. B\u00a0; Ville\u00a0: Lyon → Villeurbanne',
  )
  expect(told({ instructionsBefore: 'Sonner\ndeux fois', instructions: 'a'.repeat(200) }, 'en')).toBe(
    `Address of order C000001 put right – Instructions: Sonner deux fois → ${'a'.repeat(120)}…`,
  )
})

test('a mark-up is told with what it was and what it is', () => {
  const facts = {
    name: 'Cartes',
    before: '12.5',
    roundingBefore: 'cent',
    after: '15',
    roundingAfter: 'ninety',
  }
  expect(journalWords({ action: 'mark_up_changed', facts }, 'fr')).toBe(
    'Majoration de Cartes : 12,5 % (au centime) → 15 % (à 90 centimes)',
  )
  expect(
    journalWords({ action: 'mark_up_changed', facts: { before: '0', roundingBefore: 'cent' } }, 'en'),
  ).toBe('Mark-up of everything: 0% (to the cent) → none')
})

test('thousands are written as the language does', () => {
  const facts = { added: 1011, changed: 2 }
  expect(journalWords({ action: 'companies_imported', facts }, 'fr')).toMatch(/1\s011 ajouts, 2 modif/)
  expect(journalWords({ action: 'companies_imported', facts }, 'en')).toContain('1,011 added')
})
