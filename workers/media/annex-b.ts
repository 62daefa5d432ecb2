const NAL_SPS = 7
const NAL_PPS = 8

/** The NAL units of an Annex B access unit, without start codes. Views, not copies. */
export function splitAnnexB(unit: Uint8Array): Uint8Array[] {
  const nals: Uint8Array[] = []
  let start = -1
  let at = unit.indexOf(1)
  while (at !== -1) {
    if (at >= 2 && unit[at - 1] === 0 && unit[at - 2] === 0) {
      if (start !== -1) nals.push(trimZeros(unit.subarray(start, at - 2)))
      start = at + 1
    }
    at = unit.indexOf(1, at + 1)
  }
  if (start !== -1) nals.push(trimZeros(unit.subarray(start)))
  return nals.filter((nal) => nal.byteLength > 0)
}

/** Zeros behind a NAL unit belong to the next start code; a NAL unit itself never ends in zero. */
function trimZeros(nal: Uint8Array): Uint8Array {
  let end = nal.byteLength
  while (end > 0 && nal[end - 1] === 0) end--
  return nal.subarray(0, end)
}

/** The parameter sets of an H.264 access unit, those that it has. */
export function parameterSets(nals: Uint8Array[]): { sps: Uint8Array | undefined; pps: Uint8Array | undefined } {
  const ofType = (type: number) => nals.find((nal) => ((nal[0] ?? 0) & 0x1f) === type)
  return { sps: ofType(NAL_SPS), pps: ofType(NAL_PPS) }
}

/** As MP4 wants it: each NAL unit behind its length in four bytes. */
export function toAvcc(nals: Uint8Array[]): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(nals.reduce((sum, nal) => sum + 4 + nal.byteLength, 0))
  const view = new DataView(bytes.buffer)
  let at = 0
  for (const nal of nals) {
    view.setUint32(at, nal.byteLength)
    bytes.set(nal, at + 4)
    at += 4 + nal.byteLength
  }
  return bytes
}
