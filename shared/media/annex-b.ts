const START_CODE = Uint8Array.of(0, 0, 0, 1)
const LENGTH_BYTES = 4

/** What a decoder needs before the first picture, and how the lengths in the pictures are written. */
export interface Parameters {
  sets: Uint8Array[]
  lengthBytes: number
}

/** Reads the parameter sets of a decoder configuration as MP4 has it (`avcC` or `hvcC`). */
export function parametersOf(codec: string, description: Uint8Array): Parameters {
  const isAvc = codec.startsWith('avc')
  const lengthBytes = ((description[isAvc ? 4 : 21] ?? 3) & 3) + 1
  const sets = isAvc ? avcSets(description) : hevcSets(description)
  return { sets, lengthBytes }
}

/** A picture with lengths in front of its parts as one with start codes; `parameters` in front of it for a key frame. */
export function annexBOf(sample: Uint8Array, parameters: Parameters | undefined): Uint8Array {
  const nals = [...(parameters?.sets ?? []), ...nalsOf(sample, parameters?.lengthBytes ?? LENGTH_BYTES)]
  return joined(nals.flatMap((nal) => [START_CODE, nal]))
}

/** The same picture with lengths of four bytes, and the parameter sets in front of it for a key frame. */
export function withLengths(sample: Uint8Array, { sets, lengthBytes }: Parameters, isKey: boolean): Uint8Array {
  const nals = [...(isKey ? sets : []), ...nalsOf(sample, lengthBytes)]
  return joined(nals.flatMap((nal) => [lengthOf(nal), nal]))
}

function lengthOf(nal: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(LENGTH_BYTES)
  new DataView(bytes.buffer).setUint32(0, nal.length)
  return bytes
}

function* nalsOf(sample: Uint8Array, lengthBytes: number): Generator<Uint8Array> {
  let at = 0
  while (at + lengthBytes <= sample.length) {
    let length = 0
    for (let index = 0; index < lengthBytes; index += 1) length = length * 256 + (sample[at + index] ?? 0)
    at += lengthBytes
    yield sample.subarray(at, at + length)
    at += length
  }
}

function avcSets(description: Uint8Array): Uint8Array[] {
  const view = new DataView(description.buffer, description.byteOffset, description.byteLength)
  const sets: Uint8Array[] = []
  let at = 5
  for (const mask of [0x1f, 0xff]) {
    let count = (description[at] ?? 0) & mask
    at += 1
    for (; count > 0 && at + 2 <= description.length; count -= 1) {
      const length = view.getUint16(at)
      sets.push(description.subarray(at + 2, at + 2 + length))
      at += 2 + length
    }
  }
  return sets
}

function hevcSets(description: Uint8Array): Uint8Array[] {
  const view = new DataView(description.buffer, description.byteOffset, description.byteLength)
  const sets: Uint8Array[] = []
  let at = 23
  for (let arrays = description[22] ?? 0; arrays > 0 && at + 3 <= description.length; arrays -= 1) {
    let count = view.getUint16(at + 1)
    at += 3
    for (; count > 0 && at + 2 <= description.length; count -= 1) {
      const length = view.getUint16(at)
      sets.push(description.subarray(at + 2, at + 2 + length))
      at += 2 + length
    }
  }
  return sets
}

function joined(parts: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0))
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}
