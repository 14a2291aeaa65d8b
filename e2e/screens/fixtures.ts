/** What every test of the screens starts from: its own service with the demo catalogue, and a page that has its key. */
import { test as base, expect } from '@playwright/test'
import { CataloguePage } from './pages/catalogue.ts'
import { ConfiguratorPage } from './pages/configurator.ts'
import { OrderPage } from './pages/order.ts'
import { People } from './pages/people.ts'
import { QuotePage } from './pages/quote.ts'
import { Shell } from './pages/shell.ts'
import { DEMO_BUNDLE, DeskService } from './service.ts'

interface Fixtures {
  /** Whether the service starts with the demo catalogue. */
  stocked: boolean
  service: DeskService
  shell: Shell
  people: People
  catalogue: CataloguePage
  configurator: ConfiguratorPage
  quote: QuotePage
  order: OrderPage
}

interface WorkerFixtures {
  /** A data folder with the demo catalogue, imported once and copied for each test. */
  template: DeskService
}

export const test = base.extend<Fixtures, WorkerFixtures>({
  stocked: [true, { option: true }],
  template: [
    // eslint-disable-next-line no-empty-pattern -- Playwright reads the fixtures that are asked for from this pattern.
    async ({}, use) => {
      const template = new DeskService()
      await template.run('import', DEMO_BUNDLE)
      await use(template)
      await template.end()
    },
    { scope: 'worker' },
  ],
  service: async ({ stocked, template }, use) => {
    const service = new DeskService()
    if (stocked) await service.copyDataFrom(template)
    await service.start()
    await use(service)
    await service.end()
  },
  shell: async ({ page, service }, use) => {
    const shell = new Shell(page, service)
    await use(shell)
    // An answer that a test holds or changes may be under way still: it is nobody's any more.
    await page.unrouteAll({ behavior: 'ignoreErrors' })
    expect(shell.faults, 'the page reports no error of its own').toEqual([])
  },
  people: async ({ page, service }, use) => use(new People(page, service)),
  catalogue: async ({ page }, use) => use(new CataloguePage(page)),
  configurator: async ({ page }, use) => use(new ConfiguratorPage(page)),
  quote: async ({ page }, use) => use(new QuotePage(page)),
  order: async ({ page }, use) => use(new OrderPage(page)),
})

export { expect }
