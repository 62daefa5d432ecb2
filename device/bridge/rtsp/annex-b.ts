/** H.264 NAL unit types (ITU-T H.264 table 7-1) that are told apart here. */
export const NAL = { slice: 1, idr: 5, sei: 6, sps: 7, pps: 8, delimiter: 9 } as const

export const START_CODE = Uint8Array.of(0, 0, 0, 1)

const SHORT_START_CODE = Buffer.of(0, 0, 1)

export function nalType(nal: Uint8Array): number {
  return (nal[0] ?? 0) & 0x1f
}

/** A coded slice: a unit with none of these is no picture. */
export function isSlice(type: number): boolean {
  return type >= NAL.slice && type <= NAL.idr
}

/** The NAL units of an Annex B byte stream, as views without their start codes (3 or 4 bytes) and trailing zeros. */
export function* nalUnits(data: Uint8Array): Generator<Uint8Array> {
  const bytes = Buffer.from(data.buffer, data.byteOffset, data.length)
  let start = bytes.indexOf(SHORT_START_CODE)
  while (start >= 0) {
    start += SHORT_START_CODE.length
    const next = bytes.indexOf(SHORT_START_CODE, start)
    let end = next < 0 ? bytes.length : next
    while (end > start && bytes[end - 1] === 0) end--
    if (end > start) yield data.subarray(start, end)
    start = next
  }
}

/** NAL units with four-byte start codes in front, in one new array. */
export function toAnnexB(nals: Iterable<Uint8Array>): Uint8Array {
  return Buffer.concat([...nals].flatMap((nal) => [START_CODE, nal]))
}
