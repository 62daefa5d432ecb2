import { parentPort, workerData } from 'node:worker_threads'
import { inflateRawSync } from 'node:zlib'
import { isCompoundFile, isZip, readWorkbook, type SheetTexts } from '#shared/sheet/workbook.ts'
import { readZip, unpacksAsSaid } from '#shared/sheet/zip-guard.ts'

/** Reads the first sheet of a spreadsheet file, with at most `mostRows` rows. Posts `null` when it is none, or is made to take for ever. */
const { bytes, mostRows } = workerData as { bytes: Uint8Array; mostRows: number }

async function readRows(): Promise<SheetTexts | 'too-many-rows' | null> {
  try {
    if (isZip(bytes)) {
      const parts = readZip(bytes)
      if (typeof parts === 'string') return null
      if (!(await unpacksAsSaid(parts, (packed, most) => inflateRawSync(packed, { maxOutputLength: most + 1 }).byteLength))) return null
    } else if (!isCompoundFile(bytes)) return null
    return readWorkbook(bytes, mostRows)
  } catch {
    return null
  }
}

parentPort?.postMessage(await readRows())
