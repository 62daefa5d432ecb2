import type { CodecPart } from '#contract/codec-api.ts'
import type { SourceUnit } from '#device/agent/channel-source.ts'
import { CodecProcess } from '#device/codec/codec-process.ts'
import { NAL, nalType, nalUnits } from '../rtsp/annex-b.ts'
import { parseH264Sps } from '../rtsp/h264-sps.ts'
import type { PictureInfo } from '../rtsp/video-codec.ts'

/** What may wait for a process that is too slow: beyond it pictures are left out up to the next key frame. */
const MOST_WAITING_BYTES = 2 * 1024 * 1024
/** Pictures that may be inside the process at once: those of the longest group that is caught up with, and some seconds more. */
const MOST_INSIDE = 1_200
const NUMBERS = 2 ** 32

interface TranscoderEvents {
  onFormat(info: PictureInfo): void
  onUnit(unit: SourceUnit): void
  /** Once, when the process has ended by itself, or could not begin. */
  onEnd(message: string): void
}

type Times = Omit<SourceUnit, 'data' | 'isKey'>

/** Makes H.264 of the H.265 pictures of a stream, each at once and with its own times, in a process that ends when its input does. */
export class Transcoder {
  readonly #events: TranscoderEvents
  readonly #codec: CodecProcess
  /** Pictures inside the process, by their running number. */
  readonly #inside = new Map<number, Times>()
  #next = 0
  #set: Uint8Array = new Uint8Array()
  #lastPtsUs = -Infinity
  #waitsForKey = true

  constructor(events: TranscoderEvents) {
    this.#events = events
    this.#codec = new CodecProcess({ job: 'transcode' }, { onPart: (part) => this.#take(part), onEnd: events.onEnd })
  }

  /** Takes a unit of H.265, from a key frame on. */
  push({ data, isKey, ...times }: SourceUnit): void {
    if (this.#codec.waitingBytes > MOST_WAITING_BYTES) this.#waitsForKey = true
    else if (isKey) this.#waitsForKey = false
    if (this.#waitsForKey) return
    const number = this.#next++ % NUMBERS
    this.#inside.set(number, times)
    // A process that swallows pictures and gives none back is of no use to anybody.
    if (this.#inside.size > MOST_INSIDE) this.#codec.kill()
    this.#codec.push({ number, isKey, data })
  }

  close(): void {
    this.#codec.close()
  }

  #take({ number, isKey, data }: CodecPart): void {
    if (isKey) this.#learn(data)
    const times = this.#timesOf(number)
    if (times === undefined) return
    // A picture that shows another one's time again must not stand still.
    const ptsUs = Math.max(times.ptsUs, this.#lastPtsUs + 1)
    this.#lastPtsUs = ptsUs
    this.#events.onUnit({ ...times, ptsUs, isKey, data })
  }

  /** Tells of what a key frame says of the pictures, when it is new. */
  #learn(unit: Uint8Array): void {
    for (const nal of nalUnits(unit)) {
      if (nalType(nal) !== NAL.sps || Buffer.compare(nal, this.#set) === 0) continue
      this.#set = nal
      const info = parseH264Sps(nal)
      if (info) this.#events.onFormat(info)
    }
  }

  /** Of the picture that went in with this number; what went in before it and never came out could not be decoded. */
  #timesOf(wanted: number): Times | undefined {
    for (const [number, times] of this.#inside) {
      this.#inside.delete(number)
      if (number === wanted) return times
    }
    return undefined
  }
}
