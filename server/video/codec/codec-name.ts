const SPS = 7

/** As RFC 6381 names the codec of a first picture of H.264 (Annex B), whose parameter sets stand before it. Throws when there are none. */
export function codecNameOf(unit: Uint8Array): string {
  for (let at = 0; at + 7 < unit.length; at += 1) {
    if (unit[at] !== 0 || unit[at + 1] !== 0 || unit[at + 2] !== 1 || ((unit[at + 3] ?? 0) & 0x1f) !== SPS) continue
    return `avc1.${Buffer.from(unit.subarray(at + 4, at + 7)).toString('hex')}`
  }
  throw new Error('The codec gave a picture without parameter sets')
}
