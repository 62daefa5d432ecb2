import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod/mini'
import { DAY_MS } from '#shared/time/day.ts'

/** A segment ends with its day. */
const segmentFile = z.object({ chlIndex: z.int(), startMs: z.number(), endMs: z.number(), bytes: z.number() })
type Segment = z.output<typeof segmentFile>

export interface Interval {
  startMs: number
  endMs: number
}

/**
 * What a simulated disk or memory card holds: a folder with a file for each segment. A segment is the place in the channel's clip from which
 * its pictures are taken, and the room that they take: forty cameras fill 90 GB a day, which nobody wants on their machine.
 */
export class VolumeStore {
  readonly #folder: string
  readonly #capacityBytes: number
  /** By start, whatever the channel. */
  #segments: Segment[]
  readonly #unwritten = new Set<Segment>()

  constructor(folder: string, capacityBytes: number) {
    this.#folder = folder
    this.#capacityBytes = capacityBytes
    mkdirSync(folder, { recursive: true })
    this.#segments = readSegments(folder)
  }

  get isEmpty(): boolean {
    return this.#segments.length === 0
  }

  get bytes(): number {
    return this.#segments.reduce((sum, { bytes }) => sum + bytes, 0)
  }

  /** What is kept of a channel. */
  kept(chlIndex: number): { bytes: number; oldestMs: number | null } {
    const own = this.#segments.filter((segment) => segment.chlIndex === chlIndex)
    return { bytes: own.reduce((sum, { bytes }) => sum + bytes, 0), oldestMs: own[0] === undefined ? null : Math.round(own[0].startMs) }
  }

  /** Records this part of a channel; the oldest is overwritten where there is no more room. */
  record(chlIndex: number, { startMs, endMs }: Interval, bytesPerSecond: number): void {
    let fromMs = startMs
    while (fromMs < endMs) {
      const untilMs = Math.min(endMs, (Math.floor(fromMs / DAY_MS) + 1) * DAY_MS)
      this.#extend(chlIndex, fromMs, untilMs, bytesPerSecond)
      fromMs = untilMs
    }
    this.#makeRoom()
  }

  /** Records a long time in one segment: thousands of files would hold up the first start. */
  recordWhole(chlIndex: number, { startMs, endMs }: Interval, bytesPerSecond: number): void {
    this.#add({ chlIndex, startMs, endMs, bytes: Math.round(((endMs - startMs) / 1000) * bytesPerSecond) })
    this.#makeRoom()
  }

  /** The parts of this time that are recorded of a channel, those that follow each other as one. */
  find(chlIndex: number, { startMs, endMs }: Interval): Interval[] {
    const found: Interval[] = []
    for (const segment of this.#segments) {
      if (segment.chlIndex !== chlIndex || segment.startMs >= endMs || segment.endMs <= startMs) continue
      const part = { startMs: Math.max(startMs, segment.startMs), endMs: Math.min(endMs, segment.endMs) }
      const last = found.at(-1)
      if (last !== undefined && last.endMs >= part.startMs) last.endMs = Math.max(last.endMs, part.endMs)
      else found.push(part)
    }
    return found
  }

  /** Writes what has changed. */
  flush(): void {
    for (const segment of this.#unwritten) writeFileSync(this.#fileOf(segment), JSON.stringify(segment))
    this.#unwritten.clear()
  }

  /** Formats it: nothing is left. */
  empty(): void {
    this.#segments = []
    this.#unwritten.clear()
    rmSync(this.#folder, { recursive: true, force: true })
    mkdirSync(this.#folder, { recursive: true })
  }

  #extend(chlIndex: number, startMs: number, endMs: number, bytesPerSecond: number): void {
    const bytes = Math.round(((endMs - startMs) / 1000) * bytesPerSecond)
    const last = this.#segments.findLast((one) => one.chlIndex === chlIndex)
    const isSameDay = Math.floor(startMs / DAY_MS) === Math.floor((last?.startMs ?? 0) / DAY_MS)
    if (last?.endMs === startMs && isSameDay) {
      last.endMs = endMs
      last.bytes += bytes
      this.#unwritten.add(last)
      return
    }
    this.#add({ chlIndex, startMs, endMs, bytes })
  }

  #add(segment: Segment): void {
    const at = this.#segments.findLastIndex((one) => one.startMs <= segment.startMs)
    this.#segments.splice(at + 1, 0, segment)
    this.#unwritten.add(segment)
  }

  /** Takes away what is older than this of a channel, and its oldest beyond so many bytes. */
  trim(chlIndex: number, beforeMs: number, mostBytes: number): void {
    for (const segment of this.#segments.filter((one) => one.chlIndex === chlIndex && one.startMs < beforeMs)) {
      if (segment.endMs <= beforeMs) this.#forget(segment)
      else this.#cut(segment, segment.bytes * ((beforeMs - segment.startMs) / (segment.endMs - segment.startMs)))
    }
    let tooMuch = this.kept(chlIndex).bytes - mostBytes
    while (tooMuch > 0) {
      const oldest = this.#segments.find((one) => one.chlIndex === chlIndex)
      if (oldest === undefined) return
      tooMuch -= oldest.bytes
      if (tooMuch >= 0) this.#forget(oldest)
      else this.#cut(oldest, oldest.bytes + tooMuch)
    }
  }

  #forget(segment: Segment): void {
    rmSync(this.#fileOf(segment), { force: true })
    this.#unwritten.delete(segment)
    this.#segments.splice(this.#segments.indexOf(segment), 1)
  }

  /** Takes so many bytes away from its beginning. */
  #cut(segment: Segment, bytes: number): void {
    rmSync(this.#fileOf(segment), { force: true })
    segment.startMs += (segment.endMs - segment.startMs) * (bytes / segment.bytes)
    segment.bytes = Math.round(segment.bytes - bytes)
    this.#unwritten.add(segment)
  }

  /** Overwrites the oldest, as much of it as is in the way. */
  #makeRoom(): void {
    let tooMuch = this.bytes - this.#capacityBytes
    while (tooMuch > 0) {
      const oldest = this.#segments[0]
      if (oldest === undefined) return
      rmSync(this.#fileOf(oldest), { force: true })
      this.#unwritten.delete(oldest)
      const lost = Math.min(tooMuch, oldest.bytes)
      tooMuch -= lost
      if (lost === oldest.bytes) {
        this.#segments.shift()
        continue
      }
      oldest.startMs += (oldest.endMs - oldest.startMs) * (lost / oldest.bytes)
      oldest.bytes -= lost
      this.#unwritten.add(oldest)
    }
  }

  #fileOf({ chlIndex, startMs }: Segment): string {
    return join(this.#folder, `${chlIndex}-${Math.round(startMs)}.json`)
  }
}

/** What cannot be read was being written when the machine went down. */
function readSegments(folder: string): Segment[] {
  const segments = readdirSync(folder).flatMap((name) => {
    try {
      return segmentFile.parse(JSON.parse(readFileSync(join(folder, name), 'utf8')))
    } catch {
      return []
    }
  })
  return segments.toSorted((one, other) => one.startMs - other.startMs)
}
