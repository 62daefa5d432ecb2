import { browserDownloadFaults } from '#contract/core-api.ts'
import type { recordedPartCreate } from '#contract/calls/archive/recorded-part-create.ts'
import type { InputOf } from '#contract/define-call.ts'
import { codeOf } from '#contract/errors.ts'
import type { DownloadTask } from '#contract/plugin/download-task.ts'
import { downloadTaskTransitions, type DownloadTaskStatus } from '#contract/states/download-task.ts'
import { mayBecome } from '#contract/states/state-machine.ts'
import { SpeedMeter } from '#shared/net/speed-meter.ts'
import type { BrowserDownloadRecord } from '../store/browser-download.ts'
import type { DownloadLink, DownloadLinks } from './download-links.ts'
import { fetchPieces } from './fetch-pieces.ts'
import { InOrder } from './in-order.ts'
import { pause, type Ports } from './ports.ts'
import { isOutOfReach } from './transport.ts'

export const DOWNLOADS_LOCK = 'sightline-downloads'
/** Transfers at a time; the others wait, so that live video keeps most of the line. */
const AT_ONCE = 2
/** How often is asked whether the service has made a file. */
const LOOK_MS = 1_000
/** Pause before a link that broke is followed by another. */
const RETRY_MS = 1_000
/** Links in a row that brought not a byte, after which a task has failed. */
const MOST_VAIN_LINKS = 5

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
  readonly #changes = new InOrder()
  readonly #running = new Map<string, { stop: AbortController; done: Promise<void> }>()
  readonly #meters = new Map<string, SpeedMeter>()
  readonly #vain = new Map<string, number>()
  #run: AbortController | undefined
  #wake = () => {}
  #isAskedAgain = false

  constructor(ports: Ports, needs: BrowserNeeds) {
    this.#ports = ports
    this.#needs = needs
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

  async list(): Promise<DownloadTask[]> {
    const nowMs = this.#ports.clock.steadyMs()
    return (await this.#own()).map(({ task }) => {
      const meter = this.#meters.get(task.taskId)
      return task.status === 'continue' && meter !== undefined ? { ...task, speedKbps: meter.kbps(nowMs) } : task
    })
  }

  async has(taskId: string): Promise<boolean> {
    return (await this.#record(taskId)) !== undefined
  }

  async add(what: Pick<BrowserDownloadRecord, 'task' | 'goal' | 'part'>): Promise<void> {
    const owner = this.#needs.userId()
    if (owner === undefined) return
    await this.#write({ ...what, owner, pieces: 0, receivedBytes: 0 })
    this.#tell()
  }

  /** What the service is to make anew when this task is started again; undefined when it is none that failed. */
  async failedPart(taskId: string): Promise<InputOf<typeof recordedPartCreate> | undefined> {
    const record = await this.#record(taskId)
    if (record?.part === undefined || record.task.status !== 'startFailed') return undefined
    const { sn, chlIndex, startTime, endTime } = record.task
    return { sn, chlIndex, startMs: startTime, endMs: endTime, ...record.part }
  }

  /** The service has another file for a task than before: nothing of the old one is of use. */
  async replace(taskId: string, nextId: string): Promise<void> {
    const record = await this.#record(taskId)
    if (record === undefined) return
    await this.delete(taskId)
    await this.#write({ ...record, task: { ...record.task, taskId: nextId }, pieces: 0, receivedBytes: 0 })
  }

  /** False when its status does not allow it. */
  async control(taskId: string, status: 'pause' | 'continue'): Promise<boolean> {
    const changed = await this.#change(taskId, (record) => {
      if (!mayBecome(downloadTaskTransitions, record.task.status, status)) return undefined
      return { ...record, task: { ...record.task, status, speedKbps: 0, errorCode: 0 } }
    })
    if (status === 'pause') this.#running.get(taskId)?.stop.abort()
    this.#vain.delete(taskId)
    this.#tell()
    return changed !== undefined
  }

  async delete(taskId: string): Promise<void> {
    this.#running.get(taskId)?.stop.abort()
    await this.#changes.add(async () => {
      await this.#ports.store.browserDownloads.delete(taskId)
      await this.#ports.downloadFiles.remove(taskId)
    })
  }

  /** The file of a finished task. */
  async file(taskId: string): Promise<Blob | undefined> {
    const record = await this.#record(taskId)
    if (record?.task.status !== 'finish') return undefined
    const pieces: Blob[] = []
    // The browser keeps blobs out of the memory.
    for await (const piece of this.#pieces(record)) pieces.push(new Blob([piece]))
    const file = new Blob(pieces)
    return file.size === record.task.sizeBytes ? file : undefined
  }

  /** The core that holds the lock, which may be another, looks again. */
  #tell(): void {
    this.look()
    this.#needs.onChange()
  }

  /** Does what is to be done, for as long as this core holds the lock. */
  async #hold(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      this.#isAskedAgain = false
      for (const { task } of await this.#own()) {
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
      this.#meters.delete(taskId)
      this.look()
    })
    this.#running.set(taskId, { stop, done })
  }

  async #go(taskId: string, signal: AbortSignal): Promise<void> {
    for (;;) {
      const record = await this.#record(taskId)
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
      await this.#change(taskId, (now) => ({ ...now, task: { ...now.task, progressPercent } }))
      return { kind: 'wait', ms: LOOK_MS }
    }
    if (record.goal === 'plugin') {
      if (await this.#needs.handOver(record.task)) {
        await this.delete(taskId)
        return over
      }
      // It went away meanwhile: then this browser does it.
      await this.#change(taskId, (now) => ({ ...now, goal: 'browser' }))
    }
    return this.#fetch(record, found.data, signal)
  }

  async #fetch(before: BrowserDownloadRecord, { url, sizeBytes, sha256, format }: DownloadLink, signal: AbortSignal): Promise<Turn> {
    const { taskId } = before.task
    const isAnother = before.task.sizeBytes > 0 && before.receivedBytes > 0 && before.task.sizeBytes !== sizeBytes
    if (isAnother) await this.#startAnew(taskId)
    const begun = await this.#change(taskId, (record) => {
      const { task } = record
      const fileName = format === undefined ? task.fileName : task.fileName.replace(/\.(avi|mp4)$/, `.${format}`)
      const progressPercent = percentOf(record.receivedBytes, sizeBytes)
      return {
        ...record,
        ...(sha256 !== undefined && { sha256 }),
        task: { ...task, status: 'continue', sizeBytes, fileName, progressPercent },
      }
    })
    if (begun === undefined) return over
    const whole = { url: new URL(url, this.#ports.origin).href, fromByte: begun.receivedBytes, sizeBytes, signal }
    const end = await fetchPieces(this.#ports, { ...whole, onPiece: (bytes) => this.#keep(taskId, bytes) })
    if (end === 'whole') return this.#finish(taskId)
    if (end === 'stopped') return over
    if (end === 'another') await this.#startAnew(taskId)
    return this.#endVainly(taskId, begun.receivedBytes, end === 'refused' ? codeOf('forbidden') : codeOf('network-failure'))
  }

  /** Writes a piece down; false when no more of the task is wanted. */
  async #keep(taskId: string, bytes: Uint8Array<ArrayBuffer>): Promise<boolean> {
    const record = await this.#record(taskId)
    if (record === undefined || !isWanted(record.task.status)) return false
    const sealed = await this.#ports.store.fileBox.sealBytes(bytes, this.#ports.clock.nowMs())
    if ((await this.#ports.downloadFiles.write(taskId, record.pieces, sealed)) === 'noRoom') {
      await this.#fail(taskId, browserDownloadFaults.noRoom)
      return false
    }
    const nowMs = this.#ports.clock.steadyMs()
    const meter = this.#meters.get(taskId) ?? new SpeedMeter()
    this.#meters.set(taskId, meter)
    meter.add(bytes.byteLength, nowMs)
    const changed = await this.#change(taskId, (now) => {
      const receivedBytes = now.receivedBytes + bytes.byteLength
      const progressPercent = percentOf(receivedBytes, now.task.sizeBytes)
      // What is paused has no speed (rule 4.5).
      const speedKbps = now.task.status === 'continue' ? meter.kbps(nowMs) : 0
      return { ...now, pieces: now.pieces + 1, receivedBytes, task: { ...now.task, progressPercent, speedKbps } }
    })
    return changed !== undefined && isWanted(changed.task.status)
  }

  /** All is there: is it what the service has? */
  async #finish(taskId: string): Promise<Turn> {
    const record = await this.#record(taskId)
    if (record === undefined) return over
    if (!(await this.#isRight(record))) {
      await this.#startAnew(taskId)
      return this.#fail(taskId, browserDownloadFaults.damaged)
    }
    await this.#become(taskId, 'finish', { progressPercent: 100 })
    return over
  }

  async #isRight(record: BrowserDownloadRecord): Promise<boolean> {
    // With the first download, not with the start.
    const { sha256 } = await import('@noble/hashes/sha2.js')
    const hash = sha256.create()
    let bytes = 0
    for await (const piece of this.#pieces(record)) {
      hash.update(piece)
      bytes += piece.byteLength
    }
    const digest = Array.from(hash.digest(), (byte) => byte.toString(16).padStart(2, '0')).join('')
    return bytes === record.task.sizeBytes && (record.sha256 === undefined || record.sha256 === digest)
  }

  async *#pieces({ task, pieces }: BrowserDownloadRecord): AsyncGenerator<Uint8Array<ArrayBuffer>> {
    for (let number = 0; number < pieces; number += 1) {
      const sealed = await this.#ports.downloadFiles.read(task.taskId, number)
      const piece = sealed && (await this.#ports.store.fileBox.openBytes(await sealed.arrayBuffer()))
      if (piece === undefined) return
      yield piece
    }
  }

  async #startAnew(taskId: string): Promise<void> {
    await this.#ports.downloadFiles.remove(taskId)
    await this.#change(taskId, (record) => ({ ...record, pieces: 0, receivedBytes: 0 }))
  }

  async #endVainly(taskId: string, beforeBytes: number, code: number): Promise<Turn> {
    const record = await this.#record(taskId)
    const vain = record !== undefined && record.receivedBytes > beforeBytes ? 0 : (this.#vain.get(taskId) ?? 0) + 1
    this.#vain.set(taskId, vain)
    return vain >= MOST_VAIN_LINKS ? this.#fail(taskId, code) : { kind: 'wait', ms: RETRY_MS }
  }

  async #fail(taskId: string, errorCode: number): Promise<Turn> {
    await this.#become(taskId, 'startFailed', { errorCode })
    return over
  }

  async #become(taskId: string, status: DownloadTaskStatus, changes: Partial<DownloadTask>): Promise<void> {
    await this.#change(taskId, (record) =>
      mayBecome(downloadTaskTransitions, record.task.status, status)
        ? { ...record, task: { ...record.task, ...changes, speedKbps: 0, status } }
        : undefined,
    )
  }

  /** Each change looks at what is there. Undefined when the task is gone, or nothing was to be changed. */
  #change(
    taskId: string,
    change: (record: BrowserDownloadRecord) => BrowserDownloadRecord | undefined,
  ): Promise<BrowserDownloadRecord | undefined> {
    return this.#changes.add(async () => {
      const record = await this.#record(taskId)
      const changed = record && change(record)
      if (changed !== undefined) await this.#write(changed)
      return changed
    })
  }

  async #record(taskId: string): Promise<BrowserDownloadRecord | undefined> {
    const record = await this.#ports.store.browserDownloads.get(taskId)
    return record?.owner === this.#needs.userId() ? record : undefined
  }

  async #own(): Promise<BrowserDownloadRecord[]> {
    const owner = this.#needs.userId()
    return (await this.#ports.store.browserDownloads.list()).filter((record) => record.owner === owner)
  }

  #write(record: BrowserDownloadRecord): Promise<void> {
    return this.#ports.store.browserDownloads.put(record.task.taskId, record, record.task.createTime)
  }
}

function isWanted(status: DownloadTaskStatus): boolean {
  return status === 'prepare' || status === 'continue'
}

/** Hundred is for what is finished. */
function percentOf(receivedBytes: number, sizeBytes: number): number {
  return sizeBytes > 0 ? Math.min(99, Math.floor((receivedBytes / sizeBytes) * 100)) : 0
}
