/** `comptoir serve` ends as a process while clients go on asking. */
import { Agent, request } from 'node:http'
import { expect, onTestFinished, test } from 'vitest'
import { ADDRESS } from '../testing/app.ts'
import { loaded } from '../testing/loaded-folder.ts'
import { startNode } from '../testing/processes.ts'
import { CLI } from '../testing/program.ts'
import { Service } from '../service/service.ts'
import { logger } from './service.ts'

const CLIENTS = 16
const CART = { adresse_livraison: ADDRESS, lignes: [{ produit: 10, quantites_multiples: [100] }] }

interface Answer {
  readonly status?: number
  /** how the connection broke */
  readonly error?: string
  /** whether it had been used before */
  readonly reused: boolean
}

/** Orders on connections that are kept and used again. */
function ordering(port: number, token: string): (devis: string) => Promise<Answer> {
  const agent = new Agent({ keepAlive: true })
  onTestFinished(() => void agent.destroy())
  const headers = { authorization: `Token ${token}`, 'content-type': 'application/json' }
  const path = '/0.2/print/panier/validate/'
  return (devis) =>
    new Promise((resolve) => {
      const sent = request({ agent, port, host: '127.0.0.1', method: 'POST', path, headers })
      const broke = ({ code }: NodeJS.ErrnoException) => resolve({ error: code, reused: sent.reusedSocket })
      sent.on('error', broke).on('response', (answer) => {
        answer.resume().on('error', broke)
        answer.on('end', () => resolve({ status: answer.statusCode, reused: sent.reusedSocket }))
      })
      sent.end(JSON.stringify({ ...CART, devis }))
    })
}

test('SIGTERM loses no order of clients that keep their connections and never pause', async () => {
  for (let round = 0; round < 4; round++) {
    let who = { id: 0, token: '' }
    const data = await loaded(async ({ customers, tokens }) => {
      const { id } = await customers.ensure('A', { canOrder: true })
      who = { id, token: (await tokens.create(id)).token }
    })
    const child = startNode(CLI, ['serve', '--port', '0', '--data', data])
    await child.until(2)
    const order = ordering(Number(new URL(child.lines[1]!).port), who.token)
    let enough = () => {}
    const reached = new Promise<void>((resolve) => (enough = resolve))
    let made = 0
    const client = async (index: number) => {
      for (let i = 0; ; i++) {
        const { status, error, reused } = await order(`${index}-${i}`)
        // Nobody takes connections any more: nothing was sent.
        if (error === 'ECONNREFUSED' && !reused) return
        expect({ status, error }).toEqual({ status: 201 })
        if (++made === 5 * CLIENTS) enough()
      }
    }
    const clients = Promise.all(Array.from({ length: CLIENTS }, (_, index) => client(index)))
    await Promise.race([reached, clients])
    const ended = child.kill('SIGTERM')
    await clients
    expect(await ended).toBe(0)
    expect(child.stderr()).toBe('')
    const service = await Service.open({ folder: data, log: logger('silent') })
    expect(await service.store.orders.count(who.id, 'print')).toBe(made)
    await service.close()
  }
}, 60_000)
