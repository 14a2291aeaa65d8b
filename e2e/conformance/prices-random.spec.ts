import fc from 'fast-check'
import { expect, test, beforeAll, afterAll } from 'vitest'
import { displayCase, printCase } from '../../src/testing/generators.ts'
import { asOracle, oracleDisplay, oraclePrint, type OraclePrices } from '../../src/testing/oracle.ts'
import { Program, type Server } from './program.ts'
import type { Any } from './session.ts'

/**
 * A second way to the same prices: the rules of bundle.md, written down once more in fractions of big integers, against the
 * built program. Each line has a product and a tariff of its own, drawn at random (the seed is fixed).
 */
const CASES = 500
const seed = 20_250_202

const print = fc.sample(printCase, { numRuns: CASES, seed }).map(({ bundle, line }, index) => {
  const produit = 1000 + index
  return {
    delais: bundle.delais,
    produits: [{ ...bundle.produits[0], id: produit }],
    tarifs: { print: [{ ...bundle.tarifs.print[0], produit }] },
    line: { ...line, produit },
  }
})
const display = fc.sample(displayCase, { numRuns: CASES, seed }).map(({ bundle, line }, index) => {
  const famille = 1000 + index
  return {
    delais: bundle.delais,
    familles: [{ ...bundle.familles[0], id: famille }],
    tarifs: { display: [{ ...bundle.tarifs.display[0], famille }] },
    line: { ...line, famille },
  }
})

const program = new Program()
let server: Server
let token: string

beforeAll(async () => {
  await program.import({
    format: 'comptoir-bundle/1',
    delais: print[0]!.delais,
    produits: print.flatMap(({ produits }) => produits),
    familles: display.flatMap(({ familles }) => familles),
    tarifs: {
      print: print.flatMap(({ tarifs }) => tarifs.print),
      display: display.flatMap(({ tarifs }) => tarifs.display),
    },
  })
  token = await program.token({ customer: 'A' })
  server = await program.serve()
})
afterAll(() => program.end())

async function compare(area: string, line: Any, oracle: OraclePrices): Promise<void> {
  const answer = await server.ask(`/0.2/${area}/prix/`, { token, json: line })
  expect(answer.status, answer.text).toBe(200)
  const prices = Object.entries(answer.json() as Record<string, { Message: string; PrixHT: string }>)
  const found = prices.map(([label, { Message, PrixHT }]) => [
    label,
    PrixHT === '' ? Message : Number(PrixHT),
  ])
  expect(asOracle(Object.fromEntries(found), oracle), answer.text).toEqual(oracle)
}

test(`print: ${CASES} lines`, async () => {
  for (const { line, ...bundle } of print) await compare('print', line, oraclePrint(bundle, line))
})

test(`display: ${CASES} lines`, async () => {
  for (const { line, ...bundle } of display) await compare('display', line, oracleDisplay(bundle, line))
})
