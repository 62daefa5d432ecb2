/** The colours of vehicles as people write them in a list; the first of each is the contract's own name. */
const colours = {
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
export type ColourName = keyof typeof colours

const knownColours = new Map<string, ColourName>()
for (const [colour, others] of Object.entries(colours)) for (const name of [colour, ...others]) knownColours.set(name, colour as ColourName)

/** The colour that a text names in either language; `undefined` when it names none. */
export function colourOf(text: string): ColourName | undefined {
  return knownColours.get(text.trim().toLowerCase())
}

/** The types of vehicles that devices tell apart, likewise. */
const types = {
  sedan: ['轿车', '三厢轿车', 'saloon'],
  hatchback: ['两厢轿车', '两厢车'],
  suv: ['越野车'],
  van: ['厢式车', '面包车'],
  pickup: ['皮卡'],
  minibus: ['小型客车', '中巴', '小客车'],
  bus: ['大客车', '大巴', '公交车', '客车'],
  truck: ['卡车', '货车', 'lorry'],
  motorcycle: ['摩托车'],
  bicycle: ['自行车'],
  tricycle: ['三轮车'],
  forklift: ['叉车'],
} as const

const knownTypes = new Map<string, string>()
for (const [type, others] of Object.entries(types)) for (const name of [type, ...others]) knownTypes.set(name, type)

/** The type of vehicles that a text names in either language, as devices name it; any other text as it is. */
export function vehicleTypeOf(text: string): string {
  return knownTypes.get(text.trim().toLowerCase()) ?? text.trim()
}
