/** Files that come over a network, as long as something comes: who sends nothing holds what others want. */
import { Refusal } from './refusal.ts'

const STALLED_MS = 30_000

/** What comes of a stream. @throws Refusal of the code where nothing does for 30 seconds */
export async function* steady(
  bytes: AsyncIterable<Buffer>,
  code: 'backup_stalled' | 'file_stalled',
): AsyncGenerator<Buffer, void> {
  const chunks = bytes[Symbol.asyncIterator]()
  for (;;) {
    const next = await inTime(chunks.next(), code)
    if (next.done) return
    yield next.value
  }
}

async function inTime<T>(coming: Promise<T>, code: 'backup_stalled' | 'file_stalled'): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const stalled = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Refusal(code, { seconds: STALLED_MS / 1000 })), STALLED_MS)
  })
  try {
    return await Promise.race([coming, stalled])
  } finally {
    clearTimeout(timer)
  }
}
