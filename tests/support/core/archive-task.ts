import type { DownloadTask } from '#contract/plugin/download-task.ts'

/** A download of an archive that stands at 40 %, waits to be continued, and has no link. */
export const archiveTask: DownloadTask = {
  taskId: 'archive-1',
  type: 'cloudArchive',
  sn: 'SIM000001',
  chlIndex: 0,
  fileName: 'gate.avi',
  startTime: 0,
  endTime: 9,
  createTime: 1,
  status: 'pause',
  speedKbps: 0,
  progressPercent: 40,
  sizeBytes: 1_000,
  errorCode: 0,
  needsLink: true,
}
