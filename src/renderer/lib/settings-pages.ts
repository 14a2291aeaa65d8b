/** The pages of the settings, and what seeing one takes. */
import type { Right } from '../../domain/shared/rights.ts'

const PAGES = {
  settings: 'desk',
  documents: 'desk',
  customers: 'desk',
  partners: 'sync',
  changes: 'desk',
  people: 'people',
  journal: 'journal',
  backups: 'settings',
  about: 'desk',
} as const satisfies Record<string, Right>

export type SettingsPage = keyof typeof PAGES

/** Those that one may see, in their order. */
export const settingsPages = (may: (right: Right) => boolean): SettingsPage[] =>
  (Object.keys(PAGES) as SettingsPage[]).filter((page) => may(PAGES[page]))
