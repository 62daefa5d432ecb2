/**
 * G.711: a sample of 16 bits in one byte, finer for soft sounds than for loud ones (ITU-T G.711: PCMU is its µ-law, PCMA its A-law).
 * Samples here run from -1 to 1.
 */
const MU_BIAS = 0x84
const MU_MOST = 32_635
const FULL_SCALE = 32_768

const muTable = Float32Array.from({ length: 256 }, (_, byte) => muSample(byte) / FULL_SCALE)
const aTable = Float32Array.from({ length: 256 }, (_, byte) => aSample(byte) / FULL_SCALE)

function muSample(byte: number): number {
  const turned = ~byte & 0xff
  const magnitude = (((turned & 0x0f) << 3) + MU_BIAS) << ((turned & 0x70) >> 4)
  return (turned & 0x80) === 0 ? magnitude - MU_BIAS : MU_BIAS - magnitude
}

function aSample(byte: number): number {
  const turned = byte ^ 0x55
  const segment = (turned & 0x70) >> 4
  const step = ((turned & 0x0f) << 4) + (segment === 0 ? 8 : 0x108)
  const magnitude = segment > 1 ? step << (segment - 1) : step
  return (turned & 0x80) === 0 ? -magnitude : magnitude
}

/** The samples of PCMU (`mu`) or PCMA (`a`). */
export function decodeG711(bytes: Uint8Array, law: 'mu' | 'a'): Float32Array<ArrayBuffer> {
  const table = law === 'mu' ? muTable : aTable
  const samples = new Float32Array(bytes.byteLength)
  for (let at = 0; at < bytes.byteLength; at += 1) samples[at] = table[bytes[at] ?? 0] ?? 0
  return samples
}

const exactly = { mu: undefined as Uint8Array<ArrayBuffer> | undefined, a: undefined as Uint8Array<ArrayBuffer> | undefined }

/** Samples of 16 bits in PCMU (`mu`) or PCMA (`a`): what came of the same law becomes the very bytes that it was. */
export function g711Of(samples: Int16Array, law: 'mu' | 'a'): Uint8Array<ArrayBuffer> {
  const bytes = (exactly[law] ??= nearestBytes(law))
  return Uint8Array.from(samples, (sample) => bytes[sample + FULL_SCALE] ?? 0)
}

/** For each sample of 16 bits the byte that stands nearest to it. */
function nearestBytes(law: 'mu' | 'a'): Uint8Array<ArrayBuffer> {
  const ofByte = law === 'mu' ? muSample : aSample
  const known = Array.from({ length: 256 }, (_, byte) => ({ byte, sample: ofByte(byte) })).toSorted(
    (one, other) => one.sample - other.sample,
  )
  const nearest = new Uint8Array(2 * FULL_SCALE)
  let at = 0
  for (let sample = -FULL_SCALE; sample < FULL_SCALE; sample += 1) {
    const off = (index: number) => Math.abs((known[index]?.sample ?? Number.POSITIVE_INFINITY) - sample)
    // Of the two zeros of PCMU the last, which cameras say.
    while (off(at + 1) <= off(at)) at += 1
    nearest[sample + FULL_SCALE] = known[at]?.byte ?? 0
  }
  return nearest
}

/** PCMU of samples; what is louder than full scale is clipped. */
export function encodePcmu(samples: Float32Array): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(samples.length)
  for (let at = 0; at < samples.length; at += 1) bytes[at] = muByte(samples[at] ?? 0)
  return bytes
}

function muByte(sample: number): number {
  const sign = sample < 0 ? 0x80 : 0
  const magnitude = Math.min(Math.round(Math.abs(sample) * FULL_SCALE), MU_MOST) + MU_BIAS
  const segment = 24 - Math.clz32(magnitude)
  return ~(sign | (segment << 4) | ((magnitude >> (segment + 3)) & 0x0f)) & 0xff
}
