/** A restore that ends right after the backup has taken the store's place: what is to be told of it is told all the same. */
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { backup, restore } from '../maintenance.ts'
import { Store } from '../../store/store.ts'
import { placedIn } from './placed.ts'
import { printCart } from '../../testing/carts.ts'
import { world } from '../../testing/app.ts'
import { temporaryFolder } from '../../testing/folder.ts'

test('orders placed since are told by the store itself from the moment on that it is in its place', async () => {
  const here = await world({ store: null })
  const tool = here.partner(await here.token('Zoé', { canOrder: true }))
  const file = join(temporaryFolder(), 'copy.bak')
  await backup(here.folder, file)
  await tool.post('/0.2/print/panier/validate/', printCart)
  await here.app.close()
  await here.service.close()
  const open = Store.open.bind(Store)
  const killed = vi.spyOn(Store, 'open').mockImplementation((options) => {
    if (options.folder === here.folder) throw new Error('killed')
    return open(options)
  })
  onTestFinished(() => killed.mockRestore())
  await expect(restore(here.folder, file)).rejects.toThrow('killed')
  killed.mockRestore()
  const store = await open({ folder: here.folder, url: null })
  onTestFinished(() => store.close())
  expect(placedIn(store).placed).toMatchObject({ what: 'restored', ordersSince: { made: 1 } })
  expect((await store.journal.list({ person: null }, 1, 0)).entries[0]).toMatchObject({
    action: 'store_restored',
  })
})
