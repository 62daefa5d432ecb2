import type { ListedDownload } from '#contract/core-api.ts'
import { askCore, startCore } from '#src/data/core/core.ts'
import type { DownloadsPage } from '../page-api.ts'

const LOOK_MS = 20

async function finished(): Promise<ListedDownload> {
  for (;;) {
    const [task] = await askCore('downloads')
    if (task?.status === 'finish') return task
    if (task?.status === 'startFailed') throw new Error(`The download failed with ${task.errorCode}.`)
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS))
  }
}

const started = startCore()
const downloadsPage: DownloadsPage = {
  signIn: async (person) => {
    await started
    await askCore('signIn', person)
  },
  download: async (part) => {
    const begunMs = performance.now()
    await askCore('createPartDownload', part)
    const { taskId } = await finished()
    return { taskId, ms: performance.now() - begunMs }
  },
  save: async (taskId) => {
    const file = (await askCore('downloadedFile', taskId)) as Blob | undefined
    if (file === undefined) throw new Error('What was downloaded is not there.')
    const link = document.createElement('a')
    link.href = URL.createObjectURL(file)
    link.download = 'part'
    link.click()
  },
  clear: async (taskId) => void (await askCore('deleteDownload', taskId)),
}
Object.assign(globalThis, { downloadsPage })
