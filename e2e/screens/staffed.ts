/** A shop whose people sign in, before it serves: made once for many tests, as each password takes some tenths of a second. */
import { test as base } from './fixtures.ts'
import { PASSWORD } from './pages/people.ts'
import { DeskService } from './service.ts'

/** As {@link base}, with Ada, administrateur; Zoé Martin, vendeur; Max, responsable. */
export const test = base.extend<object, { template: DeskService }>({
  template: [
    async ({ template }, use) => {
      const staffed = new DeskService()
      await staffed.copyDataFrom(template)
      for (const [name, role] of [
        ['Ada', 'administrateur'],
        ['Zoé Martin', 'vendeur'],
        ['Max', 'responsable'],
      ] as const)
        await staffed.runWith(PASSWORD, 'user', 'create', name, '--role', role)
      await use(staffed)
      await staffed.end()
    },
    { scope: 'worker' },
  ],
})
