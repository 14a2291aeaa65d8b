/** What a call looks like in TypeScript, with types made of this document; the page makes curl and Python itself. */
import { ID_EXAMPLES } from './examples.ts'
import type { Operation } from './operations.ts'

/** Where a service listens that nobody told otherwise. */
const USUAL_ADDRESS = 'http://127.0.0.1:4580'
const TOKEN = "'Token ' + process.env.COMPTOIR_TOKEN"

/** A value as source: names without quotes where they need none. */
const literal = (value: unknown): string =>
  JSON.stringify(value, null, 2).replace(/^(\s*)"([A-Za-z_]\w*)":/gm, '$1$2:')

const indented = (text: string): string => text.replaceAll('\n', '\n  ')

/** @param server of the document: an address, or "/" for the service that answered it */
export function typescriptOf(operation: Operation, server: string): string {
  const base = server.startsWith('http') ? server.replace(/\/$/, '') : USUAL_ADDRESS
  const { method, path, parameters, request, answer } = operation
  if (answer.type === 'text/event-stream')
    return `const answer = await fetch('${base}${path}', {
  headers: { Authorization: ${TOKEN} },
})
for await (const text of answer.body!.pipeThrough(new TextDecoderStream())) console.log(text)
`
  const example = request && Object.values(request.examples)[0]?.value
  const given = [
    ...(path.includes('{id}') ? [`path: { id: ${ID_EXAMPLES[path] ?? 1} }`] : []),
    ...(parameters.includes('Idempotency-Key') ? ["header: { 'Idempotency-Key': 'order-2041' }"] : []),
  ]
  const init = [
    ...(given.length > 0 ? [`params: { ${given.join(', ')} },`] : []),
    ...(example === undefined ? [] : [`body: ${indented(literal(example))},`]),
  ]
  const options = init.length > 0 ? `, {\n  ${init.join('\n  ')}\n}` : ''
  return `// npx openapi-typescript ${base}/openapi.json -o comptoir.d.ts
import createClient from 'openapi-fetch'
import type { paths } from './comptoir'

const comptoir = createClient<paths>({
  baseUrl: '${base}',
  headers: { Authorization: ${TOKEN} },
})
const { data, error } = await comptoir.${method.toUpperCase()}('${path}'${options})
if (error) throw new Error(error.detail)
console.log(data)
`
}
