import { NAL, nalType } from './annex-b.ts'
import { BitReader } from './bit-reader.ts'
import type { PictureInfo } from './video-codec.ts'

const HIGH_PROFILES = new Set([100, 110, 122, 244, 44, 83, 86, 118, 128, 138, 139, 134, 135])
const MAX_SIDE = 16_384
const EXTENDED_SAR = 255

/** Parses an SPS NAL unit (ITU-T H.264 §7.3.2.1.1); undefined when it is broken. */
export function parseH264Sps(nal: Uint8Array): PictureInfo | undefined {
  if (nal.length < 5 || nalType(nal) !== NAL.sps) return undefined
  try {
    const codec = `avc1.${Buffer.from(nal.subarray(1, 4)).toString('hex')}`
    const reader = new BitReader(nal, 4)
    const { width, height } = readSize(reader, nal[1] ?? 0)
    if (width <= 0 || height <= 0 || width > MAX_SIDE || height > MAX_SIDE) return undefined
    return { codec, width, height, fps: readFps(reader) }
  } catch (error) {
    if (error instanceof RangeError) return undefined
    throw error
  }
}

function readSize(reader: BitReader, profile: number): { width: number; height: number } {
  reader.unsigned() // seq_parameter_set_id
  let chroma = 1
  if (HIGH_PROFILES.has(profile)) {
    chroma = reader.unsigned()
    if (chroma === 3 && reader.flag()) chroma = 0 // separate planes crop like monochrome
    reader.unsigned() // bit_depth_luma_minus8
    reader.unsigned() // bit_depth_chroma_minus8
    reader.flag() // qpprime_y_zero_transform_bypass_flag
    if (reader.flag()) skipScalingLists(reader, chroma === 3 ? 12 : 8)
  }
  reader.unsigned() // log2_max_frame_num_minus4
  skipPictureOrder(reader)
  reader.unsigned() // max_num_ref_frames
  reader.flag() // gaps_in_frame_num_value_allowed_flag
  const widthInMbs = reader.unsigned() + 1
  const heightInMapUnits = reader.unsigned() + 1
  const frameMbsOnly = reader.bit()
  if (frameMbsOnly === 0) reader.flag() // mb_adaptive_frame_field_flag
  reader.flag() // direct_8x8_inference_flag
  let cropWidth = 0
  let cropHeight = 0
  if (reader.flag()) {
    const unitX = chroma === 1 || chroma === 2 ? 2 : 1
    const unitY = (chroma === 1 ? 2 : 1) * (2 - frameMbsOnly)
    cropWidth = (reader.unsigned() + reader.unsigned()) * unitX
    cropHeight = (reader.unsigned() + reader.unsigned()) * unitY
  }
  return { width: widthInMbs * 16 - cropWidth, height: heightInMapUnits * 16 * (2 - frameMbsOnly) - cropHeight }
}

function skipPictureOrder(reader: BitReader): void {
  const type = reader.unsigned()
  if (type === 0) reader.unsigned() // log2_max_pic_order_cnt_lsb_minus4
  if (type !== 1) return
  reader.flag() // delta_pic_order_always_zero_flag
  reader.signed() // offset_for_non_ref_pic
  reader.signed() // offset_for_top_to_bottom_field
  for (let left = reader.unsigned(); left > 0; left--) reader.signed()
}

function skipScalingLists(reader: BitReader, count: number): void {
  for (let list = 0; list < count; list++) {
    if (!reader.flag()) continue
    let last = 8
    let next = 8
    for (let i = 0; i < (list < 6 ? 16 : 64); i++) {
      if (next !== 0) next = (last + reader.signed() + 256) % 256
      if (next !== 0) last = next
    }
  }
}

/** The frame rate of the VUI (annex E); sets without one, or broken off before it, just do not tell. */
function readFps(reader: BitReader): number | undefined {
  try {
    if (!reader.flag()) return undefined // vui_parameters_present_flag
    if (reader.flag() && reader.bits(8) === EXTENDED_SAR) reader.bits(32)
    if (reader.flag()) reader.flag() // overscan
    if (reader.flag()) {
      reader.bits(4) // video_format, video_full_range_flag
      if (reader.flag()) reader.bits(24) // colour description
    }
    if (reader.flag()) {
      reader.unsigned() // chroma_sample_loc_type_top_field
      reader.unsigned() // chroma_sample_loc_type_bottom_field
    }
    if (!reader.flag()) return undefined // timing_info_present_flag
    const unitsInTick = reader.bits(32)
    const timeScale = reader.bits(32)
    const fps = unitsInTick > 0 ? timeScale / (2 * unitsInTick) : 0
    return fps > 0 && fps <= 240 ? fps : undefined
  } catch {
    return undefined
  }
}
