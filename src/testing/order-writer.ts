/**
 * A program to be killed: writes orders through the real service as fast as it can, and prints the id of each once the
 * service has acknowledged it. `node order-writer.ts FOLDER ROUND`
 */
import { writeSync } from 'node:fs'
import pino from 'pino'
import { Service } from '../service/service.ts'

const [folder, round] = process.argv.slice(2)
const service = await Service.start({ folder: folder!, log: pino({ level: 'silent' }) })
const customer = await service.customers.ensure('Writer', { canOrder: true })
const known = service.customers.byId(customer.id)!
const address = { nom: 'Martin', adresse1: '1 rue', code_postal: '69001', ville: 'Lyon' }
const CLIENTS = 8

async function client(index: number): Promise<never> {
  for (let i = 0; ; i++) {
    const lignes = Array.from({ length: 1 + ((i + index) % 5) }, (_, line) => ({
      label: `line ${line}`,
      produit: 10,
      quantites_multiples: [100],
    }))
    const body = { devis: `${round}-${index}-${i}`, adresse_livraison: address, lignes }
    const order = await service.orders.validate('print', body, known, `${round}-${index}-${i}`)
    writeSync(1, `${order.id} ${body.devis} ${lignes.length}\n`)
  }
}

writeSync(1, 'ready\n')
await Promise.all(Array.from({ length: CLIENTS }, (_, index) => client(index)))
