/** The polynomial of the check of zip files (ISO 3309), its lowest power first. */
const POLYNOMIAL = 0xedb88320
/** Its lowest power, and the next, which is x. */
const [ONE, X] = [0x8000_0000, 0x4000_0000]
/** A byte is x to the power of 2 to the power of this. */
const BITS_OF_BYTE = 3

/** The check of bytes that follow one another, of the check of the first ones, that of the last ones, and how many those are. */
export function joinedCrc32(first: number, last: number, lastBytes: number): number {
  return (product(powerOfX(lastBytes), first) ^ last) >>> 0
}

/** Of two polynomials over bits, modulo that of the check. */
function product(one: number, other: number): number {
  let sum = 0
  let shifted = other
  for (let bit = ONE; bit !== 0; bit >>>= 1) {
    if ((one & bit) !== 0) sum ^= shifted
    shifted = (shifted & 1) === 0 ? shifted >>> 1 : (shifted >>> 1) ^ POLYNOMIAL
  }
  return sum >>> 0
}

/** x to the power of the bits of so many bytes. */
function powerOfX(bytes: number): number {
  let power = X
  for (let square = 0; square < BITS_OF_BYTE; square += 1) power = product(power, power)
  let result = ONE
  for (let left = bytes; left > 0; left = Math.floor(left / 2)) {
    if (left % 2 === 1) result = product(power, result)
    power = product(power, power)
  }
  return result
}
