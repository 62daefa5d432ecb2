/** A time of a clip, `2:05.4`. */
export function clipTimeText(atMs: number): string {
  const tenths = Math.round(atMs / 100)
  const minutes = Math.floor(tenths / 600)
  return `${minutes}:${((tenths % 600) / 10).toFixed(1).padStart(4, '0')}`
}
