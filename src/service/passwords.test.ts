import { expect, test } from 'vitest'
import { CHEAP } from '../testing/people.ts'
import { Passwords, PASSWORD_COST } from './passwords.ts'

test('a hash tells its parameters, has a salt of its own, and only its password is the one', async () => {
  const passwords = new Passwords(CHEAP)
  const [one, two] = await Promise.all([
    passwords.hash('déjà vu en marge'),
    passwords.hash('déjà vu en marge'),
  ])
  expect(one).toMatch(/^scrypt\$ln=4,r=8,p=1\$[A-Za-z0-9+/=]{24}\$[A-Za-z0-9+/=]{44}$/)
  expect(two).not.toBe(one)
  expect(await passwords.is('déjà vu en marge'.normalize('NFD'), one)).toBe(true)
  expect(await passwords.is('deja vu en marge', one)).toBe(false)
  // Another program's parameters are those that it was made with.
  expect(await new Passwords({ ln: 5, r: 4, p: 2 }).is('déjà vu en marge', one)).toBe(true)
})

test('nobody has any password', async () => {
  expect(await new Passwords(CHEAP).is('déjà vu en marge', null)).toBe(false)
})

test('the real cost is the one that is asked for, and can be paid', async () => {
  expect(PASSWORD_COST).toEqual({ ln: 17, r: 8, p: 1 })
  const passwords = new Passwords()
  expect(await passwords.is('déjà vu en marge', await passwords.hash('déjà vu en marge'))).toBe(true)
})

test('where too many wait, the next is told to come back', async () => {
  const passwords = new Passwords(CHEAP)
  const asked = Array.from({ length: 50 }, () => passwords.hash('déjà vu en marge'))
  const outcomes = await Promise.allSettled(asked)
  const refused = outcomes.flatMap((outcome) =>
    outcome.status === 'rejected' ? [outcome.reason as unknown] : [],
  )
  expect(refused).toHaveLength(16)
  expect(refused[0]).toMatchObject({ code: 'sign_in_throttled', params: { seconds: 2 } })
  // And the ones that waited have given up their places.
  await expect(passwords.hash('déjà vu en marge')).resolves.toMatch(/^scrypt/)
})
