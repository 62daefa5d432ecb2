import { browserDownloadFiles } from './download-files.ts'
import type { ToFilesWorker } from './lent-files.ts'
import { writeLent } from './write-lent.ts'

/** The core gives a worker back long before that: who is asked nothing for so long was lent to one that is gone. */
const FORGOTTEN_MS = 60_000

/** Entry of a tab's worker that seals and writes files for the core. It says when it runs, and is then given the port by which the core asks. */
const scope = globalThis as unknown as DedicatedWorkerGlobalScope
let forgotten: ReturnType<typeof setTimeout> | undefined

scope.addEventListener('message', ({ ports: [port] }: MessageEvent) => {
  if (port === undefined) return
  port.addEventListener('message', ({ data }: MessageEvent<ToFilesWorker>) => void take(port, data))
  port.start()
  watch()
})
scope.postMessage('ready')

function watch(): void {
  clearTimeout(forgotten)
  forgotten = setTimeout(() => scope.close(), FORGOTTEN_MS)
}

async function take(port: MessagePort, question: ToFilesWorker): Promise<void> {
  if (question.op === 'end') return scope.close()
  watch()
  const answer = await writeLent(question, browserDownloadFiles, Date.now)
  port.postMessage(answer, [answer.memory])
}
