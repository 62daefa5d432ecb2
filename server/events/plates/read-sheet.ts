import { Worker } from 'node:worker_threads'
import type { SheetTexts } from '#shared/sheet/workbook.ts'

const PATIENCE_MS = 20_000
const MOST_MEGABYTES = 512

/**
 * Reads the first sheet of an xlsx or xls file as rows of texts; `undefined` when it is none. In a thread of its own, after a look into the
 * directory of its zip: a file that is made to take for ever, or to unpack into more than there is room for, ends that thread and nothing else.
 */
export async function readSheet(file: File, mostRows: number): Promise<SheetTexts | 'too-many-rows' | undefined> {
  const bytes = new Uint8Array(await file.arrayBuffer())
  const worker = new Worker(new URL('sheet-worker.ts', import.meta.url), {
    workerData: { bytes, mostRows },
    resourceLimits: { maxOldGenerationSizeMb: MOST_MEGABYTES },
    execArgv: [],
  })
  const deadline = setTimeout(() => void worker.terminate(), PATIENCE_MS)
  try {
    return await new Promise((resolve) => {
      worker.once('message', (read: SheetTexts | 'too-many-rows' | null) => resolve(read ?? undefined))
      worker.once('error', () => resolve(undefined))
      worker.once('exit', () => resolve(undefined))
    })
  } finally {
    clearTimeout(deadline)
    await worker.terminate()
  }
}
