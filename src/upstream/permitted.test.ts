import { once } from 'node:events'
import { createServer, type AddressInfo, type Socket } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { UpstreamClient } from './client.ts'

/** A partner that notes every byte that reaches it, and answers each request with an order. */
async function partner() {
  const received: Buffer[] = []
  const sockets: Socket[] = []
  const server = createServer((socket) => {
    sockets.push(socket)
    socket.on('error', () => undefined)
    socket.on('data', (data) => {
      received.push(data)
      const body = JSON.stringify({ id: 7, devis: 'x', lignes: [] })
      socket.write(
        `HTTP/1.1 201 Created\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`,
      )
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  const client = new UpstreamClient({
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    token: 'jeton',
    account: 'a',
    limits: () => ({ rate: 1000, concurrency: 4, timeoutMs: 5000 }),
  })
  return { client, received: () => Buffer.concat(received).toString(), sockets }
}

test('an order that may not leave any more once its connection stands sends no byte', async () => {
  const { client, received, sockets } = await partner()
  let asked = 0
  const permitted = () => {
    asked += 1
    return false
  }
  await expect(client.order('print', { lignes: [] }, undefined, permitted)).rejects.toMatchObject({
    kind: 'cancelled',
  })
  expect(asked).toBe(1)
  // The connection came about: it was the last moment.
  expect(sockets).toHaveLength(1)
  await once(sockets[0]!, 'close')
  expect(received()).toBe('')
})

test('over a connection that stands already it is asked, too', async () => {
  const { client, received, sockets } = await partner()
  await client.order('print', { devis: 'first', lignes: [] }, undefined, () => true)
  const before = received()
  expect(before).toContain('"first"')
  await expect(
    client.order('print', { devis: 'second', lignes: [] }, undefined, () => false),
  ).rejects.toMatchObject({
    kind: 'cancelled',
  })
  await client.order('print', { devis: 'third', lignes: [] }, undefined, () => true)
  expect(received()).toContain('"third"')
  expect(received()).not.toContain('second')
  expect(sockets.length).toBeLessThanOrEqual(2)
})
