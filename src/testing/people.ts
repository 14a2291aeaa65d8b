/** People for tests. */
import { BY_COMMAND } from '../domain/people.ts'
import type { Role } from '../domain/shared/rights.ts'
import type { PasswordCost } from '../service/passwords.ts'
import type { Service } from '../service/service.ts'

/** What a hash costs where it protects nothing. */
export const CHEAP: PasswordCost = { ln: 4, r: 8, p: 1 }

/** A password that every rule lets through. */
export const PASSWORD = 'une presse bien encrée'

export const add = (service: Service, name: string, role: Role = 'vendeur', password = PASSWORD) =>
  service.people.create({ name, role, password }, BY_COMMAND)
