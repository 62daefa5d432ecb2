import type { FromSheetWorker, ToSheetWorker } from '#contract/sheet-api.ts'
import { readList } from './read-list.ts'
import { writeWorkbook } from './write-workbook.ts'

/** Rows of one message: a page takes a few milliseconds for them. */
const ROWS_AT_ONCE = 500

const tell = (answer: FromSheetWorker, transfer: Transferable[] = []) => postMessage(answer, { transfer })

async function answer(question: ToSheetWorker<File>): Promise<void> {
  if (question.op === 'write') {
    const bytes = writeWorkbook(question.sheetName, question.rows)
    return tell({ op: 'file', bytes }, [bytes.buffer])
  }
  const read = await readList(question.list, question.file)
  if (typeof read === 'string') return tell({ op: 'refused', reason: read })
  for (let from = 0; from < read.length; from += ROWS_AT_ONCE) tell({ op: 'rows', rows: read.slice(from, from + ROWS_AT_ONCE) })
  tell({ op: 'end' })
}

addEventListener('message', ({ data }: MessageEvent<ToSheetWorker<File>>) => void answer(data))
