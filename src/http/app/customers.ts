/** Customers of the partner API, and the tokens of their tools. */
import * as Type from 'typebox'
import type { Service } from '../../service/service.ts'
import { pathId } from '../path-id.ts'
import { actorOf } from './access.ts'
import { created, type Api } from './api.ts'
import { bodyReader } from './requests.ts'
import { Customer, CustomerChange, CustomerInput, NewToken, TokenInfo } from './schemas.ts'

const read = { customer: bodyReader(CustomerInput), change: bodyReader(CustomerChange) }

export function customerRoutes(api: Api, { customers, tokens, journal }: Service): void {
  api.get('/api/customers', 'desk', Type.Array(Customer), () => customers.all())
  api.post('/api/customers', 'customers', Customer, async (request, reply) => {
    const customer = await customers.create(read.customer(request))
    await journal.note(actorOf(request), 'customer_created', { name: customer.name })
    return created(reply, customer)
  })
  api.put('/api/customers/:id', 'customers', Customer, async (request) => {
    const { before, ...changes } = read.change(request)
    const customer = await customers.update(pathId(request), changes, before ?? undefined)
    await journal.note(actorOf(request), 'customer_changed', { name: customer.name })
    return customer
  })
  api.get('/api/tokens', 'tokens', Type.Array(TokenInfo), () => tokens.all())
  api.post('/api/customers/:id/tokens', 'tokens', NewToken, async (request, reply) => {
    const customerId = pathId(request)
    const made = await tokens.create(customerId)
    const customer = customers.byId(customerId)?.name ?? ''
    await journal.note(actorOf(request), 'token_created', { id: made.id, customer })
    return created(reply, made)
  })
  api.remove('/api/tokens/:id', 'tokens', async (request) => {
    const id = pathId(request)
    await tokens.revoke(id)
    await journal.note(actorOf(request), 'token_revoked', { id })
  })
}
