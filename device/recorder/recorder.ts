import { mkdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { StreamKind } from '#contract/enums.ts'
import type { Log } from '#shared/log.ts'
import { DiskHealth } from './disk-health.ts'
import { RecordIndex, type Channel, type Mark, type Segment } from './record-index.ts'
import { recover } from './recover.ts'
import { Retention, type RecordLimits } from './retention.ts'
import { realDisk, SegmentFile, type RecordDisk } from './segment-file.ts'
import type { OpenSegment, SegmentStore } from './segment-store.ts'

const INDEX_FILE = 'index.db'
/** Between two looks at what is too old or too much. */
const TIDY_MS = 10_000

interface RecorderOptions {
  folder: string
  limits: RecordLimits
  log: Log
  disk?: RecordDisk
  /** Ms, of a clock that is never set. */
  now?: () => number
}

type Written = OpenSegment & Channel & { closing: Promise<void> | undefined; isUnnoted: boolean }

/** The recordings of one agent: their folder, index and limits. `open` it once; `close` at the end, after all that write into it. */
export class Recorder {
  readonly folder: string
  readonly index: RecordIndex
  readonly retention: Retention
  readonly health: DiskHealth
  readonly log: Log
  readonly #disk: RecordDisk
  readonly #now: () => number
  readonly #open = new Map<number, Written>()
  readonly #timer: NodeJS.Timeout
  #tidying: Promise<void> | undefined

  private constructor({ folder, limits, log, disk = realDisk, now = () => performance.now() }: RecorderOptions) {
    this.folder = folder
    this.log = log
    this.#disk = disk
    this.#now = now
    this.index = openIndex(join(folder, INDEX_FILE), log)
    this.health = new DiskHealth({ log, now })
    this.retention = new Retention({ folder, index: this.index, limits, log, openBytes: () => this.#openBytes() })
    this.#timer = setInterval(() => this.tidy(), TIDY_MS)
    this.#timer.unref()
  }

  /** Throws when the folder cannot be used. */
  static async open(options: RecorderOptions): Promise<Recorder> {
    mkdirSync(options.folder, { recursive: true, mode: 0o700 })
    const recorder = new Recorder(options)
    await recover(recorder)
    await recorder.retention.tidy(Date.now())
    return recorder
  }

  /** What one stream of a channel is written with. */
  storeOf(channel: Channel, stream: StreamKind): SegmentStore {
    return {
      begin: (fromMs, type, onFault) => this.#begin({ ...channel, stream, fromMs, type }, onFault),
      append: ({ file }, part) => {
        if (!this.health.takes(part.bytes.byteLength, this.#waiting())) return false
        file.append(part)
        return true
      },
      end: (segment) => this.#end(segment.id),
    }
  }

  /** Segments of a channel that have something of this time, or may have it in a moment, by their beginning; open ones as far as they are written. */
  find(channel: Channel, fromMs: number, untilMs: number): Segment[] {
    return this.index
      .find(channel, fromMs, untilMs)
      .map((segment) => this.asWritten(segment))
      .filter(({ id, bytes, untilMs: endMs }) => (bytes > 0 && endMs > fromMs) || this.isOpen(id))
  }

  /** A segment as it is at the moment. */
  asWritten(segment: Segment): Segment {
    const file = this.#open.get(segment.id)?.file
    return file === undefined ? segment : { ...segment, untilMs: file.untilMs, bytes: file.bytes }
  }

  /** The file of a segment is gone, though nobody here took it away: its time is a gap from now on. */
  lost({ id, file }: Segment): void {
    if (!this.index.knows(file)) return
    this.log('warn', `${file} is gone; its time cannot be played any more`)
    this.#noted(() => this.index.remove(id))
  }

  /** Notes why a time is worth finding. */
  mark(channel: Channel, mark: Mark): void {
    this.#noted(() => this.index.mark(channel, mark))
  }

  /** Whether more of this segment may come. */
  isOpen(id: number): boolean {
    const written = this.#open.get(id)
    return written !== undefined && written.closing === undefined
  }

  /** Resolves when more of an open segment is written, it is closed, or this time (ms) has passed. */
  async moreOf(id: number, patienceMs: number): Promise<void> {
    await this.#open.get(id)?.file.more(patienceMs)
  }

  /** Looks for what is too old or too much, and whether the disk still answers; one look at a time. */
  tidy(): void {
    this.health.look(this.#waiting())
    for (const written of this.#open.values()) if (written.isUnnoted) this.#note(written)
    this.#tidying ??= this.retention
      .tidy(Date.now())
      .catch((error: unknown) =>
        this.log('error', `the recordings cannot be tidied: ${error instanceof Error ? error.message : 'unknown'}`),
      )
      .finally(() => (this.#tidying = undefined))
  }

  async close(): Promise<void> {
    clearInterval(this.#timer)
    await Promise.all([...this.#open.keys()].map((id) => this.#end(id)))
    await this.#tidying
    this.index.close()
  }

  #begin(segment: Pick<Segment, 'sn' | 'chlIndex' | 'stream' | 'fromMs' | 'type'>, onFault: () => void): OpenSegment | undefined {
    if (!this.health.isReady(this.#waiting())) return undefined
    const { sn, chlIndex, stream, fromMs } = segment
    const name = this.#freeName(`${sn}/${chlIndex}-${stream}/${Math.round(fromMs)}`)
    const id = this.#noted(() => this.index.add({ ...segment, untilMs: fromMs, bytes: 0, file: name, isOpen: true }))
    if (id === undefined) return undefined
    const file = new SegmentFile({
      path: join(this.folder, name),
      disk: this.#disk,
      now: this.#now,
      onWritten: () => this.health.noteWritten(this.#waiting()),
      onFault: (error) => {
        this.health.noteFault(error)
        onFault()
        void this.#end(id)
        this.tidy()
      },
    })
    this.#open.set(id, { id, file, sn, chlIndex, closing: undefined, isUnnoted: false })
    return { id, file }
  }

  /** After the clock was set back there may be a file of that very millisecond. */
  #freeName(name: string): string {
    for (let number = 1; ; number += 1) {
      const file = `${name}${number === 1 ? '' : `-${number}`}.mp4`
      if (!this.index.knows(file)) return file
    }
  }

  #end(id: number): Promise<void> {
    const written = this.#open.get(id)
    if (written === undefined) return Promise.resolve()
    written.closing ??= this.#finish(written)
    return written.closing
  }

  async #finish(written: Written): Promise<void> {
    await written.file.close()
    this.#note(written)
  }

  /** Has the index know what became of a segment; on a full disk that is tried again. */
  #note(written: Written): void {
    const { id, file } = written
    const isNoted = this.#noted(() => {
      if (file.bytes > 0) this.index.complete({ id, untilMs: file.untilMs, bytes: file.bytes })
      else this.index.remove(id)
      return true
    })
    if (isNoted) this.#open.delete(id)
    written.isUnnoted = isNoted !== true
  }

  #noted<Result>(work: () => Result): Result | undefined {
    try {
      return work()
    } catch (error) {
      this.health.noteFault(error as Error)
      return undefined
    }
  }

  #waiting(): { bytes: number; silentMs: number } {
    const files = [...this.#open.values()].map(({ file }) => file)
    return {
      bytes: files.reduce((sum, { waitingBytes }) => sum + waitingBytes, 0),
      silentMs: files.reduce((most, { silentMs }) => Math.max(most, silentMs), 0),
    }
  }

  #openBytes(): (Channel & { bytes: number })[] {
    return [...this.#open.values()].map(({ sn, chlIndex, file }) => ({ sn, chlIndex, bytes: file.bytes }))
  }
}

/** A damaged index is put aside: the files tell all that it held but why they were recorded. */
function openIndex(file: string, log: Log): RecordIndex {
  try {
    return new RecordIndex(file)
  } catch (error) {
    log('error', `the index of the recordings is made anew from the files: ${error instanceof Error ? error.message : 'unknown'}`)
    for (const rest of ['-wal', '-shm']) rmSync(`${file}${rest}`, { force: true })
    renameSync(file, `${file}.damaged`)
    return new RecordIndex(file)
  }
}
