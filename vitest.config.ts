import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['src/**/*.test.ts', 'scripts/**/*.test.ts', 'e2e/partner/**/*.test.ts'],
    globalSetup: ['src/testing/postgres-setup.ts'],
    // Ends what hangs; a slow machine is no failure.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    // By itself one core is left idle, which is every second one of a small machine.
    maxWorkers: '100%',
  },
})
