import { describe, expect, test } from 'vitest'
import { passwordFault } from './passwords.ts'

const of = (password: string, name = 'Zoé Martin') => passwordFault(password, name)

describe('a password', () => {
  test('has 12 to 128 characters, whichever they are, counted as people count', () => {
    expect(of('onze-signes')).toBe('too_short')
    expect(of('douze signes')).toBeNull()
    expect(of('ŷ̈'.normalize('NFD').repeat(6))).not.toBe('too_long')
    expect(of('Aé'.normalize('NFD').repeat(5))).toBe('too_short')
    expect(of('🔑'.repeat(11))).toBe('too_short')
    expect(of('trois mots et du sel '.repeat(6))).toBeNull()
    expect(of('trois mots et du sel '.repeat(7))).toBe('too_long')
  })

  test('is not the person’s name, however it is written', () => {
    for (const text of ['zoe-martin-zoe-martin', 'ZOÉ MARTIN 2026', 'martin martin', 'Martin1234567'])
      expect(of(text), text).toBe('is_name')
    expect(of('martin-pêcheur bleu')).toBeNull()
    expect(of('Jo prend le train', 'Jo')).toBeNull()
  })

  test('is not the product’s', () => {
    expect(of('comptoircomptoir')).toBe('is_product')
    expect(of('Comptoir-2026!')).toBe('is_product')
    expect(of('comptoir de zinc')).toBeNull()
  })

  test('is none of those that are tried first', () => {
    for (const text of [
      ...[
        'motdepasse123',
        'Password1234',
        'azertyuiop12',
        '123456789012',
        '1234567890123456',
        'aaaaaaaaaaaaaaa',
      ],
      ...['administrateur', 'Mot de passe 1!', '1q2w3e4r5t6y', '!!!!!!!!!!!!!!'],
    ])
      expect(of(text), text).toBe('common')
    expect(of('1234 fois sur le métier')).toBeNull()
  })
})
