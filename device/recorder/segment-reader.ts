import type { FileHandle } from 'node:fs/promises'
import { open } from 'node:fs/promises'
import type { SoundFormat } from '#contract/sound.ts'
import type { RecordedSound, SourceUnit, StreamFormat } from '#device/agent/channel-source.ts'
import { h264 } from '#device/bridge/rtsp/h264.ts'
import { h265 } from '#device/bridge/rtsp/h265.ts'
import { readSegmentHead, type ReadHead } from '#shared/media/read-segment-head.ts'
import { bytesOf, readFragment, type FoundFragment, type Sample } from '#shared/media/segment-fragment.ts'

const BLOCK_BYTES = 4096
/** The head of a segment is not longer. */
const MOST_HEAD_BYTES = 64 * 1024
const LOOK_BYTES = 256 * 1024
/** A fragment begins with this. */
const FRAGMENT_START = Buffer.from([0, 0, 0, 32, ...Buffer.from('prft')])

/** A fragment, and where it stands in the file. */
export interface PlacedFragment extends FoundFragment {
  at: number
}

/** A segment's file that is open for reading, up to the bytes that are whole. */
export class SegmentReader {
  readonly head: ReadHead
  /** So many bytes that should be there are not. */
  readonly missingBytes: number
  readonly #handle: FileHandle
  #endAt: number

  private constructor(handle: FileHandle, head: ReadHead, { bytes, size }: { bytes: number; size: number }) {
    this.#handle = handle
    this.head = head
    this.#endAt = Math.min(bytes, size)
    this.missingBytes = bytes - this.#endAt
  }

  /** `bytes`: so many of the file count. Undefined when it is none of ours. Throws when it is not there, or cannot be read. */
  static async open(path: string, bytes: number): Promise<SegmentReader | undefined> {
    const handle = await open(path, 'r')
    const head = readSegmentHead(await readAt(handle, 0, Math.min(MOST_HEAD_BYTES, bytes)))
    if (head !== undefined) return new SegmentReader(handle, head, { bytes, size: (await handle.stat()).size })
    await handle.close()
    return undefined
  }

  get format(): StreamFormat | undefined {
    const { codec, width, height, parameterSets } = this.head.pictures
    const infos = parameterSets.map((set) => (codec === 'h264' ? h264 : h265).readSet(set)?.info)
    const info = infos.find((one) => one !== undefined)
    return info && { codec: info.codec, width, height, fps: info.fps ?? 0 }
  }

  /** Of the sound that was recorded with the pictures, if there is any. */
  get sound(): SoundFormat | undefined {
    if (this.head.sound === undefined) return undefined
    const { codec, sampleRateHz, channels, config } = this.head.sound
    return { codec, sampleRateHz, channels, ...(config && { description: Buffer.from(config).toString('base64') }) }
  }

  /** More of the file is whole by now. */
  grow(bytes: number): void {
    this.#endAt = bytes
  }

  /**
   * The fragments from this place on (the first, unless told). What is damaged is passed over up to the next fragment that begins with a key
   * frame; `onDamage` hears of it.
   */
  async *fragments(from = this.head.bytes, onDamage: (at: number) => void = () => {}): AsyncGenerator<PlacedFragment> {
    let at = from
    let isDamaged = false
    while (at < this.#endAt) {
      const found = await this.#fragmentAt(at)
      if (found === 'unfinished') return
      if (found === 'broken') {
        if (!isDamaged) onDamage(at)
        isDamaged = true
        at = await this.#nextFragment(at + 1)
        continue
      }
      isDamaged &&= found.pictures[0]?.isKey !== true
      if (!isDamaged) yield { ...found, at }
      at += found.bytes
    }
  }

  /** The pictures of a fragment, each as it came from the camera; with `isKeysOnly` of its file nothing else is read. */
  async units({ at, bytes, mediaAt, captureMs, pictures }: PlacedFragment, isKeysOnly = false): Promise<Omit<SourceUnit, 'isPreroll'>[]> {
    const firstUs = pictures[0]?.ptsUs ?? 0
    const places = placesOf(pictures, mediaAt).filter(({ isKey }) => isKey || !isKeysOnly)
    const whole = isKeysOnly ? undefined : await readAt(this.#handle, at, bytes)
    const units: Omit<SourceUnit, 'isPreroll'>[] = []
    for (const { ptsUs, isKey, place, bytes: length } of places) {
      const sample = whole?.subarray(place, place + length) ?? (await readAt(this.#handle, at + place, length))
      units.push({ ptsUs, isKey, captureMs: captureMs + (ptsUs - firstUs) / 1000, data: this.#annexB(sample, isKey) })
    }
    return units
  }

  /** The sound of a fragment, on the clock of its pictures. */
  async frames({ at, mediaAt, captureMs, pictures, sound }: PlacedFragment): Promise<RecordedSound[]> {
    const firstUs = pictures[0]?.ptsUs ?? 0
    const from = mediaAt + bytesOf(pictures)
    const whole = await readAt(this.#handle, at + from, bytesOf(sound))
    return placesOf(sound, 0).map(({ ptsUs, place, bytes: length }) => {
      const data = whole.subarray(place, place + length)
      return { isSound: true, ptsUs, captureMs: captureMs + (ptsUs - firstUs) / 1000, data }
    })
  }

  async close(): Promise<void> {
    await this.#handle.close()
  }

  async #fragmentAt(at: number): Promise<FoundFragment | 'broken' | 'unfinished'> {
    for (let wanted = BLOCK_BYTES; ; ) {
      const read = readFragment(await readAt(this.#handle, at, Math.min(wanted, this.#endAt - at)))
      if (read === 'broken') return 'broken'
      if ('found' in read) return at + read.found.bytes > this.#endAt ? 'unfinished' : read.found
      if (at + read.needs > this.#endAt) return 'unfinished'
      wanted = read.needs
    }
  }

  async #nextFragment(from: number): Promise<number> {
    for (let at = from; at < this.#endAt; at += LOOK_BYTES) {
      const block = await readAt(this.#handle, at, Math.min(LOOK_BYTES + FRAGMENT_START.byteLength, this.#endAt - at))
      const place = block.indexOf(FRAGMENT_START)
      if (place >= 0) return at + place
    }
    return this.#endAt
  }

  /** Lengths become start codes, in place; a key frame gets its parameter sets again, behind the delimiter. */
  #annexB(sample: Buffer, isKey: boolean): Uint8Array {
    const { codec, parameterSets } = this.head.pictures
    const rules = codec === 'h264' ? h264 : h265
    let setsAt = 0
    for (let at = 0; at + 4 <= sample.byteLength; ) {
      const length = sample.readUInt32BE(at)
      sample.writeUInt32BE(1, at)
      if (at === 0 && rules.typeOf(sample.subarray(4)) === rules.delimiter) setsAt = 4 + length
      at += 4 + length
    }
    if (!isKey) return sample
    const sets = parameterSets.flatMap((set) => [START_CODE, set])
    return Buffer.concat([sample.subarray(0, setsAt), ...sets, sample.subarray(setsAt)])
  }
}

/** Where each of the samples begins that follow each other from `at` on. */
function placesOf(samples: readonly Sample[], at: number): (Sample & { place: number })[] {
  let next = at
  return samples.map((sample) => {
    const place = next
    next += sample.bytes
    return { ...sample, place }
  })
}

const START_CODE = Buffer.from([0, 0, 0, 1])

async function readAt(handle: FileHandle, at: number, bytes: number): Promise<Buffer> {
  const buffer = Buffer.alloc(Math.max(bytes, 0))
  let got = 0
  while (got < buffer.byteLength) {
    const { bytesRead } = await handle.read(buffer, got, buffer.byteLength - got, at + got)
    if (bytesRead === 0) break
    got += bytesRead
  }
  return buffer.subarray(0, got)
}

/** When a fragment ends, epoch ms. */
export function fragmentEndMs({ captureMs, pictures }: FoundFragment): number {
  const firstUs = pictures[0]?.ptsUs ?? 0
  return captureMs + (Math.max(...pictures.map(({ ptsUs, durationUs }) => ptsUs + durationUs)) - firstUs) / 1000
}
