import type { DownloadFiles } from './download-files.ts'
import type { FromFilesWorker, ToFilesWorker } from './lent-files.ts'

/**
 * Writes a piece for the core, unless the core has given it up: what was asked of a tab that was frozen then comes to it when it wakes, and the download may
 * be gone.
 */
export async function writeLent(
  { id, taskId, number, bytes, untilMs }: Extract<ToFilesWorker, { op: 'write' }>,
  files: Pick<DownloadFiles, 'write'>,
  nowMs: () => number,
): Promise<FromFilesWorker> {
  if (nowMs() >= untilMs) return { id, state: 'late' }
  return { id, state: await files.write(taskId, number, bytes).catch(() => 'held' as const) }
}
