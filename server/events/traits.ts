import {
  attributesOfKind,
  attributeValues,
  eventKinds,
  valuesWanted,
  type AttributeFilter,
  type AttributeName,
  type EventAttributes,
  type EventKind,
} from '#contract/event-attributes.ts'
import { recognizingKinds } from '#contract/known-person.ts'

export interface TraitFilter {
  attributes?: AttributeFilter | undefined
  minSimilarity?: number | undefined
}

/**
 * How attributes are packed into one whole number that an index can hold: bits for each, 0 for unknown, else the place of the value
 * in its list, from 1; of the similarity, one more than its percent. What is stored depends on it: new attributes go to the end, new values to
 * the end of their lists. 47 of 53 bits.
 */
const widths: Record<AttributeName | 'similarity', number> = {
  age: 3,
  gender: 2,
  mask: 2,
  hat: 2,
  glasses: 2,
  backpack: 2,
  clothingType: 4,
  clothingColour: 4,
  vehicleType: 4,
  vehicleColour: 4,
  brand: 8,
  direction: 3,
  similarity: 7,
}

const places = placesOf(widths)

function placesOf(bits: typeof widths) {
  let at = 0
  return (Object.entries(bits) as [keyof typeof widths, number][]).map(([name, width]) => {
    const place = { name, unit: 2 ** at, size: 2 ** width }
    at += width
    return place
  })
}

/** What stands for a value of an attribute. */
export function codeOf(name: AttributeName, value: string | undefined): number {
  const values: readonly string[] = attributeValues[name]
  return value === undefined ? 0 : values.indexOf(value) + 1
}

/** The attributes that an event of this kind can have. */
export function fittingAttributes(kind: EventKind, attributes: EventAttributes): EventAttributes {
  return Object.fromEntries(Object.entries(attributes).filter(([name]) => attributesOfKind[kind].includes(name as AttributeName)))
}

/** Kinds of events that can have all that a filter names: all kinds when it names nothing. */
export function kindsWith({ attributes = {}, minSimilarity }: TraitFilter): EventKind[] {
  const names = valuesWanted(attributes).map(({ name }) => name)
  const kinds = minSimilarity === undefined ? eventKinds : recognizingKinds
  return kinds.filter((kind) => names.every((name) => attributesOfKind[kind].includes(name)))
}

/** Attributes, and how sure the device is of whom it saw (percent), as one number. */
export function packTraits(attributes: EventAttributes, similarity?: number): number {
  return places.reduce((sum, { name, unit }) => {
    const code = name === 'similarity' ? similarityCode(similarity) : codeOf(name, attributes[name])
    return sum + code * unit
  }, 0)
}

/** The similarity that is packed, percent. */
export function similarityIn(traits: number): number | undefined {
  const { unit, size } = placeOf('similarity')
  const code = Math.floor(traits / unit) % size
  return code === 0 ? undefined : code - 1
}

/** What stands for a similarity. */
export function similarityCode(similarity: number | undefined): number {
  return similarity === undefined ? 0 : similarity + 1
}

/** Where in the number it is: the value of its lowest bit, and how many values there are. */
export function placeOf(name: AttributeName | 'similarity') {
  const place = places.find((one) => one.name === name)
  if (place === undefined) throw new Error(`${name} is not packed`)
  return place
}

/** Whether attributes meet a filter. The same answer as `traitConditions` (`trait-conditions.ts`), without a database. */
export function meetsFilter(attributes: EventAttributes, filter: AttributeFilter | undefined): boolean {
  return valuesWanted(filter ?? {}).every(({ name, values }) => values.includes(attributes[name] ?? ''))
}
