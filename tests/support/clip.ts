import { readFileSync } from 'node:fs'
import { nalUnits, toAnnexB } from '#device/bridge/rtsp/annex-b.ts'
import { h264 } from '#device/bridge/rtsp/h264.ts'
import { h265 } from '#device/bridge/rtsp/h265.ts'

/** A NAL unit of H.264 that holds nothing. */
const FILLER_DATA = 12

export interface Picture {
  /** without start codes: delimiter, parameter sets, slices */
  nals: Uint8Array[]
  isKey: boolean
  /** Annex B with four-byte start codes */
  unit: Uint8Array
}

/** A clip that begins with a key frame and can be played in a loop. */
export interface Clip {
  codec: 'H264' | 'H265'
  pictures: Picture[]
  /** the parameter sets of the first key frame: SPS and PPS, in H.265 behind the VPS */
  sets: Uint8Array[]
}

/** Reads an Annex B file, `.h264` or `.h265`, whose pictures each begin with an access unit delimiter. */
export function loadClip(path: string | URL): Clip {
  const isH265 = String(path).endsWith('.h265')
  const codec = isH265 ? h265 : h264
  const groups: Uint8Array[][] = []
  for (const nal of nalUnits(readFileSync(path))) {
    if (codec.typeOf(nal) === codec.delimiter) groups.push([])
    const group = groups.at(-1)
    if (!group) throw new Error(`${path} does not begin with an access unit delimiter`)
    group.push(nal)
  }
  const pictures = groups.map((nals) => ({ nals, isKey: nals.some((nal) => isKeySlice(nal)), unit: toAnnexB(nals) }))
  const sets = pictures[0]?.nals.filter((nal) => codec.sets.includes(codec.typeOf(nal))) ?? []
  const isWhole = pictures.every((picture) => picture.nals.some((nal) => codec.isSlice(codec.typeOf(nal))))
  if (sets.length !== codec.sets.length || !isWhole) throw new Error(`${path} is no clip`)
  return { codec: isH265 ? 'H265' : 'H264', pictures, sets }

  function isKeySlice(nal: Uint8Array): boolean {
    const type = codec.typeOf(nal)
    return codec.isSlice(type) && codec.isKey(type)
  }
}

/** The same pictures with so many bytes more in each, which decoders pass over: a stream as large as a sharper camera's. */
export function heavier(clip: Clip, bytes: number): Clip {
  const filler = new Uint8Array(bytes).fill(0xff)
  filler[0] = FILLER_DATA
  filler[bytes - 1] = 0x80
  const pictures = clip.pictures.map((picture) => {
    const nals = [...picture.nals, filler]
    return { ...picture, nals, unit: toAnnexB(nals) }
  })
  return { ...clip, pictures }
}
