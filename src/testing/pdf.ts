/** What a PDF says, as another program reads it. */
import { getDocumentProxy } from 'unpdf'

export interface ReadPdf {
  readonly title: string
  readonly pages: readonly string[]
  /** by name */
  readonly files: ReadonlyMap<string, Buffer>
  /** the kinds of its elements, of all pages: H1, Table, TD */
  readonly tags: ReadonlySet<string>
  /** what it says of itself */
  readonly metadata: string
}

/** Texts of a page stand in the order in which they are read, each line by itself. */
export async function readPdf(bytes: Uint8Array): Promise<ReadPdf> {
  const document = await getDocumentProxy(new Uint8Array(bytes), { verbosity: 0 })
  const pages: string[] = []
  const tags = new Set<string>()
  for (let i = 1; i <= document.numPages; i++) {
    const page = await document.getPage(i)
    const { items } = await page.getTextContent()
    pages.push(items.map((item) => ('str' in item ? item.str + (item.hasEOL ? '\n' : '') : '')).join(''))
    collect(await page.getStructTree(), tags)
  }
  const { info, metadata } = await document.getMetadata()
  const names = [...(((await document.getAttachments()) as Map<string, unknown> | null)?.keys() ?? [])]
  const read = async (name: string) =>
    [name, Buffer.from((await document.getAttachmentContent(name))!)] as const
  const files = new Map(await Promise.all(names.map(read)))
  const title = String((info as Record<string, unknown>)['Title'] ?? '')
  const told = metadata ? (metadata as unknown as { getRaw(): string }).getRaw() : ''
  await document.loadingTask.destroy()
  return { title, pages, files, tags, metadata: told }
}

function collect(node: unknown, tags: Set<string>): void {
  const { role, children = [] } = (node ?? {}) as { role?: string; children?: unknown[] }
  if (role !== undefined) tags.add(role)
  for (const child of children) collect(child, tags)
}
