import { CallFault } from '../../calls/call-fault.ts'
import type { Context } from '../../context.ts'
import { storedRecordings } from './cloud-recordings.ts'
import type { CameraRef, Span } from './recorded-question.ts'

/** Recordings of the cloud that one estimate looks at. */
const MOST = 2_000

/** How much of a part was recorded, and about how large its file becomes; null where that is not known. */
interface Estimate {
  recordedMs: number | null
  sizeBytes: number | null
}

export async function estimateCloud({ db }: Pick<Context, 'db'>, camera: CameraRef, span: Span): Promise<Estimate> {
  const rows = await storedRecordings(db, camera, span, MOST)
  const spans = rows.map(({ start_at_ms, end_at_ms }) => ({ startMs: start_at_ms, endMs: end_at_ms }))
  const sizes = rows.map((row) => (row.size_bytes * withinMs(span, row.start_at_ms, row.end_at_ms)) / (row.end_at_ms - row.start_at_ms))
  return { recordedMs: coveredMs(span, spans), sizeBytes: Math.round(sizes.reduce((sum, bytes) => sum + bytes, 0)) }
}

/** By what the device says; nothing is known of one that is away, or that does not say it. */
export async function estimateDevice(
  { deviceCommands, now }: Pick<Context, 'deviceCommands' | 'now'>,
  camera: CameraRef,
  span: Span,
): Promise<Estimate> {
  try {
    const request = { chlIndex: camera.chlIndex, startMs: span.fromMs, endMs: span.toMs }
    const { segments, isMore, mainBytes } = await deviceCommands.run(camera.sn, 'record-log', request)
    const spans = segments.map(({ startMs, endMs }) => ({ startMs, endMs: endMs === 0 ? now() : endMs }))
    return { recordedMs: isMore ? null : coveredMs(span, spans), sizeBytes: mainBytes ?? null }
  } catch (fault) {
    if (fault instanceof CallFault) return { recordedMs: null, sizeBytes: null }
    throw fault
  }
}

function withinMs({ fromMs, toMs }: Span, startMs: number, endMs: number): number {
  return Math.max(0, Math.min(endMs, toMs) - Math.max(startMs, fromMs))
}

/** So much of the span is in any of these times. */
function coveredMs(span: Span, times: readonly { startMs: number; endMs: number }[]): number {
  let doneMs = span.fromMs
  let coveredBeforeMs = 0
  for (const { startMs, endMs } of times.toSorted((one, other) => one.startMs - other.startMs)) {
    coveredBeforeMs += withinMs({ fromMs: doneMs, toMs: span.toMs }, startMs, endMs)
    doneMs = Math.max(doneMs, Math.min(endMs, span.toMs))
  }
  return Math.round(coveredBeforeMs)
}
