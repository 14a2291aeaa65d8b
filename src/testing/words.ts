import { expect } from 'vitest'

/** A text of each language: neither has words that are the other's alone. */
export function expectEachLanguage({ fr, en }: Readonly<Record<'fr' | 'en', string>>): void {
  expect(fr).not.toMatch(/\b(the|is|of|not|has|this|no|must|unknown)\b/)
  expect(en).not.toMatch(/\b(le|la|les|des|du|est|une|pas|cette|inconnu)\b/)
}
