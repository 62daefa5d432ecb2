/**
 * Reads the frame index (0–65535) from the row of black and white cells that `tests/fixtures/make-counter-clips.ts` draws along the top of
 * its pictures, at any scale down to 160×90. Undefined when it is not there whole: wrong frame of cells, no contrast, wrong check bits.
 * Without imports, so that a page can run `readCounter.toString()`.
 */
export function readCounter(rgba: Uint8ClampedArray | Uint8Array, width: number, height: number): number | undefined {
  const cells = 24 // black, white, 16 bits of the index, 4 check bits, white, black
  if (width < cells * 3 || height < 45 || rgba.length < width * height * 4) return undefined
  const cellWidth = width / cells
  const rowHeight = height / 15

  /** Mean brightness of the middle of a cell, away from edges that coding and scaling smear. */
  const brightness = (cell: number) => {
    let sum = 0
    let count = 0
    for (let y = Math.floor(rowHeight * 0.3); y < Math.max(rowHeight * 0.7, 1); y++) {
      for (let x = Math.ceil((cell + 0.3) * cellWidth); x < (cell + 0.7) * cellWidth; x++) {
        const at = (y * width + x) * 4
        sum += (rgba[at] ?? 0) * 0.3 + (rgba[at + 1] ?? 0) * 0.59 + (rgba[at + 2] ?? 0) * 0.11
        count++
      }
    }
    return sum / count
  }

  const black = Math.max(brightness(0), brightness(cells - 1))
  const white = Math.min(brightness(1), brightness(cells - 2))
  if (!(white - black > 80)) return undefined
  let value = 0
  for (let cell = 2; cell < cells - 2; cell++) {
    const level = (brightness(cell) - black) / (white - black)
    if (level > 0.35 && level < 0.65) return undefined // between two pictures
    value = value * 2 + (level >= 0.5 ? 1 : 0)
  }
  const index = value >>> 4
  const check = (index ^ (index >> 4) ^ (index >> 8) ^ (index >> 12) ^ 0b1010) & 0b1111
  return check === (value & 0b1111) ? index : undefined
}
