/** Secrets of the environment that stand in files, as Docker and Kubernetes give them: NAME_FILE says where NAME's is. */
import { readFileSync } from 'node:fs'
import { causeMessage } from '../domain/store-messages.ts'
import { SECRET_KEY_BYTES, SECRET_KEY_VARIABLE } from '../service/secrets.ts'
import { CommandError } from './failure.ts'
import type { Language } from './words/index.ts'

const VARIABLES = ['COMPTOIR_KEY', 'COMPTOIR_STORE', 'COMPTOIR_STORE_TO', SECRET_KEY_VARIABLE]

/**
 * Puts what such files hold in the environment.
 * @throws CommandError where a variable is given both ways, or its file cannot be read or is empty
 */
export function readVariableFiles(environment: NodeJS.ProcessEnv, { words, locale }: Language): void {
  for (const variable of VARIABLES) {
    const name = `${variable}_FILE`
    const file = environment[name]?.trim()
    if (!file) continue
    const refuse = (why: string) => new CommandError('variable_invalid', why)
    if (environment[variable]?.trim()) throw refuse(words.usage.contradiction(variable, name))
    let text: string
    try {
      text = textOf(readFileSync(file), variable)
    } catch (error) {
      const code = (error as NodeJS.ErrnoException).code ?? String(error)
      throw refuse(words.named(name, words.file.unreadable(file, causeMessage(code, locale))))
    }
    if (text === '') throw refuse(words.named(name, words.file.empty(file)))
    environment[variable] = text
  }
}

/** A key may stand there as a data folder's `secret.key` does, in its bytes. */
const textOf = (bytes: Buffer, variable: string): string =>
  variable === SECRET_KEY_VARIABLE && bytes.length === SECRET_KEY_BYTES
    ? bytes.toString('base64')
    : bytes.toString('utf8').trim()
