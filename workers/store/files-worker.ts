import { browserDownloadFiles } from './download-files.ts'
import type { FromFilesWorker, ToFilesWorker } from './lent-files.ts'

/** Entry of a tab's worker that writes files for the core. It is given the port by which the core asks. */
const scope = globalThis as unknown as DedicatedWorkerGlobalScope
scope.addEventListener('message', ({ ports: [port] }: MessageEvent) => {
  if (port === undefined) return
  port.addEventListener('message', ({ data }: MessageEvent<ToFilesWorker>) => void answer(port, data))
  port.start()
})

async function answer(port: MessagePort, question: ToFilesWorker): Promise<void> {
  if (question.op === 'end') return scope.close()
  const { id, taskId, number, bytes } = question
  const state = await browserDownloadFiles.write(taskId, number, bytes).catch(() => 'held' as const)
  const told: FromFilesWorker = { id, state }
  port.postMessage(told)
}
