/** `comptoir user`: people of a shared server (server.md, "People"). */
import { InvalidArgumentError, Option, type Command } from 'commander'
import { roleWords } from '../../domain/journal.ts'
import { message } from '../../domain/messages.ts'
import { BY_COMMAND, type Person } from '../../domain/people.ts'
import { isRole, ROLE_RIGHTS, type Role } from '../../domain/shared/rights.ts'
import { refuseNewPerson } from '../../service/people.ts'
import { Invalid } from '../../service/refusal.ts'
import type { Service } from '../../service/service.ts'
import { CommandError } from '../failure.ts'
import { command, groupCommand } from '../program.ts'
import { readSecret } from '../secret.ts'
import { withService } from '../service.ts'
import type { Typed } from '../typed.ts'
import type { Language, Words } from '../words/index.ts'

const NEEDS_STORE = { needsStore: true }

export function userCommand(program: Command, language: Language): void {
  const { words, locale } = language
  const { about, option, value, user: said } = words
  const group = groupCommand(program, language, 'user', about.user)
  const shown = ({ name, role, disabledAt, lastSignInAt }: Person) => [
    name,
    roleWords(role, locale),
    lastSignInAt === null ? said.neverSignedIn : said.signedIn(lastSignInAt),
    disabledAt === null ? said.open : said.closed(disabledAt),
  ]
  /** What a command does to a person, told as he then is. */
  const changing = (
    verb: string,
    description: string,
    change: (service: Service, person: Person) => Promise<Person>,
  ) =>
    command(
      group,
      language,
      `${verb} <${value.name}>`,
      description,
      async ({ data, store, typed }, out, name) => {
        const person = await withService({ data, store }, async (service) =>
          inWords(language, () => change(service, named(service, name!, typed))),
        )
        out.result(person, [shown(person)])
      },
      NEEDS_STORE,
    )
  const named = ({ people }: Service, name: string, typed: Typed): Person => {
    const person = people.byName(name)
    if (!person) throw new CommandError('not_found', said.unknown(name, typed))
    return person
  }
  const password = (name: string) => askPassword(said.passwordQuestion(name), said)

  command<{ readonly role: Role }>(
    group,
    language,
    `create <${value.name}>`,
    about.userCreate,
    async ({ data, store, role }, out, name) => {
      const given = { name: name!, role, password: await password(name!) }
      const person = await inWords(language, () => {
        // What is refused anyhow makes no store.
        refuseNewPerson(given)
        return withService({ data, store }, ({ people }) => {
          // From the first one on, nobody else may make another in the screens.
          if (!people.any && !ROLE_RIGHTS[role].includes('people'))
            throw new CommandError('first_person', said.firstAdministrates)
          return people.create(given, BY_COMMAND)
        })
      })
      out.result(person, [shown(person)])
    },
  ).addOption(
    new Option(`--role <${value.role}>`, option.role).makeOptionMandatory().argParser((text) => {
      if (!isRole(text)) throw new InvalidArgumentError(said.roleExpected)
      return text
    }),
  )

  command(
    group,
    language,
    'list',
    about.userList,
    async ({ data, store }, out) => {
      const people = await withService({ data, store }, (service) => service.people.all())
      out.result(people, people.length > 0 ? people.map(shown) : [said.none])
    },
    NEEDS_STORE,
  )

  changing('disable', about.userDisable, ({ people }, { id }) =>
    people.change(id, { disabled: true }, BY_COMMAND),
  )
  changing('enable', about.userEnable, ({ people }, { id }) =>
    people.change(id, { disabled: false }, BY_COMMAND),
  )
  changing('password', about.userPassword, async ({ people }, { id, name }) =>
    people.setPassword(id, await password(name), BY_COMMAND),
  )
}

/** Reads a password of standard input, unseen. @throws CommandError where there is none, or none that a screen takes */
async function askPassword(
  question: string,
  said: Pick<Words['user'], 'passwordMissing' | 'passwordLines'>,
): Promise<string> {
  const write = (text: string) => void process.stderr.write(text)
  const given = (await readSecret(process.stdin, write, question)).replace(/\r?\n$/, '')
  if (given === '') throw new CommandError('password_missing', said.passwordMissing)
  if (/[\r\n]/.test(given)) throw new CommandError('password_lines', said.passwordLines)
  return given
}

/** Does what may be refused for what was typed, and says why in one line. */
async function inWords<T>({ locale }: Language, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    const fault = error instanceof Invalid ? error.faults[0] : undefined
    if (!fault) throw error
    throw new CommandError(fault.code, message(fault.code, locale, fault.params))
  }
}
