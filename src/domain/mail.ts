/** What an e-mail with a quote is made of, and the server that sends it. */
import * as Type from 'typebox'
import type { Static } from 'typebox'
import { MAIL_SECURITIES } from './shared/mail.ts'

/** The server that e-mail is sent by, and whom it is from; without an address of the host none is sent. */
export const MailServer = Type.Object({
  host: Type.String({ maxLength: 253, description: 'Name or address of the SMTP server; "": none.' }),
  port: Type.Integer({ minimum: 1, maximum: 65535 }),
  security: Type.Enum([...MAIL_SECURITIES]),
  user: Type.String({ maxLength: 200, description: 'Who signs in there; "": nobody does.' }),
  from: Type.String({ maxLength: 254, description: 'The address that e-mail is from.' }),
  fromName: Type.String({ maxLength: 100 }),
})
export type MailServer = Static<typeof MailServer>

export const NO_MAIL_SERVER: MailServer = {
  ...{ host: '', port: 587, security: 'starttls' },
  ...{ user: '', from: '', fromName: '' },
}

export const MOST_RECIPIENTS = 10

const NAME = /^[^\s@<>()[\]\\,;:"\p{Cc}]{1,64}$/u
/** Between the dots of a domain: letters of any script, no hyphen at an end. */
const LABEL = /^(?!-)[^\s@<>()[\]\\,;:"\p{Cc}]{1,63}(?<!-)$/u

/** As strict as servers are: one address, no comment, no quoting, nothing that would end a header. */
export function isMailAddress(text: string): boolean {
  const [name = '', domain = '', ...more] = text.split('@')
  const labels = domain.split('.')
  const isDomain =
    labels.length > 1 && labels.every((label) => LABEL.test(label)) && labels.at(-1)!.length > 1
  return text.length <= 254 && more.length === 0 && NAME.test(name) && isDomain
}

/** The addresses of a text that names several; null where one of them is none, or they are none or too many. */
export function recipientsOf(text: string): readonly string[] | null {
  const all = text
    .split(/[,;]/)
    .map((each) => each.trim())
    .filter((each) => each !== '')
  return all.length > 0 && all.length <= MOST_RECIPIENTS && all.every(isMailAddress) ? all : null
}

/** A host as a connection takes it: a name or an address, without scheme, path or port. */
export const isHost = (text: string): boolean => /^[\p{L}\p{N}.-]+$/u.test(text) || /^[0-9a-f:]+$/i.test(text)

const MINUTE_MS = 60_000
/** Between tries: soon at first, then each hour. */
const PAUSES = [1, 2, 5, 15, 30, 60].map((minutes) => minutes * MINUTE_MS)
/** What has not gone by then is given back to a person. */
export const LONGEST_WAIT_MS = 72 * 60 * MINUTE_MS

/** How long to wait after so many tries, in milliseconds. */
export const pauseAfter = (attempts: number): number =>
  PAUSES[Math.min(Math.max(attempts, 1), PAUSES.length) - 1]!
