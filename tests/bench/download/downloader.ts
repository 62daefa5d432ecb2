/** Of `npm run bench -- download`: the core of a browser that downloads one part, and says how long that took. */
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { openAsBlob } from 'node:fs'
import { mkdir, open, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { ListedDownload } from '#contract/core-api.ts'
import { nodePorts } from '#tests/support/core/node-ports.ts'
import { TestProfile } from '#tests/support/core/test-ports.ts'
import { Core } from '#workers/core/core.ts'
import { systemClock } from '#workers/core/system-clock.ts'
import type { DownloadFiles } from '#workers/store/download-files.ts'

export interface DownloaderJob {
  url: string
  origin: string
  person: { loginName: string; password: string }
  sn: string
  startMs: number
  endMs: number
  folder: string
  sha256: string
}
export interface Downloaded {
  ms: number
  isHashRight: boolean
}

const LOOK_MS = 20

/** The files of a browser, in a folder of the disk as OPFS has them. */
function folderFiles(folder: string): DownloadFiles {
  const pathOf = (taskId: string, number: number) => join(folder, taskId, String(number))
  return {
    async write(taskId, number, bytes) {
      await mkdir(join(folder, taskId), { recursive: true })
      await using file = await open(pathOf(taskId, number), 'w')
      await file.writev(bytes)
      return 'kept'
    },
    read: (taskId, number) => openAsBlob(pathOf(taskId, number)).catch(() => undefined),
    remove: (taskId) => rm(join(folder, taskId), { recursive: true, force: true }),
    clear: () => rm(folder, { recursive: true, force: true }),
  }
}

async function download({ url, origin, person, sn, startMs, endMs, folder, sha256 }: DownloaderJob): Promise<Downloaded> {
  const profile = new TestProfile()
  const ports = { ...nodePorts(profile, { url, origin, clock: systemClock }), downloadFiles: folderFiles(folder) }
  const { api } = new Core(ports, { build: 'one', generation: 0 }, () => {})
  void ports.locks.request('tab', () => new Promise<void>(() => {}))
  await api.attach({ tabId: 'tab', lockName: 'tab' }, () => {})
  await api.signIn(person)
  const begunMs = performance.now()
  await api.createPartDownload({ sn, chlIndex: 0, from: 'local', title: 'Gate', startMs, endMs })
  let task: ListedDownload | undefined
  while (task?.status !== 'finish') {
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS))
    const listed = await api.downloads()
    task = listed.ok ? listed.data[0] : undefined
    if (task?.status === 'startFailed') throw new Error(`The download failed with ${task.errorCode}.`)
  }
  const ms = performance.now() - begunMs
  const hash = createHash('sha256')
  const file = await api.downloadedFile(task.taskId)
  for await (const bytes of (file as Blob).stream()) hash.update(bytes)
  return { ms, isHashRight: hash.digest('hex') === sha256 }
}

const [job] = (await once(process, 'message')) as [DownloaderJob]
process.send?.(await download(job))
process.once('disconnect', () => process.exit(0))
