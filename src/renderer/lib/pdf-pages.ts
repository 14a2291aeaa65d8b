/** A PDF's pages as pictures, made here: not every browser shows a PDF within a page, and a tablet's rarely does. */
import type { PDFDocumentProxy, PDFPageProxy } from 'pdfjs-dist'

export interface PdfPage {
  readonly number: number
  /** width by height */
  readonly ratio: number
  /** its words in their order, for who cannot see it */
  readonly text: string
  /** @param width of the canvas on the screen, in CSS pixels; @throws Error where another drawing took its place */
  readonly draw: (canvas: HTMLCanvasElement, width: number) => Promise<void>
}

/** More is not seen, and a long document of such pictures fills the memory. */
const FINEST = 2

/** Opens a file. What reads it is fetched with the first one. @throws Error for what is no PDF */
export async function openPdf(file: Blob): Promise<{ pages: readonly PdfPage[]; close: () => void }> {
  const [{ getDocument, PDFWorker }, { default: Reader }] = await Promise.all([
    import('pdfjs-dist'),
    import('pdfjs-dist/build/pdf.worker.min.mjs?worker'),
  ])
  const port = new Reader()
  const worker = PDFWorker.create({ port })
  const close = () => {
    worker.destroy()
    port.terminate()
  }
  try {
    const data = new Uint8Array(await file.arrayBuffer())
    // Our documents hold every font, and no picture that would need more than the browser has.
    const document = await getDocument({ data, worker, useWasm: false, enableXfa: false }).promise
    return { pages: await pagesOf(document), close }
  } catch (error) {
    close()
    throw error
  }
}

async function pagesOf(document: PDFDocumentProxy): Promise<PdfPage[]> {
  const numbers = Array.from({ length: document.numPages }, (_, i) => i + 1)
  return Promise.all(numbers.map(async (number) => pageOf(number, await document.getPage(number))))
}

async function pageOf(number: number, page: PDFPageProxy): Promise<PdfPage> {
  const { width, height } = page.getViewport({ scale: 1 })
  const { items } = await page.getTextContent()
  const text = items.map((item) => ('str' in item ? item.str + (item.hasEOL ? '\n' : '') : '')).join('')
  const draw = async (canvas: HTMLCanvasElement, shown: number) => {
    const scale = (shown / width) * Math.min(devicePixelRatio, FINEST)
    const viewport = page.getViewport({ scale })
    canvas.width = Math.floor(viewport.width)
    canvas.height = Math.floor(viewport.height)
    await page.render({ canvas, viewport }).promise
  }
  return { number, ratio: width / height, text, draw }
}
