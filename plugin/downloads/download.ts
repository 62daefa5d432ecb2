import { rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { pluginCodes } from '#contract/plugin/command-registry.ts'
import type { DownloadTask } from '#contract/plugin/download-task.ts'
import { type DownloadTaskStatus, downloadTaskTransitions } from '#contract/states/download-task.ts'
import { mayBecome } from '#contract/states/state-machine.ts'
import { PluginFault } from '../plugin-fault.ts'
import { partName, reserveName } from './file-names.ts'
import { SpeedMeter } from '#shared/net/speed-meter.ts'
import type { TaskRecord } from './task-file.ts'
import { transfer } from './transfer.ts'
import { writeAvi } from './write-avi.ts'

/** Links in a row that brought not a byte, after which a task has failed. */
const MOST_VAIN_LINKS = 5

/** One download task: its record, and the transfer that is under way. */
export class Download {
  readonly #folder: string
  readonly #part: string
  readonly #meter = new SpeedMeter()
  #record: TaskRecord
  #receivedBytes = 0
  #link: { url: string; untilMs: number } | undefined
  #vainLinks = 0
  #run: { stop: AbortController; done: Promise<void> } | undefined

  constructor(folder: string, record: TaskRecord) {
    this.#folder = folder
    this.#record = record
    this.#part = join(folder, `${partName([record.origin, record.owner, record.taskId])}.part`)
  }

  get record(): TaskRecord {
    return this.#record
  }

  get isRunning(): boolean {
    return this.#run !== undefined
  }

  /** It can go on now: it wants to, has a link that is still good, or needs none any more. */
  get canRun(): boolean {
    return this.#isWanted && this.#run === undefined && (this.#isFetched || (this.#link?.untilMs ?? 0) > performance.now())
  }

  get #isWanted(): boolean {
    return this.#record.status === 'prepare' || this.#record.status === 'continue'
  }

  get #isFetched(): boolean {
    return this.#record.hasBegun && this.#record.sizeBytes > 0 && this.#receivedBytes === this.#record.sizeBytes
  }

  /** Looks how much there is already: of a task that was kept. One whose part is gone has failed. */
  async restore(): Promise<void> {
    if (this.#record.status === 'finish') return
    const size = (await stat(this.#part).catch(() => undefined))?.size
    this.#receivedBytes = size ?? 0
    if (size === undefined && this.#record.hasBegun && this.#isWanted) this.#lose()
  }

  giveLink(url: string, goodForMs: number): void {
    this.#link = { url, untilMs: performance.now() + goodForMs }
  }

  /** Fails with 412 when the status does not allow it. */
  async pause(): Promise<void> {
    if (this.#record.status !== 'continue') throw notReady()
    this.#become('pause')
    await this.stop()
  }

  /** Fails with 412 when the status does not allow it. A link is needed then. */
  async proceed(): Promise<void> {
    const { status, hasBegun } = this.#record
    if (status !== 'pause' && status !== 'startFailed') throw notReady()
    await this.#run?.done
    const size = (await stat(this.#part).catch(() => undefined))?.size
    this.#receivedBytes = size ?? 0
    this.#vainLinks = 0
    this.#link = undefined
    this.#become('continue', { errorCode: 0 })
    if (status === 'pause' && hasBegun && size === undefined) this.#lose()
  }

  /** Begins, or goes on. `onEnd` is called when that has come to an end, whatever end. */
  run(onEnd: () => void): void {
    const stop = new AbortController()
    if (this.#record.status === 'prepare') this.#become('continue')
    this.#record = { ...this.#record, hasBegun: true }
    const done = this.#fetch(stop.signal)
      .catch((error: unknown) => this.#fail(error instanceof PluginFault ? error.code : pluginCodes.internal))
      .then(() => {
        this.#run = undefined
        onEnd()
      })
    this.#run = { stop, done }
  }

  /** Ends the transfer; the task goes on later. */
  async stop(): Promise<void> {
    this.#run?.stop.abort()
    await this.#run?.done
  }

  /** Ends the transfer, and deletes what has been fetched unless it is a finished file. */
  async discard(): Promise<void> {
    await this.stop()
    await this.#removeParts()
  }

  /** Fails with 502 when the file of a finished task is gone. */
  async requireFile(): Promise<void> {
    if (this.#record.status !== 'finish') return
    const found = await stat(join(this.#folder, this.#record.fileName)).catch(() => undefined)
    if (found === undefined) throw new PluginFault(pluginCodes.fileMissing, 'The file is not there any more.')
  }

  /**
   * The task as pages see it (rule 4.5): speed is 0 unless it is downloading, and 100 % is finished. `hasTurn`: it could go on
   * now, and may ask for a link; some links count, so that one that would not be used is not asked for.
   */
  view(hasTurn: boolean): DownloadTask {
    const { origin: _origin, owner: _owner, hasBegun: _hasBegun, ...task } = this.#record
    const part = task.sizeBytes > 0 ? Math.floor((this.#receivedBytes / task.sizeBytes) * 100) : 0
    return {
      ...task,
      speedKbps: this.#run !== undefined && task.status === 'continue' ? this.#meter.kbps(performance.now()) : 0,
      progressPercent: task.status === 'finish' ? 100 : task.status === 'prepare' ? 0 : Math.min(part, 99),
      needsLink: hasTurn && this.#isWanted && this.#run === undefined && !this.canRun,
    }
  }

  async #fetch(signal: AbortSignal): Promise<void> {
    const link = this.#link
    this.#link = undefined
    if (!this.#isFetched) {
      if (link === undefined) return
      const before = this.#receivedBytes
      const end = await transfer({ url: link.url, path: this.#part, signal, onProgress: (received, size) => this.#note(received, size) })
      if (end === 'refused') return this.#fail(pluginCodes.refused)
      if (end === 'broken') return this.#endVainly(this.#receivedBytes === before)
      if (end === 'stopped') return
    }
    await this.#finish(signal)
  }

  #note(receivedBytes: number, sizeBytes: number): void {
    if (receivedBytes > this.#receivedBytes) this.#meter.add(receivedBytes - this.#receivedBytes, performance.now())
    this.#receivedBytes = receivedBytes
    if (sizeBytes !== this.#record.sizeBytes) this.#record = { ...this.#record, sizeBytes }
  }

  #endVainly(isVain: boolean): void {
    this.#vainLinks = isVain ? this.#vainLinks + 1 : 0
    if (this.#vainLinks >= MOST_VAIN_LINKS) this.#fail(pluginCodes.serverUnreachable)
  }

  /** Makes the file of what was fetched. What cannot be written as AVI is kept as it came. */
  async #finish(signal: AbortSignal): Promise<void> {
    const wished = this.#record.fileName
    const isAvi = wished.endsWith('.avi') && (await writeAvi(this.#part, `${this.#part}.avi`, signal))
    if (signal.aborted) return
    try {
      const fileName = await reserveName(this.#folder, isAvi ? wished : wished.replace(/\.avi$/, '.mp4'))
      await rename(isAvi ? `${this.#part}.avi` : this.#part, join(this.#folder, fileName))
      await this.#removeParts()
      this.#become('finish', { fileName })
    } catch (error) {
      throw new PluginFault(pluginCodes.writeDenied, `The download could not be written: ${String(error)}`)
    }
  }

  async #removeParts(): Promise<void> {
    for (const path of [this.#part, `${this.#part}.avi`]) await rm(path, { force: true }).catch(() => {})
  }

  #lose(): void {
    this.#receivedBytes = 0
    this.#record = { ...this.#record, hasBegun: false }
    this.#fail(pluginCodes.fileMissing)
  }

  #fail(errorCode: number): void {
    if (this.#isWanted) this.#become('startFailed', { errorCode })
  }

  #become(status: DownloadTaskStatus, changes: Partial<TaskRecord> = {}): void {
    if (!mayBecome(downloadTaskTransitions, this.#record.status, status)) throw notReady()
    this.#record = { ...this.#record, ...changes, status }
  }
}

function notReady(): PluginFault {
  return new PluginFault(pluginCodes.taskNotReady, 'The status of the task does not allow it.')
}
