/** What a sequence parameter set says of its pictures. */
export interface PictureInfo {
  /** RFC 6381, as WebCodecs wants it for a stream that brings its parameter sets with it: `avc1.PPCCLL`, `hev1.…` */
  codec: string
  /** pixels, after cropping */
  width: number
  height: number
  /** pictures per second, when the set tells a believable number */
  fps: number | undefined
}

/** What an RTP payload carries: whole NAL units, or a piece of one, whose header is given apart. All are views. */
export type Unpacked =
  | { kind: 'whole'; nals: Uint8Array[] }
  | { kind: 'piece'; isFirst: boolean; isLast: boolean; header: Uint8Array; data: Uint8Array }

/** What differs between the video codecs on their way out of RTP. Types are those of NAL units. */
export interface VideoCodec {
  typeOf(nal: Uint8Array): number
  /** A coded slice: a unit with none of these is no picture. */
  isSlice(type: number): boolean
  /** A slice of a picture at which decoding can begin. */
  isKey(type: number): boolean
  /** Stands at the top of a picture, so that nothing of it can be missing in front. */
  isTop(type: number): boolean
  readonly delimiter: number
  /** The types of the parameter sets, in the order in which they belong in front of a key frame. */
  readonly sets: readonly number[]
  /** Undefined when the payload is malformed, or of a kind that was not agreed on. */
  unpack(payload: Uint8Array): Unpacked | undefined
  /** The first NAL unit that a payload starts, and whether it is the first slice of its picture. Undefined in the middle of a NAL unit. */
  firstNal(payload: Uint8Array): { type: number; isFirstSlice: boolean } | undefined
  /** True when a payload is of a picture that no other one is built on, for all that its first bytes tell. */
  isSpare(payload: Uint8Array): boolean
  /** The number of a parameter set; that with the size of the pictures says it. Undefined when it is broken. */
  readSet(nal: Uint8Array): { id: number; info?: PictureInfo } | undefined
}

/** The NAL units of an aggregation packet, each behind its length in two bytes, from `start` on; undefined unless they fill it exactly. */
export function aggregated(payload: Uint8Array, start: number, isGood: (nal: Uint8Array) => boolean): Uint8Array[] | undefined {
  const nals: Uint8Array[] = []
  let at = start
  while (at + 2 < payload.length) {
    const size = ((payload[at] ?? 0) << 8) | (payload[at + 1] ?? 0)
    at += 2
    const nal = payload.subarray(at, at + size)
    if (size === 0 || at + size > payload.length || !isGood(nal)) return undefined
    nals.push(nal)
    at += size
  }
  return at === payload.length && nals.length > 0 ? nals : undefined
}
