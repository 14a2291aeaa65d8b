export * from './shared/decimal.ts'
