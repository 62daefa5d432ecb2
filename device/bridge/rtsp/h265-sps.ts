import { BitReader } from './bit-reader.ts'
import type { PictureInfo } from './video-codec.ts'

const NAL_HEADER_BYTES = 2
const MAX_SIDE = 16_384
const MOST_SETS = 16

/** Parses an H.265 SPS NAL unit (ITU-T H.265 §7.3.2.2.1); undefined when it is broken. */
export function parseH265Sps(nal: Uint8Array): { id: number; info: PictureInfo } | undefined {
  try {
    const reader = new BitReader(nal, NAL_HEADER_BYTES)
    reader.bits(4) // sps_video_parameter_set_id
    const subLayers = reader.bits(3) // sps_max_sub_layers_minus1
    reader.flag() // sps_temporal_id_nesting_flag
    const codec = readCodec(reader)
    skipSubLayers(reader, subLayers)
    const id = reader.unsigned()
    const { width, height } = readSize(reader)
    if (id >= MOST_SETS || width <= 0 || height <= 0 || width > MAX_SIDE || height > MAX_SIDE) return undefined
    return { id, info: { codec, width, height, fps: undefined } }
  } catch (error) {
    if (error instanceof RangeError) return undefined
    throw error
  }
}

/** The general half of profile_tier_level (§7.3.3), written as ISO/IEC 14496-15 annex E has it. */
function readCodec(reader: BitReader): string {
  const space = ['', 'A', 'B', 'C'][reader.bits(2)]
  const tier = reader.flag() ? 'H' : 'L'
  const profile = reader.bits(5)
  let compatibility = 0 // its bits the other way round
  for (let bit = 0; bit < 32; bit++) if (reader.flag()) compatibility += 2 ** bit
  const constraints = Array.from({ length: 6 }, () => reader.bits(8))
  const level = reader.bits(8)
  while (constraints.at(-1) === 0) constraints.pop()
  const parts = [`hev1.${space}${profile}`, compatibility.toString(16), `${tier}${level}`, ...constraints.map((byte) => byte.toString(16))]
  return parts.join('.')
}

function skipSubLayers(reader: BitReader, subLayers: number): void {
  const layers = Array.from({ length: subLayers }, () => ({ hasProfile: reader.flag(), hasLevel: reader.flag() }))
  if (subLayers > 0) for (let layer = subLayers; layer < 8; layer++) reader.bits(2)
  for (const { hasProfile, hasLevel } of layers) {
    if (hasProfile) for (let byte = 0; byte < 11; byte++) reader.bits(8)
    if (hasLevel) reader.bits(8)
  }
}

function readSize(reader: BitReader): { width: number; height: number } {
  const chroma = reader.unsigned()
  const isSeparate = chroma === 3 && reader.flag()
  let width = reader.unsigned()
  let height = reader.unsigned()
  if (reader.flag()) {
    const unitX = !isSeparate && (chroma === 1 || chroma === 2) ? 2 : 1
    const unitY = !isSeparate && chroma === 1 ? 2 : 1
    width -= (reader.unsigned() + reader.unsigned()) * unitX
    height -= (reader.unsigned() + reader.unsigned()) * unitY
  }
  return { width, height }
}
