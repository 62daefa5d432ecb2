/** The sides of a png, jpg or webp by its head, in pixels; undefined for what is none of them, or is cut off before it says. */
export function pictureSize(bytes: Uint8Array): { widthPx: number; heightPx: number } | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  try {
    const size = sizeOfPng(view) ?? sizeOfWebp(view) ?? sizeOfJpeg(view)
    return size && size.widthPx > 0 && size.heightPx > 0 ? size : undefined
  } catch (fault) {
    if (fault instanceof RangeError) return undefined
    throw fault
  }
}

function textAt(view: DataView, at: number): string {
  return String.fromCharCode(...[0, 1, 2, 3].map((index) => view.getUint8(at + index)))
}

function sizeOfPng(view: DataView) {
  if (view.getUint32(0) !== 0x89504e47 || textAt(view, 12) !== 'IHDR') return undefined
  return { widthPx: view.getUint32(16), heightPx: view.getUint32(20) }
}

const FOURTEEN_BITS = 0x3fff

/** Of each of its three kinds: lossy, lossless, extended. */
function sizeOfWebp(view: DataView) {
  if (textAt(view, 0) !== 'RIFF' || textAt(view, 8) !== 'WEBP') return undefined
  const kind = textAt(view, 12)
  if (kind === 'VP8 ') return { widthPx: view.getUint16(26, true) & FOURTEEN_BITS, heightPx: view.getUint16(28, true) & FOURTEEN_BITS }
  if (kind === 'VP8L') {
    const bits = view.getUint32(21, true)
    return { widthPx: (bits & FOURTEEN_BITS) + 1, heightPx: ((bits >> 14) & FOURTEEN_BITS) + 1 }
  }
  if (kind !== 'VP8X') return undefined
  const side = (at: number) => view.getUint16(at, true) + view.getUint8(at + 2) * 0x10000 + 1
  return { widthPx: side(24), heightPx: side(27) }
}

/** Goes from marker to marker until one begins a frame. */
function sizeOfJpeg(view: DataView) {
  if (view.getUint16(0) !== 0xffd8) return undefined
  let at = 2
  while (view.getUint8(at) === 0xff) {
    const marker = view.getUint8(at + 1)
    // Bytes that only fill.
    if (marker === 0xff) {
      at += 1
      continue
    }
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)
    if (isFrame) return { widthPx: view.getUint16(at + 7), heightPx: view.getUint16(at + 5) }
    at += 2 + view.getUint16(at + 2)
  }
  return undefined
}
