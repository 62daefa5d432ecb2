/** Letters of five by seven dots for what a camera writes into its picture, so that no font need be installed: a byte for each column, its lowest bit on top. */
const FIRST = 0x20
const COLUMNS = 5
export const LETTER = { columns: COLUMNS + 1, rows: 8 } as const
const dots = Buffer.from(
  '000000000000005f00000007000700147f147f14242a7f2a12231308646236495620500008070300001c2241000041221c002a1c7f1c2a08083e08080080703000' +
    '0808080808000060600020100804023e5149453e00427f400072494949462141494d331814127f1027454545393c4a49493141211109073649494936464949291e' +
    '0000140000004034000000081422411414141414004122140802015909063e415d594e7c1211127c7f494949363e414141227f4141413e7f494949417f09090901' +
    '3e414151737f0808087f00417f41002040413f017f081422417f404040407f021c027f7f0408107f3e4141413e7f090909063e4151215e7f091929462649494932' +
    '03017f01033f4040403f1f2040201f3f4038403f631408146303047804036159494d43007f4141410204081020004141417f040201020440404040400003070800' +
    '20545478407f284444383844444428384444287f385454541800087e090218a4a49c787f0804047800447d40002040403d007f1028440000417f40007c04780478' +
    '7c080404783844444438fc1824241818242418fc7c08040408485454542404043f44243c4040207c1c2040201c3c4030403c44281028444c9090907c4464544c44' +
    '0008364100000077000000413608000201020402',
  'hex',
)

/** Whether there is a letter for each sign of a text. */
export function canWrite(text: string): boolean {
  return [...text].every((sign) => COLUMNS * (sign.charCodeAt(0) - FIRST) + COLUMNS <= dots.length && sign.charCodeAt(0) >= FIRST)
}

/** Whether a dot of a text is set, at this column and row of all its letters. */
export function isDot(text: string, column: number, row: number): boolean {
  const sign = text.charCodeAt(Math.floor(column / LETTER.columns)) - FIRST
  const within = column % LETTER.columns
  if (within >= COLUMNS || row >= LETTER.rows) return false
  return (((dots[sign * COLUMNS + within] ?? 0) >> row) & 1) === 1
}
