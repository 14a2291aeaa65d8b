import { expect, test } from 'vitest'
import { STORY_MESSAGES } from './order-story.ts'

test('an order by the API names the account that it came under, whatever that is called', () => {
  const { fr, en } = STORY_MESSAGES.placed
  expect(fr({ customer: 'Appli' })).toBe('Commande reçue par l’API (compte «\u00a0Appli\u00a0»)')
  expect(en({ customer: 'Appli' })).toBe('Order received by the API (account “Appli”)')
})
