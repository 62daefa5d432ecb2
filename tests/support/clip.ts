import { readFileSync } from 'node:fs'
import { isSlice, NAL, nalType, nalUnits, toAnnexB } from '#device/bridge/rtsp/annex-b.ts'

export interface Picture {
  /** without start codes: delimiter, parameter sets, slices */
  nals: Uint8Array[]
  isKey: boolean
  /** Annex B with four-byte start codes */
  unit: Uint8Array
}

/** An H.264 clip that begins with a key frame and can be played in a loop. */
export interface Clip {
  pictures: Picture[]
  sps: Uint8Array
  pps: Uint8Array
}

/** Reads an Annex B file whose pictures each begin with an access unit delimiter. */
export function loadClip(path: string | URL): Clip {
  const groups: Uint8Array[][] = []
  for (const nal of nalUnits(readFileSync(path))) {
    if (nalType(nal) === NAL.delimiter) groups.push([])
    const group = groups.at(-1)
    if (!group) throw new Error(`${path} does not begin with an access unit delimiter`)
    group.push(nal)
  }
  const pictures = groups.map((nals) => ({ nals, isKey: nals.some((nal) => nalType(nal) === NAL.idr), unit: toAnnexB(nals) }))
  const first = pictures[0]?.nals ?? []
  const sps = first.find((nal) => nalType(nal) === NAL.sps)
  const pps = first.find((nal) => nalType(nal) === NAL.pps)
  if (!sps || !pps || !pictures.every((picture) => picture.nals.some((nal) => isSlice(nalType(nal))))) throw new Error(`${path} is no clip`)
  return { pictures, sps, pps }
}
