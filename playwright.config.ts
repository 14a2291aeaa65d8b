import { defineConfig } from '@playwright/test'

/** "" or nothing: Playwright's own browser (scripts/workshop.js finds one). */
const executablePath = process.env['COMPTOIR_BROWSER'] || undefined

export default defineConfig({
  testDir: 'e2e',
  globalSetup: './e2e/stores.ts',
  testMatch: ['screens/**/*.spec.ts', 'desktop/**/*.spec.ts'],
  fullyParallel: true,
  // They wait for pages, and pages for the service: two leave half of two cores idle.
  workers: 3,
  // They end what hangs; a slow machine is no failure.
  timeout: 90_000,
  expect: { timeout: 30_000 },
  forbidOnly: Boolean(process.env['CI']),
  retries: 0,
  use: {
    locale: 'fr-FR',
    timezoneId: 'Europe/Paris',
    // To look into a failure: a trace of every test costs a seventh of their time.
    trace: process.env['COMPTOIR_TRACE'] ? 'retain-on-failure' : 'off',
    launchOptions: {
      ...(executablePath ? { executablePath } : {}),
      args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
    },
  },
})
