import type { FromSheetWorker, ListKind, ListRow, SheetRefusal, ToSheetWorker } from '#contract/sheet-api.ts'
// oxlint-disable-next-line import/default -- Vite makes this export: the address of the built worker.
import workerUrl from '#workers/sheet/sheet-worker.ts?worker&url'
import { appUrl } from '../../lib/trusted-types.ts'

/** A file that is not read by then is made to take for ever. */
const PATIENCE_MS = 20_000

/**
 * Asks a worker of its own, which is ended when it has answered, when somebody calls it off, and when it takes too long: whatever a file does there,
 * the page does not feel it. `hear` answers true when that was all. Throws the signal's reason.
 */
async function askWorker(
  question: ToSheetWorker<File>,
  hear: (answer: FromSheetWorker) => boolean,
  signal?: AbortSignal,
): Promise<'done' | 'too-slow'> {
  signal?.throwIfAborted()
  const worker = new Worker(appUrl(workerUrl), { type: 'module', name: 'sightline-sheet' })
  let deadline: ReturnType<typeof setTimeout> | undefined
  try {
    return await new Promise((resolve, reject) => {
      deadline = setTimeout(() => resolve('too-slow'), PATIENCE_MS)
      signal?.addEventListener('abort', () => reject(signal.reason as Error), { once: true })
      worker.addEventListener('error', () => resolve('too-slow'))
      worker.addEventListener('message', ({ data }: MessageEvent<FromSheetWorker>) => {
        if (hear(data)) resolve('done')
      })
      worker.postMessage(question)
    })
  } finally {
    clearTimeout(deadline)
    worker.terminate()
  }
}

/** The rows of a list in a file of anybody's, or why none of it is taken. `onRows` hears how many there are so far. */
export async function readListFile(
  list: ListKind,
  file: File,
  { signal, onRows }: { signal: AbortSignal; onRows: (rows: number) => void },
): Promise<ListRow[] | SheetRefusal> {
  const rows: ListRow[] = []
  let refusal: SheetRefusal | undefined
  const end = await askWorker(
    { op: 'read', list, file },
    (answer) => {
      if (answer.op === 'rows') {
        rows.push(...answer.rows)
        onRows(rows.length)
      }
      if (answer.op === 'refused') refusal = answer.reason
      return answer.op !== 'rows'
    },
    signal,
  )
  return end === 'too-slow' ? end : (refusal ?? rows)
}

/** Rows of texts, the first of which is the heading, as a file of Excel. */
export async function xlsxOf(sheetName: string, rows: readonly (readonly string[])[]): Promise<Blob> {
  let file: Blob | undefined
  await askWorker({ op: 'write', sheetName, rows }, (answer) => {
    if (answer.op === 'file') file = new Blob([answer.bytes], { type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet' })
    return true
  })
  if (file === undefined) throw new Error('The file could not be made.')
  return file
}
