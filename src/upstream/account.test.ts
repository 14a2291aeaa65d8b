import { describe, expect, it } from 'vitest'
import { isServedAt } from './account.ts'

describe('an address at which a service of this machine is reached', () => {
  it.each([
    ['http://127.0.0.1:4580', 'http://127.0.0.1:4580'],
    ['http://127.0.0.1:4580/', 'http://127.0.0.1:4580'],
    ['http://127.0.0.1:4580/api', 'http://127.0.0.1:4580'],
    ['http://localhost:4580', 'http://127.0.0.1:4580'],
    ['http://LOCALHOST:4580', 'http://[::1]:4580'],
    ['http://127.0.0.1:4580', 'http://localhost:4580'],
    ['http://[::1]:4580', 'http://localhost:4580'],
    ['http://127.0.0.1:4580', 'http://0.0.0.0:4580'],
    ['http://127.8.8.8:4580', 'http://0.0.0.0:4580'],
    ['http://localhost:4580', 'http://0.0.0.0:4580'],
    ['http://127.0.0.1:4580', 'http://[::]:4580'],
    ['http://[::1]:4580', 'http://[::]:4580'],
    ['http://127.0.0.1', 'http://127.0.0.1:80'],
  ])('%s is %s', (url, listening) => expect(isServedAt(url, listening)).toBe(true))

  it.each([
    ['http://127.0.0.1:4581', 'http://127.0.0.1:4580'],
    ['http://127.0.0.2:4580', 'http://127.0.0.1:4580'],
    ['http://[::1]:4580', 'http://127.0.0.1:4580'],
    ['http://[::1]:4580', 'http://0.0.0.0:4580'],
    ['https://127.0.0.1:4580', 'http://127.0.0.1:4580'],
    ['https://partner.example:4580', 'http://0.0.0.0:4580'],
    ['no address', 'http://127.0.0.1:4580'],
    ['http://127.0.0.1:4580', 'nowhere'],
  ])('%s is not %s', (url, listening) => expect(isServedAt(url, listening)).toBe(false))
})
