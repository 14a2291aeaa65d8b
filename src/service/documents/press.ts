/** Makes PDFs of what documents say: Typst sets them, and what PDF/A-3 wants beside that is added. */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { getHeapStatistics } from 'node:v8'
import {
  AFRelationship,
  PDFArray,
  PDFDict,
  PDFDocument,
  PDFName,
  PDFRawStream,
  PDFString,
} from '@cantoo/pdf-lib'
import initialize, { TypstCompilerBuilder, type TypstCompiler } from '@myriaddreamin/typst-ts-web-compiler'
import { pictureBytes } from '../../domain/document/letterhead.ts'
import type { DocumentContent } from '../../domain/document/content.ts'
import { FIELD_RATIO, SIGNATURE_WIDTH } from '../../domain/shared/signature.ts'
import { SIGNED_MARK } from '../../domain/document/seal.ts'
import { printed } from '../../domain/shared/printable.ts'
import { FONTS } from './fonts.ts'

/** A document as it is asked for. */
export interface Printing {
  readonly content: DocumentContent
  /** a data URL; empty: none */
  readonly logo: string
  /** the path of what was signed by hand, in a field of {@link SIGNATURE_WIDTH}; null: nothing was */
  readonly signature: string | null
  /** what goes with it: the quote as a signed file, the document as it was shown to who signed */
  readonly files: readonly Attached[]
}

export interface Attached {
  readonly name: string
  readonly bytes: Uint8Array
  readonly about: string
  readonly kind: 'application/vnd.comptoir.quote+json' | 'application/pdf'
}

const find = createRequire(import.meta.url)

/** Beside this file, and beside the built program (electron.vite.config.ts). */
const TEMPLATE = join(import.meta.dirname, 'quote.typ')
const COMPILER = '@myriaddreamin/typst-ts-web-compiler/wasm'
const MAIN = '/quote.typ'
const SIGNATURE = '/signature.svg'
/** Diagnostics as objects. */
const AS_OBJECTS = 3

/**
 * What the compiler keeps of each document is never given back, and what long ones took of the thread's own memory seldom:
 * beyond this another one begins anew. Documents of a thousand lines, one after the other, hold some 280 MB.
 */
const MOST_HELD_BYTES = 320 * 1024 * 1024

interface CompilerMemory {
  readonly buffer: { readonly byteLength: number }
}

export class Press {
  readonly #memory: CompilerMemory
  readonly #compiler: TypstCompiler

  private constructor(memory: CompilerMemory, compiler: TypstCompiler) {
    this.#memory = memory
    this.#compiler = compiler
  }

  /** Some 0.2 s: the compiler is 28 MB. */
  static async start(): Promise<Press> {
    const { memory } = await initialize({ module_or_path: readFileSync(find.resolve(COMPILER)) })
    const builder = new TypstCompilerBuilder()
    // No file and no network is in its reach, but what it is given.
    builder.set_dummy_access_model()
    for (const font of FONTS) await builder.add_raw_font(readFileSync(find.resolve(font)))
    const compiler = await builder.build()
    compiler.add_source(MAIN, readFileSync(TEMPLATE, 'utf8'))
    return new Press(memory, compiler)
  }

  /** Whether its memory is used up: the thread that holds it is to end. */
  get isSpent(): boolean {
    return this.#memory.buffer.byteLength + getHeapStatistics().total_heap_size > MOST_HELD_BYTES
  }

  /**
   * The document as a PDF/A-3, tagged: the same asked for gives the same bytes.
   * @throws Error with what the compiler says: of a picture that cannot be opened
   */
  async print({ content, logo, signature, files }: Printing): Promise<Uint8Array> {
    const texts = printed(content)
    const picture = logo === '' ? null : `logo.${logo.startsWith('data:image/png') ? 'png' : 'jpg'}`
    if (picture) this.#compiler.map_shadow(`/${picture}`, pictureBytes(logo))
    if (signature !== null) this.#compiler.map_shadow(SIGNATURE, Buffer.from(signatureSvg(signature)))
    try {
      return await archivable(this.#set({ ...texts, logo: picture }), content, files)
    } finally {
      if (signature !== null) this.#compiler.unmap_shadow(SIGNATURE)
      if (picture) this.#compiler.unmap_shadow(`/${picture}`)
      this.#compiler.reset()
    }
  }

  #set(content: object): Uint8Array {
    const inputs = [['content', JSON.stringify(content)]]
    const { result, diagnostics } = this.#compiler.compile(MAIN, inputs, 'pdf', AS_OBJECTS) as {
      result?: Uint8Array
      diagnostics?: readonly { readonly message: string; readonly range: string }[]
    }
    if (result) return result
    throw new Error((diagnostics ?? []).map(({ message, range }) => `${range} ${message}`).join('; '))
  }
}

const signatureSvg = (path: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${SIGNATURE_WIDTH} ${SIGNATURE_WIDTH / FIELD_RATIO}">` +
  `<path d="${path}" fill="none" stroke="#12233f" stroke-width="8" stroke-linecap="round" stroke-linejoin="round"/></svg>`

const CONFORMANCE =
  '<rdf:Description rdf:about="" xmlns:pdfaid="http://www.aiim.org/pdfa/ns/id/">' +
  '<pdfaid:part>3</pdfaid:part><pdfaid:conformance>A</pdfaid:conformance></rdf:Description></rdf:RDF>'

/** Says that it is a PDF/A-3, of which colours, and takes the files along that belong to it. */
async function archivable(
  bytes: Uint8Array,
  { date }: DocumentContent,
  files: Printing['files'],
): Promise<Uint8Array> {
  const pdf = await PDFDocument.load(bytes, { updateMetadata: false })
  const { catalog, context } = pdf
  const metadata = catalog.lookup(PDFName.of('Metadata'))
  if (!(metadata instanceof PDFRawStream)) throw new Error('the document says nothing of itself')
  // The document as it was shown goes with what was signed alone.
  const isSigned = files.some(({ kind }) => kind === 'application/pdf')
  const told = Buffer.from(metadata.contents)
    .toString('utf8')
    .replace('</rdf:RDF>', CONFORMANCE + (isSigned ? SIGNED_MARK : ''))
  const stream = context.stream(Buffer.from(told), { Type: 'Metadata', Subtype: 'XML' })
  catalog.set(PDFName.of('Metadata'), context.register(stream))
  const profile = context
    .enumerateIndirectObjects()
    .find(
      ([, object]) =>
        object instanceof PDFArray && object.get(0) === PDFName.of('ICCBased') && isColour(object),
    )
  if (profile) {
    const intent = context.obj({
      Type: 'OutputIntent',
      S: 'GTS_PDFA1',
      OutputConditionIdentifier: PDFString.of('sRGB'),
      Info: PDFString.of('sRGB IEC61966-2.1'),
      DestOutputProfile: (profile[1] as PDFArray).get(1),
    })
    catalog.set(PDFName.of('OutputIntents'), context.obj([intent]))
  }
  const [year, month, day] = date
  const at = new Date(Date.UTC(year, month - 1, day))
  for (const { name, bytes: file, about, kind } of files)
    await pdf.attach(file, name, {
      mimeType: kind,
      description: about,
      creationDate: at,
      modificationDate: at,
      afRelationship: AFRelationship.Source,
    })
  return pdf.save({ updateFieldAppearances: false })

  /** Of three components: the other one is of grey. */
  function isColour(space: PDFArray): boolean {
    const stream = context.lookup(space.get(1))
    const dictionary =
      stream instanceof PDFRawStream ? stream.dict : stream instanceof PDFDict ? stream : null
    return String(dictionary?.get(PDFName.of('N'))) === '3'
  }
}
