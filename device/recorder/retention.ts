import { rmdir, statfs, unlink } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { RecordingKeep } from '#contract/device-settings.ts'
import type { Log } from '#shared/log.ts'
import { DAY_MS } from '#shared/time/day.ts'
import type { Channel, RecordIndex, Segment } from './record-index.ts'

export interface RecordLimits {
  bytes: number
  days: number
}

/** So much of a disk is left free for others, and for what is being written. */
const RESERVE_SHARE = 0.01
const MOST_RESERVE_BYTES = 1e9
/** What a day takes is not told by less of it. */
const LEAST_RATE_MS = DAY_MS / 24

interface Parts {
  folder: string
  index: RecordIndex
  limits: RecordLimits
  /** Bytes of the files that are being written, by channel. */
  openBytes: () => (Channel & { bytes: number })[]
  log: Log
}

/** Forgets what is too old, and the oldest of the channel that has most when there is too much. */
export class Retention {
  readonly #parts: Parts
  readonly #keeps = new Map<string, { channel: Channel; keep: RecordingKeep }>()
  #isShort = false

  constructor(parts: Parts) {
    this.#parts = parts
  }

  /** How much may be kept: what the limit says, or less where the disk has not so much. */
  async budgetBytes(): Promise<number> {
    const { folder, limits } = this.#parts
    const { bsize, bavail, blocks } = await statfs(folder)
    const reserve = Math.min(blocks * bsize * RESERVE_SHARE, MOST_RESERVE_BYTES)
    return Math.max(0, Math.min(limits.bytes, this.usedBytes() + bavail * bsize - reserve))
  }

  /** After so many days recordings go. */
  get days(): number {
    return this.#parts.limits.days
  }

  /** From now on so much of a channel is kept at most; without, as much as there is room for. */
  keepOf(channel: Channel, keep: RecordingKeep | undefined): void {
    const name = nameOf(channel)
    if (keep === undefined) this.#keeps.delete(name)
    else this.#keeps.set(name, { channel, keep })
  }

  /** What is kept of a channel. */
  bytesOf({ sn, chlIndex }: Channel): number {
    return this.#sizes().find((one) => one.sn === sn && one.chlIndex === chlIndex)?.bytes ?? 0
  }

  usedBytes(): number {
    return this.#sizes().reduce((sum, { bytes }) => sum + bytes, 0)
  }

  /** How much is written in a day, by the last one, or by what there is of it; undefined before there is enough. */
  dayBytes(nowMs: number): number | undefined {
    const { bytes, fromMs = nowMs } = this.#parts.index.writtenSince(nowMs - DAY_MS)
    const open = this.#parts.openBytes().reduce((sum, one) => sum + one.bytes, 0)
    // A segment may have begun before the day.
    const spanMs = Math.max(nowMs - fromMs, 0)
    return spanMs < LEAST_RATE_MS ? undefined : Math.round(((bytes + open) * DAY_MS) / spanMs)
  }

  async tidy(nowMs: number): Promise<void> {
    const { index, limits } = this.#parts
    for (const segment of index.endedBefore(nowMs - limits.days * DAY_MS)) await this.forget(segment)
    for (const { channel, keep } of this.#keeps.values()) await this.#tidyChannel(channel, keep, nowMs)
    const budget = await this.budgetBytes()
    this.#tell(budget)
    const sizes = this.#sizes()
    let tooMuch = sizes.reduce((sum, { bytes }) => sum + bytes, 0) - budget
    while (tooMuch > 0) {
      // Each channel keeps as much as the others, whatever its camera films in: the largest gives first.
      const largest = sizes.toSorted((one, other) => other.bytes - one.bytes)
      const oldest = largest.map((channel) => ({ channel, segment: index.oldest(channel) })).find(({ segment }) => segment)
      if (oldest?.segment === undefined) return
      await this.forget(oldest.segment)
      oldest.channel.bytes -= oldest.segment.bytes
      tooMuch -= oldest.segment.bytes
    }
  }

  async #tidyChannel(channel: Channel, { days, gigabytes }: RecordingKeep, nowMs: number): Promise<void> {
    const { index } = this.#parts
    if (days !== null) for (const segment of index.endedBefore(nowMs - days * DAY_MS, channel)) await this.forget(segment)
    let tooMuch = gigabytes === null ? 0 : this.bytesOf(channel) - gigabytes * 1e9
    while (tooMuch > 0) {
      const oldest = index.oldest(channel)
      if (oldest === undefined) return
      await this.forget(oldest)
      tooMuch -= oldest.bytes
    }
  }

  /** Takes a segment away, the file first: one that the index does not know would come back. */
  async forget(segment: Segment): Promise<void> {
    const { folder, index, log } = this.#parts
    const path = join(folder, segment.file)
    try {
      await unlink(path)
    } catch (error) {
      const { code, message } = error as NodeJS.ErrnoException
      if (code !== 'ENOENT') log('error', `${segment.file} cannot be taken away: ${message}`)
    }
    index.remove(segment.id)
    await rmdir(dirname(path)).catch(() => {})
  }

  #sizes(): (Channel & { bytes: number })[] {
    const sizes = new Map<string, Channel & { bytes: number }>()
    for (const { sn, chlIndex, bytes } of [...this.#parts.index.sizes(), ...this.#parts.openBytes()]) {
      const key = nameOf({ sn, chlIndex })
      sizes.set(key, { sn, chlIndex, bytes: (sizes.get(key)?.bytes ?? 0) + bytes })
    }
    return [...sizes.values()]
  }

  #tell(budget: number): void {
    const { limits, log } = this.#parts
    const isShort = budget < limits.bytes
    if (isShort === this.#isShort) return
    this.#isShort = isShort
    const gigabytes = (bytes: number) => `${(bytes / 1e9).toFixed(1)} GB`
    if (isShort) log('warn', `the disk has room for ${gigabytes(budget)} of recordings only, not ${gigabytes(limits.bytes)}`)
    else log('info', `the disk has room for ${gigabytes(limits.bytes)} of recordings again`)
  }
}

function nameOf({ sn, chlIndex }: Channel): string {
  return `${sn} ${chlIndex}`
}
