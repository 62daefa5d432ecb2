/** The colours of vehicles as people write them in a list; the first of each is the contract's own name. */
const names = {
  black: ['黑色', '黑'],
  white: ['白色', '白'],
  grey: ['gray', '灰色', '灰'],
  silver: ['银色', '银', '银灰色'],
  red: ['红色', '红'],
  orange: ['橙色', '橙', '橘色'],
  yellow: ['黄色', '黄'],
  green: ['绿色', '绿'],
  cyan: ['青色', '青'],
  blue: ['蓝色', '蓝'],
  purple: ['violet', '紫色', '紫'],
  pink: ['粉色', '粉红色', '粉'],
  brown: ['棕色', '棕', '褐色'],
} as const
export type ColourName = keyof typeof names

const known = new Map<string, ColourName>()
for (const [colour, others] of Object.entries(names)) for (const name of [colour, ...others]) known.set(name, colour as ColourName)

/** The colour that a text names in either language; `undefined` when it names none. */
export function colourOf(text: string): ColourName | undefined {
  return known.get(text.trim().toLowerCase())
}
