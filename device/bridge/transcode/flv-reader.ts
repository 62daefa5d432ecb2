const FILE_HEADER_BYTES = 13
const TAG_HEADER_BYTES = 11
const TAG_TRAILER_BYTES = 4
const VIDEO_TAG = 9
const VIDEO_HEADER_BYTES = 5
const H264 = 7
const KEY_FRAME = 1
const CONFIGURATION = 0
const PICTURE = 1
/** Where the list of SPS begins in an AVCDecoderConfigurationRecord (ISO/IEC 14496-15 §5.2.4.1). */
const SETS_AT = 5

interface FlvEvents {
  /** SPS and PPS, without start codes. */
  onSets(sets: Uint8Array[]): void
  /** The NAL units of a picture, views that are valid during the call; `timeMs` wraps after 31 bits. */
  onPicture(picture: { isKey: boolean; timeMs: number; nals: Uint8Array[] }): void
}

/** Reads H.264 out of an FLV stream as it comes: each of its tags says how long it is, so that no picture waits for the next one. */
export class FlvReader {
  readonly #events: FlvEvents
  #waiting: Buffer = Buffer.alloc(0)
  #hasBegun = false

  constructor(events: FlvEvents) {
    this.#events = events
  }

  push(chunk: Buffer): void {
    this.#waiting = this.#waiting.length === 0 ? chunk : Buffer.concat([this.#waiting, chunk])
    if (!this.#hasBegun) {
      if (this.#waiting.length < FILE_HEADER_BYTES) return
      this.#hasBegun = true
      this.#waiting = this.#waiting.subarray(FILE_HEADER_BYTES)
    }
    while (this.#step());
  }

  /** Takes one tag off the stream; false when it is not whole yet. */
  #step(): boolean {
    const waiting = this.#waiting
    if (waiting.length < TAG_HEADER_BYTES) return false
    const bytes = waiting.readUIntBE(1, 3)
    const end = TAG_HEADER_BYTES + bytes + TAG_TRAILER_BYTES
    if (waiting.length < end) return false
    const timeMs = waiting.readUIntBE(4, 3) + waiting.readUInt8(7) * 2 ** 24
    if (waiting[0] === VIDEO_TAG && bytes > VIDEO_HEADER_BYTES)
      this.#video(waiting.subarray(TAG_HEADER_BYTES, TAG_HEADER_BYTES + bytes), timeMs)
    this.#waiting = waiting.subarray(end)
    return true
  }

  #video(tag: Buffer, timeMs: number): void {
    const [kind = 0, packet] = tag
    const data = tag.subarray(VIDEO_HEADER_BYTES)
    if ((kind & 0x0f) !== H264) return
    if (packet === CONFIGURATION) this.#events.onSets(setsOf(data))
    if (packet === PICTURE) this.#events.onPicture({ isKey: kind >> 4 === KEY_FRAME, timeMs, nals: [...prefixed(data, 4)] })
  }
}

function setsOf(record: Buffer): Uint8Array[] {
  const sps = counted(record, SETS_AT, 0x1f)
  return [...sps.nals, ...counted(record, sps.end, 0xff).nals]
}

function counted(record: Buffer, at: number, mask: number): { nals: Uint8Array[]; end: number } {
  const nals: Uint8Array[] = []
  let end = at + 1
  for (const nal of prefixed(record.subarray(end), 2)) {
    if (nals.length === ((record[at] ?? 0) & mask)) break
    nals.push(nal)
    end += 2 + nal.length
  }
  return { nals, end }
}

/** NAL units, each behind its length in so many bytes. */
function* prefixed(data: Buffer, lengthBytes: number): Generator<Uint8Array> {
  for (let at = 0; at + lengthBytes <= data.length; ) {
    const length = data.readUIntBE(at, lengthBytes)
    yield data.subarray(at + lengthBytes, at + lengthBytes + length)
    at += lengthBytes + length
  }
}
