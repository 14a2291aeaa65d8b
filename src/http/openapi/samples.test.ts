/** The TypeScript of each call, against types that are made of the document as its first line says. */
import { join } from 'node:path'
import openapiTS, { astToString } from 'openapi-typescript'
import ts from 'typescript'
import { expect, test } from 'vitest'
import { openApiDocument } from './document.ts'
import { OPERATIONS } from './operations.ts'
import { typescriptOf } from './samples.ts'

const ROOT = join(import.meta.dirname, '../../..')
const at = (name: string) => join(ROOT, 'src/http/openapi', name)

/** What the compiler has to say of files that are nowhere on disk, beside the packages of the checkout. */
function faultsIn(files: ReadonlyMap<string, string>): string[] {
  const options: ts.CompilerOptions = {
    ...{
      strict: true,
      noEmit: true,
      skipLibCheck: true,
      types: ['node'],
      lib: ['lib.es2024.d.ts', 'lib.dom.d.ts', 'lib.dom.asynciterable.d.ts'],
    },
    ...{ module: ts.ModuleKind.ESNext, target: ts.ScriptTarget.ES2024 },
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    moduleDetection: ts.ModuleDetectionKind.Force,
  }
  const host = ts.createCompilerHost(options)
  const { getSourceFile, fileExists, readFile } = host
  host.fileExists = (name) => files.has(name) || fileExists(name)
  host.readFile = (name) => files.get(name) ?? readFile(name)
  host.getSourceFile = (name, ...rest) => {
    const text = files.get(name)
    return text === undefined ? getSourceFile(name, ...rest) : ts.createSourceFile(name, text, rest[0])
  }
  const program = ts.createProgram([...files.keys()], options, host)
  return ts
    .getPreEmitDiagnostics(program)
    .map(
      ({ file, messageText }) =>
        `${file?.fileName ?? ''}: ${ts.flattenDiagnosticMessageText(messageText, ' ')}`,
    )
}

test('compiles against the document’s own types, each call of it', { timeout: 60_000 }, async () => {
  const document = openApiDocument('en', 'http://127.0.0.1:4580')
  const types = astToString(await openapiTS(document as never))
  const files = new Map([[at('comptoir.d.ts'), types]])
  for (const operation of OPERATIONS)
    files.set(at(`sample-${operation.id}.ts`), typescriptOf(operation, 'http://127.0.0.1:4580'))
  expect(faultsIn(files)).toEqual([])
  // A sample that asks for what is not there is told.
  files.set(at('sample-wrong.ts'), typescriptOf(OPERATIONS[0]!, '/').replace('.GET(', '.POST('))
  expect(faultsIn(files).join()).toContain('sample-wrong.ts')
})

test('names the public address, else where a service usually listens', () => {
  expect(typescriptOf(OPERATIONS[0]!, 'https://desk.example/comptoir/')).toContain(
    "baseUrl: 'https://desk.example/comptoir'",
  )
  expect(typescriptOf(OPERATIONS[0]!, '/')).toContain("baseUrl: 'http://127.0.0.1:4580'")
})
