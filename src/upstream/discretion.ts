/**
 * The one place through which every word that comes from the partner passes before it is cut, stored, logged or shown:
 * our token is taken out of it, however the partner repeats it.
 */

const HIDDEN = '[hidden]'
/** A shorter token is a common word: taken out of names and messages it would hide what they say, and no secret. */
const SECRET_LENGTH = 8
/** Base64 of fewer characters is found by chance. */
const BASE64_LENGTH = 8
const BITS_OF_BYTE = 8
const BITS_OF_BASE64 = 6
/** Of a long token so much is looked for; what follows without a blank goes with it. */
const SOUGHT_LENGTH = 128
const REST = String.raw`[^\s"'<>,]*`

export class Discretion {
  readonly #all: RegExp
  readonly #any: RegExp
  readonly #isSecret: boolean

  constructor(token: string) {
    const sought = token.slice(0, SOUGHT_LENGTH)
    const bytes = Buffer.from(sought, 'utf8')
    const forms = [[...sought].map(codingsOf).join(''), anyCase(bytes.toString('hex')), ...base64Of(bytes)]
    const pattern = `(?:${forms.join('|')})${sought.length < token.length ? REST : ''}`
    this.#all = new RegExp(pattern, 'g')
    this.#any = new RegExp(pattern)
    this.#isSecret = token.length >= SECRET_LENGTH
  }

  /** Words without the token. */
  text(words: string): string {
    return words.replace(this.#all, HIDDEN)
  }

  /** The value that was read from `source`, without the token in any of its texts and names of fields. */
  value(source: string, value: unknown): unknown {
    return this.#isSecret && this.#any.test(source) ? this.#clean(value) : value
  }

  #clean(value: unknown): unknown {
    if (typeof value === 'string') return this.text(value)
    if (typeof value !== 'object' || value === null) return value
    if (Array.isArray(value)) return value.map((item) => this.#clean(item))
    return Object.fromEntries(
      Object.entries(value).map(([key, field]) => [this.text(key), this.#clean(field)]),
    )
  }
}

/** A character as itself and in the codings of URLs, JSON (also of JSON in JSON) and HTML. */
function codingsOf(character: string): string {
  const code = character.codePointAt(0)!
  const hex = anyCase(hexOf(code, 2))
  const inUrl = [...Buffer.from(character)].map((byte) => `%(?:25)?${anyCase(hexOf(byte, 2))}`).join('')
  const inJson = character
    .split('')
    .map((unit) => String.raw`\\{1,4}u${anyCase(hexOf(unit.charCodeAt(0), 4))}`)
    .join('')
  return String.raw`(?:\\{0,4}${escaped(character)}|${inUrl}|${inJson}|&#0{0,4}${code};|&#[xX]0{0,4}${hex};)`
}

const hexOf = (number: number, digits: number) => number.toString(16).padStart(digits, '0')

const escaped = (text: string) => text.replace(/[\\^$.*+?()[\]{}|/-]/g, String.raw`\$&`)

/** A pattern of hexadecimal digits in either case. */
const anyCase = (hex: string) => hex.replace(/[a-f]/g, (digit) => `[${digit}${digit.toUpperCase()}]`)

/** What base64 of a text holds that has `bytes` within it, wherever in a group of three they begin. */
function base64Of(bytes: Buffer): string[] {
  return [0, 1, 2].flatMap((before) => {
    const bits = (before + bytes.length) * BITS_OF_BYTE
    const coded = Buffer.concat([Buffer.alloc(before), bytes]).toString('base64')
    // The first and last characters also hold bits of what stands around.
    const core = coded.slice(
      Math.ceil((before * BITS_OF_BYTE) / BITS_OF_BASE64),
      Math.floor(bits / BITS_OF_BASE64),
    )
    if (core.length < BASE64_LENGTH) return []
    return [`${core.replace(/\+/g, '[+-]').replace(/\//g, '[/_]')}[A-Za-z0-9+/_=-]*`]
  })
}
