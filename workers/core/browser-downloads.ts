import type { recordedPartCreate } from '#contract/calls/archive/recorded-part-create.ts'
import type { InputOf } from '#contract/define-call.ts'
import type { ListedDownload } from '#contract/core-api.ts'
import type { DownloadTask } from '#contract/plugin/download-task.ts'
import { downloadTaskTransitions } from '#contract/states/download-task.ts'
import { mayBecome } from '#contract/states/state-machine.ts'
import type { BrowserDownloadRecord } from '../store/browser-download.ts'
import type { DownloadLink, DownloadLinks } from './download-links.ts'
import { asNothing } from './download-progress.ts'
import { DownloadRecords, isWanted } from './download-records.ts'
import { DownloadTransfers } from './download-transfers.ts'
import { PieceFiles } from './piece-files.ts'
import { pause, type Ports } from './ports.ts'
import { isOutOfReach } from './transport.ts'

export const DOWNLOADS_LOCK = 'sightline-downloads'
/** Transfers at a time; the others wait, so that live video keeps most of the line. */
const AT_ONCE = 2
/** How often is asked whether the service has made a file. */
const LOOK_MS = 1_000
/** Pause before a link that broke is followed by another. */
const RETRY_MS = 1_000

interface BrowserNeeds {
  links: Pick<DownloadLinks, 'of'>
  userId: () => string | undefined
  /** Other cores are to look. */
  onChange: () => void
  /** Gives a file that the service has made to the plugin; false when that is not there. */
  handOver: (task: DownloadTask) => Promise<boolean>
}

/** What comes of one look at a task: it waits a while, goes on at once, or is over. */
type Turn = { kind: 'wait'; ms: number } | { kind: 'on' } | { kind: 'over' }
const over: Turn = { kind: 'over' }

/**
 * Downloads without the plugin (rule 4.5): fetched by this browser into files of its own, from where they were when the network, the page or
 * the browser gave out, sealed as all that is the person's, until the person saves them. What is to be done stands in the database, which all cores and tabs see alike; one core
 * of all that are open does it.
 */
export class BrowserDownloads {
  readonly #ports: Ports
  readonly #needs: BrowserNeeds
  readonly #records: DownloadRecords
  readonly #files: PieceFiles
  readonly #transfers: DownloadTransfers
  readonly #running = new Map<string, { stop: AbortController; done: Promise<void> }>()
  #run: AbortController | undefined
  #wake = () => {}
  #isAskedAgain = false

  constructor(ports: Ports, needs: BrowserNeeds) {
    this.#ports = ports
    this.#needs = needs
    this.#records = new DownloadRecords(ports, needs.userId)
    this.#files = new PieceFiles(ports)
    this.#transfers = new DownloadTransfers(ports, { records: this.#records, files: this.#files })
  }

  /** A session is there: what was under way goes on. */
  start(): void {
    if (this.#run !== undefined) return
    const run = new AbortController()
    this.#run = run
    // Taken away by a newer core: that one goes on.
    void this.#ports.locks.request(DOWNLOADS_LOCK, { signal: run.signal }, () => this.#hold(run.signal)).catch(() => this.#halt(run))
  }

  stop(): void {
    if (this.#run !== undefined) this.#halt(this.#run)
    this.#run = undefined
  }

  /** The person is gone, and what was downloaded for them. */
  async forget(): Promise<void> {
    this.stop()
    await this.#ports.downloadFiles.clear()
  }

  /** Something may be to be done: of this core, or another that has no lock. */
  look(): void {
    this.#isAskedAgain = true
    this.#wake()
  }

  async list(): Promise<(DownloadTask & Pick<ListedDownload, 'goesOn'>)[]> {
    return (await this.#records.list()).map(({ task, restId }) => {
      const speedKbps = task.status === 'continue' ? this.#transfers.speedKbps(task.taskId) : undefined
      return { ...task, ...(speedKbps !== undefined && { speedKbps }), ...(restId !== undefined && { goesOn: true as const }) }
    })
  }

  async has(taskId: string): Promise<boolean> {
    return (await this.#records.of(taskId)) !== undefined
  }

  async add(what: Pick<BrowserDownloadRecord, 'task' | 'goal' | 'part'>): Promise<void> {
    const owner = this.#needs.userId()
    if (owner === undefined) return
    await this.#records.write({ ...what, owner, pieces: 0, receivedBytes: 0 })
    this.#tell()
  }

  /** What the service is to make anew when this task is started again; undefined when it is none that failed. */
  async failedPart(taskId: string): Promise<InputOf<typeof recordedPartCreate> | undefined> {
    const record = await this.#records.of(taskId)
    if (record?.part === undefined || record.task.status !== 'startFailed') return undefined
    const { sn, chlIndex, startTime, endTime } = record.task
    return { sn, chlIndex, startMs: startTime, endMs: endTime, ...record.part }
  }

  /** The service has another file for a task than before: nothing of the old one is of use. */
  async replace(taskId: string, nextId: string): Promise<void> {
    const record = await this.#records.of(taskId)
    if (record === undefined) return
    await this.delete(taskId)
    await this.#records.write(asNothing({ ...record, task: { ...record.task, taskId: nextId } }))
  }

  /** False when its status does not allow it. */
  async control(taskId: string, status: 'pause' | 'continue'): Promise<boolean> {
    const changed = await this.#records.change(taskId, (record) => {
      if (!mayBecome(downloadTaskTransitions, record.task.status, status)) return undefined
      return { ...record, task: { ...record.task, status, speedKbps: 0, errorCode: 0 } }
    })
    if (status === 'pause') this.#running.get(taskId)?.stop.abort()
    this.#transfers.forgetFaults(taskId)
    this.#tell()
    return changed !== undefined
  }

  async delete(taskId: string): Promise<void> {
    this.#running.get(taskId)?.stop.abort()
    await this.#records.delete(taskId, () => this.#files.remove(taskId))
  }

  /** The file of a finished task. Undefined when it is not there any more as it came: then what is lost of it can be fetched again. */
  async file(taskId: string): Promise<Blob | undefined> {
    const record = await this.#records.of(taskId)
    if (record?.task.status !== 'finish') return undefined
    const file = await this.#files.whole(record)
    if (file instanceof Blob) return file
    await this.#transfers.lose(taskId, file.lost)
    return undefined
  }

  /** The core that holds the lock, which may be another, looks again. */
  #tell(): void {
    this.look()
    this.#needs.onChange()
  }

  /** Does what is to be done, for as long as this core holds the lock. */
  async #hold(signal: AbortSignal): Promise<void> {
    await this.#files.removeUnknown((taskId) => this.#records.isUnknown(taskId))
    while (!signal.aborted) {
      this.#isAskedAgain = false
      for (const { task } of await this.#records.list()) {
        if (signal.aborted || this.#running.size >= AT_ONCE) break
        if (isWanted(task.status) && !this.#running.has(task.taskId)) this.#begin(task.taskId)
      }
      // No timer: most of the time there is nothing to do, for months.
      if (!signal.aborted && !this.#isAskedAgain) await new Promise<void>((resolve) => (this.#wake = resolve))
    }
    // The next holder begins where these have ended.
    await Promise.all([...this.#running.values()].map(({ done }) => done))
  }

  #halt(run: AbortController): void {
    run.abort()
    this.look()
    for (const { stop } of this.#running.values()) stop.abort()
  }

  #begin(taskId: string): void {
    const stop = new AbortController()
    const done = this.#go(taskId, stop.signal).finally(() => {
      this.#running.delete(taskId)
      this.#transfers.forgetSpeed(taskId)
      this.look()
    })
    this.#running.set(taskId, { stop, done })
  }

  async #go(taskId: string, signal: AbortSignal): Promise<void> {
    for (;;) {
      const record = await this.#records.of(taskId)
      if (signal.aborted || record === undefined || !isWanted(record.task.status)) return
      const turn = await this.#turn(record, signal)
      if (turn.kind === 'over' || signal.aborted) return
      if (turn.kind === 'wait') await pause(this.#ports.clock, turn.ms, signal)
    }
  }

  async #turn(record: BrowserDownloadRecord, signal: AbortSignal): Promise<Turn> {
    const { taskId } = record.task
    const found = await this.#needs.links.of(record.task)
    if (signal.aborted) return over
    if (!found.ok) return isOutOfReach(found) ? { kind: 'wait', ms: RETRY_MS } : this.#fail(taskId, found.code)
    if (found.data.kind === 'being-made') {
      const { progressPercent } = found.data
      await this.#records.change(taskId, (now) => ({ ...now, task: { ...now.task, progressPercent } }))
      return { kind: 'wait', ms: LOOK_MS }
    }
    const { rest } = found.data
    const task = rest === undefined ? record.task : await this.#addRest(record, rest)
    if (record.goal === 'plugin') {
      if (await this.#needs.handOver(task)) {
        await this.delete(taskId)
        return over
      }
      // It went away meanwhile: then this browser does it.
      await this.#records.change(taskId, (now) => ({ ...now, goal: 'browser' }))
    }
    return this.#transfer(record, found.data, signal)
  }

  /** The camera's pictures changed within the part: from there on it is a file of its own, and a task. Answers with the task as it is then. */
  async #addRest({ task, goal, part, restId }: BrowserDownloadRecord, { partId, fromMs }: NonNullable<DownloadLink['rest']>) {
    if (restId === partId) return task
    const next = { ...task, taskId: partId, fileName: nextFileName(task.fileName), startTime: fromMs, status: 'prepare' as const }
    const unmade = { ...next, progressPercent: 0, speedKbps: 0, sizeBytes: 0 }
    if (!(await this.has(partId))) await this.add({ task: unmade, goal, ...(part && { part }) })
    await this.#records.change(task.taskId, (now) => ({ ...now, restId: partId, task: { ...now.task, endTime: fromMs } }))
    return { ...task, endTime: fromMs }
  }

  async #transfer(record: BrowserDownloadRecord, link: DownloadLink, signal: AbortSignal): Promise<Turn> {
    const end = await this.#transfers.fetch(record, link, signal)
    if (end.kind === 'failed') return this.#fail(record.task.taskId, end.code)
    return end.kind === 'again' ? { kind: 'wait', ms: RETRY_MS } : over
  }

  async #fail(taskId: string, errorCode: number): Promise<Turn> {
    await this.#records.become(taskId, 'startFailed', { errorCode })
    return over
  }
}

/** “Yard.avi” goes on in “Yard (2).avi”, and that in “Yard (3).avi”. */
function nextFileName(fileName: string): string {
  const [, stem = fileName, number = '1', ending = ''] = /^(.*?)(?: \((\d+)\))?(\.[a-z0-9]+)?$/.exec(fileName) ?? []
  return `${stem} (${Number(number) + 1})${ending}`
}
