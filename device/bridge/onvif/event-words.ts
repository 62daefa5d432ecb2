import { attributeValues, type AttributeName } from '#contract/event-attributes.ts'
import { word } from './answers.ts'
import { findElement, textOf, type Tree } from './event-tree.ts'

type Said = Partial<Record<AttributeName, string | undefined>>

/** Colours that cameras name otherwise. */
const otherColours: Readonly<Record<string, string>> = {
  gray: 'grey',
  golden: 'yellow',
  gold: 'yellow',
  violet: 'purple',
  magenta: 'pink',
  beige: 'white',
}
/** Our colours as red, green and blue; what a camera tells as a number becomes the nearest. */
const samples: Readonly<Record<string, readonly [number, number, number]>> = {
  black: [20, 20, 22],
  white: [240, 240, 240],
  grey: [125, 125, 125],
  silver: [190, 192, 195],
  red: [200, 30, 35],
  orange: [230, 120, 25],
  yellow: [235, 210, 40],
  green: [40, 140, 60],
  cyan: [40, 190, 200],
  blue: [35, 75, 170],
  purple: [110, 50, 150],
  pink: [235, 140, 175],
  brown: [105, 65, 40],
}

/** A colour by its name, or as the clusters of a `tt:ColorDescriptor` (RGB or YCbCr), the heaviest of which counts. */
export function colourOf(told: string | Tree | undefined): string | undefined {
  if (told === undefined) return undefined
  if (typeof told === 'string') {
    const name = told.trim().toLowerCase()
    return otherColours[name] ?? (samples[name] ? name : undefined)
  }
  const clusters = [told['colorCluster']].flat().filter((one): one is Tree => typeof one === 'object' && one !== null)
  const weight = (cluster: Tree) => Number(textOf(cluster, 'weight') ?? 1)
  const [heaviest] = clusters.toSorted((one, other) => weight(other) - weight(one))
  const { $ } = ((heaviest && findElement(heaviest, 'color')) as { $?: Record<string, unknown> } | undefined) ?? {}
  const parts = [$?.['X'], $?.['Y'], $?.['Z']].map(Number)
  if (parts.some(Number.isNaN)) return undefined
  const [a = 0, b = 0, c = 0] = parts
  return nearest(word.parse($?.['Colorspace']).endsWith('RGB') ? [a, b, c] : fromYCbCr(a, b, c))
}

function fromYCbCr(y: number, cb: number, cr: number): [number, number, number] {
  return [y + 1.402 * (cr - 128), y - 0.344 * (cb - 128) - 0.714 * (cr - 128), y + 1.772 * (cb - 128)]
}

function nearest(told: readonly number[]): string | undefined {
  const away = (sample: readonly number[]) => sample.reduce((sum, part, index) => sum + (part - (told[index] ?? 0)) ** 2, 0)
  return Object.entries(samples).toSorted(([, one], [, other]) => away(one) - away(other))[0]?.[0]
}

const vehicleTypes: readonly string[] = attributeValues.vehicleType
const otherTypes: Readonly<Record<string, string>> = {
  motorbike: 'motorcycle',
  coach: 'bus',
  lorry: 'truck',
  pickuptruck: 'pickup',
  minivan: 'van',
}
/** A form that we know; "car" says less than any of ours. */
export function vehicleTypeOf(told: string | undefined): string | undefined {
  const plain =
    told
      ?.trim()
      .toLowerCase()
      .replaceAll(/[\s_-]/g, '') ?? ''
  return otherTypes[plain] ?? (vehicleTypes.includes(plain) ? plain : undefined)
}

/** Ages that begin a group of ours, years. */
const ages: readonly [number, string][] = [
  [60, 'elderly'],
  [40, 'midlife'],
  [18, 'youth'],
  [3, 'juvenile'],
  [0, 'infant'],
]

/** Age and gender of an `fc:HumanFace`. */
export function faceOf(face: Tree): Said {
  const range = findElement(face, 'age')
  const [min, max] = [Number(range && textOf(range, 'min')), Number(range && textOf(range, 'max'))]
  const years = range === undefined ? Number.NaN : (min + max) / 2
  return { age: ages.find(([from]) => years >= from)?.[1], gender: textOf(face, 'gender')?.toLowerCase() }
}

/** What is worn on the head or carried. */
export function wornOf(face: Tree, body: Tree): Said {
  const worn = (name: string) => {
    const thing = findElement(face, name)
    const text = thing && textOf(thing, 'wear')
    return text === undefined ? undefined : text === 'true' ? 'yes' : 'no'
  }
  const bags = [findElement(body, 'bag')].flatMap((bag) => (bag === undefined ? [] : [textOf(bag, 'category')]))
  return {
    glasses: worn('opticals'),
    mask: worn('mask'),
    hat: worn('hat') === 'yes' || worn('helmet') === 'yes' ? 'yes' : (worn('hat') ?? worn('helmet')),
    backpack: bags.includes('Backpack') ? 'yes' : undefined,
  }
}

const styles: Readonly<Record<string, string>> = { Overcoat: 'coat', Jacket: 'coat', Dress: 'dress', Vest: 'vest', SafetyVest: 'vest' }
const sleeves: Readonly<Record<string, string>> = { LongSleeve: 'long-sleeves', ShortSleeve: 'short-sleeves' }
const bottoms: Readonly<Record<string, string>> = { Skirt: 'skirt', Shorts: 'shorts', Trousers: 'trousers' }

/** Clothes of a `bd:HumanBody`, by what is most their own: a dress before its sleeves, the sleeves before trousers. */
export function clothesOf(body: Tree): Said {
  const tops = findElement(body, 'tops') ?? {}
  const below = bottoms[textOf(findElement(body, 'bottoms') ?? {}, 'category') ?? '']
  const above = styles[textOf(tops, 'style') ?? ''] ?? sleeves[textOf(tops, 'category') ?? '']
  return {
    clothingType: below === 'skirt' || below === 'shorts' ? below : (above ?? below),
    clothingColour: colourOf(findElement(tops, 'color')),
  }
}
