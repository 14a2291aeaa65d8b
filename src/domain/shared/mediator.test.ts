import { expect, test } from 'vitest'
import { DEFAULT_TEXTS } from '../document/default-texts.ts'
import { namesMediator, printedMediator } from './mediator.ts'

test.each(['fr', 'en'] as const)(
  'what only the shop is to read of mediation is not printed (%s)',
  (language) => {
    const { mediator } = DEFAULT_TEXTS[language]
    expect(mediator).toMatch(/réglages|settings/)
    expect(printedMediator(mediator)).not.toMatch(/réglages|settings/)
    expect(printedMediator(mediator)).toMatch(/\.$/)
    expect(namesMediator(mediator)).toBe(false)
    expect(namesMediator(printedMediator(mediator))).toBe(false)
    expect(namesMediator('')).toBe(false)
    const named = `${printedMediator(mediator)} CM2C, 14 rue Saint-Jean, Paris.`
    expect(namesMediator(named)).toBe(true)
    expect(printedMediator(named)).toBe(named)
  },
)
