import type { DownloadFiles } from './download-files.ts'
import type { FromFilesWorker, ToFilesWorker } from './lent-files.ts'

/**
 * Seals and writes a piece for the core, unless the core has given it up: what was asked of a tab that was frozen then comes to it when it wakes, and the download may
 * be gone.
 */
export async function writeLent(
  { id, taskId, number, piece, untilMs }: Extract<ToFilesWorker, { op: 'write' }>,
  files: Pick<DownloadFiles, 'write'>,
  nowMs: () => number,
): Promise<FromFilesWorker> {
  const memory = piece.bytes.buffer
  if (nowMs() >= untilMs) return { id, state: 'late', memory }
  return { id, ...(await files.write(taskId, number, piece).catch(() => ({ state: 'held' as const, memory }))) }
}
