/**
 * The seal of a signed PDF: one line right before its `startxref`, a comment to every reader. What is signed is every byte
 * of the file but the signature itself, so that it says whether any was changed, added or taken away. A document that was
 * signed says so elsewhere, too: without its seal it is no document that never had one.
 */
import type { Signed } from '../quote/portable-file.ts'

const SEAL = '%comptoir-seal'
/** Stands in what a signed document says of itself. */
export const SIGNED_MARK = '<!--comptoir-signed-->'
/** The kinds of the files that a signed document holds, as a PDF names them. */
const QUOTE_KIND = /\/application#2[fF]vnd\.comptoir\.quote(?:\+|#2[bB])json(?![\w#])/
const SHOWN_KIND = /\/application#2[fF]pdf(?![\w#])/
const VERSION = 1
const MOST_TRIES = 5
/** The seal, and what ends a PDF after it, are within so many bytes of its end. */
const END_BYTES = 1024
const LINE =
  /\n%comptoir-seal (\d{1,4}) (\S{1,60}) (\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z) ([A-Za-z0-9+/]{43}=) ([A-Za-z0-9+/]{86}==)\nstartxref\n\d{1,12}\n%%EOF\s*$/
const LATER = /\n%comptoir-seal (\d{1,4}) /

/** Who seals, and when. */
export interface Sealing {
  /** the code of the device */
  readonly device: string
  /** ISO */
  readonly at: string
  /** the 32 bytes of an Ed25519 key */
  readonly publicKey: Buffer
}

export type OpenedSeal =
  /** `foreign`: no PDF; `unsealed`: without a seal; `broken`: with one that was changed or taken away, or that bytes stand after; `newer`: of a later program */
  | { readonly verdict: 'foreign' | 'unsealed' | 'broken' | 'newer' }
  | {
      /** `altered`: the signature is not that of the key over these bytes */
      readonly verdict: 'intact' | 'altered'
      readonly seal: Sealing
    }

/**
 * A PDF with its seal.
 * @param sign the 64 bytes of a signature by the key over what it is given
 * @throws Error where the bytes do not end as a PDF does
 */
export async function sealed(
  pdf: Uint8Array,
  { device, at, publicKey }: Sealing,
  sign: (payload: Buffer) => Promise<Buffer>,
): Promise<Buffer> {
  const bytes = Buffer.from(pdf)
  const end = bytes.lastIndexOf('startxref\n')
  if (end < 0) throw new Error('the PDF has no end')
  const line = `\n${SEAL} ${VERSION} ${device} ${at} ${publicKey.toString('base64')} `
  const before = Buffer.concat([bytes.subarray(0, end), Buffer.from(line)])
  const after = Buffer.concat([Buffer.from('\n'), bytes.subarray(end)])
  const signature = await sign(Buffer.concat([before, after]))
  const whole = Buffer.concat([before, Buffer.from(signature.toString('base64')), after])
  if (!LINE.test(endOf(whole))) throw new Error('the PDF cannot be sealed')
  return whole
}

/** @param isGood whether the signature is that of the key over the payload */
export function openSeal(bytes: Buffer, isGood: (signed: Signed) => boolean): OpenedSeal {
  if (!bytes.subarray(0, END_BYTES).includes('%PDF-')) return { verdict: 'foreign' }
  const end = endOf(bytes)
  const version = LATER.exec(end)?.[1]
  if (version !== undefined && Number(version) > VERSION) return { verdict: 'newer' }
  const found = LINE.exec(end)
  // One that stands elsewhere is one that something was added after, or one that was changed itself.
  if (!found) return { verdict: bytes.includes(`\n${SEAL} `) || saysSigned(bytes) ? 'broken' : 'unsealed' }
  const [, , device = '', at = '', key = '', text = ''] = found
  const seal: Sealing = { device, at, publicKey: Buffer.from(key, 'base64') }
  const signature = Buffer.from(text, 'base64')
  const begin = bytes.length - end.length + end.indexOf(text, found.index)
  const payload = Buffer.concat([bytes.subarray(0, begin), bytes.subarray(begin + text.length)])
  // Written again it is the same to the letter: nothing stands in it that the signature does not cover.
  const exact = signature.toString('base64') === text
  const good = exact && isGood({ payload, publicKey: seal.publicKey, signature })
  return { verdict: good ? 'intact' : 'altered', seal }
}

/** Whether it says by itself that it was signed: also saved anew by another program, which keeps the files in it. */
function saysSigned(bytes: Buffer): boolean {
  if (bytes.includes(SIGNED_MARK)) return true
  const text = bytes.toString('latin1')
  return QUOTE_KIND.test(text) && SHOWN_KIND.test(text)
}

/**
 * The quote that a PDF holds as a file, as {@link openFile} reads it; null: none. The PDF is not read as one, which anybody
 * may have made to be read without end: where the file's kind is said, its bytes follow.
 * @param inflate what was compressed; throws where that is nothing, or too much
 */
export function quoteIn(pdf: Buffer, inflate: (bytes: Buffer) => Buffer): Buffer | null {
  const text = pdf.toString('latin1')
  let from = 0
  for (let tries = 0; tries < MOST_TRIES; tries++) {
    const kind = QUOTE_KIND.exec(text.slice(from))
    if (!kind) return null
    from += kind.index + kind[0].length
    const begin = /stream\r?\n/.exec(text.slice(from, from + END_BYTES))
    if (!begin) continue
    const bytes = pdf.subarray(from + begin.index + begin[0].length)
    try {
      return inflate(bytes)
    } catch {
      // One that was never compressed is text; another one may follow, that is as it says.
      const end = bytes.indexOf('endstream')
      if (bytes[0] === 0x7b && end > 0) return bytes.subarray(0, end)
    }
  }
  return null
}

/** Bytes are letters here, one by one. */
const endOf = (bytes: Buffer) => bytes.subarray(-END_BYTES).toString('latin1')
