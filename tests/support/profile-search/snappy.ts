/** Undoes Snappy's raw format. Bytes behind the end of what was compressed are passed over. Throws when it is not Snappy. */
export function unsnappy(bytes: Uint8Array): Uint8Array {
  const [size, start] = readVarint(bytes, 0)
  if (size > bytes.length * 1024) throw new RangeError('not Snappy')
  const plain = new Uint8Array(size)
  let at = start
  let length = 0
  const copy = (count: number, distance: number) => {
    if (distance === 0 || distance > length || length + count > size) throw new RangeError('not Snappy')
    // Byte by byte: what is copied may overlap with what it is copied to.
    for (const end = length + count; length < end; length += 1) plain[length] = plain[length - distance] as number
  }
  while (length < size) {
    const tag = byteAt(bytes, at)
    at += 1
    switch (tag & 3) {
      case 0: {
        const extra = Math.max(0, (tag >> 2) - 59)
        const count = (extra === 0 ? tag >> 2 : readLittle(bytes, at, extra)) + 1
        at += extra
        if (at + count > bytes.length || length + count > size) throw new RangeError('not Snappy')
        plain.set(bytes.subarray(at, at + count), length)
        at += count
        length += count
        break
      }
      case 1:
        copy(((tag >> 2) & 7) + 4, ((tag >> 5) << 8) | byteAt(bytes, at))
        at += 1
        break
      default: {
        const width = (tag & 3) === 2 ? 2 : 4
        copy((tag >> 2) + 1, readLittle(bytes, at, width))
        at += width
      }
    }
  }
  return plain
}

function byteAt(bytes: Uint8Array, at: number): number {
  const byte = bytes[at]
  if (byte === undefined) throw new RangeError('ends too early')
  return byte
}

function readLittle(bytes: Uint8Array, at: number, width: number): number {
  let value = 0
  for (let index = 0; index < width; index += 1) value += byteAt(bytes, at + index) * 2 ** (8 * index)
  return value
}

/** A number in groups of seven bits, and where it ends. */
export function readVarint(bytes: Uint8Array, start: number): [value: number, end: number] {
  let value = 0
  for (let at = start; at < start + 10; at += 1) {
    const byte = byteAt(bytes, at)
    value += (byte & 0x7f) * 2 ** (7 * (at - start))
    if (byte < 0x80) return [value, at + 1]
  }
  throw new RangeError('not a number')
}
