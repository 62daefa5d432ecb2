import { sql, type RawBuilder } from 'kysely'
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

/**
 * How attributes are packed into one whole number that an index can hold: bits for each, 0 for unknown, else the place of the value
 * in its list, from 1. What is stored depends on it: new attributes go to the end, new values to the end of their lists. 40 of 53 bits.
 */
const widths: Record<AttributeName, number> = {
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
}

const places = placesOf(widths)

function placesOf(bits: Record<AttributeName, number>): { name: AttributeName; unit: number; size: number }[] {
  let at = 0
  return (Object.entries(bits) as [AttributeName, number][]).map(([name, width]) => {
    const place = { name, unit: 2 ** at, size: 2 ** width }
    at += width
    return place
  })
}

function codeOf(name: AttributeName, value: string | undefined): number {
  const values: readonly string[] = attributeValues[name]
  return value === undefined ? 0 : values.indexOf(value) + 1
}

/** The attributes that an event of this kind can have. */
export function fittingAttributes(kind: EventKind, attributes: EventAttributes): EventAttributes {
  return Object.fromEntries(Object.entries(attributes).filter(([name]) => attributesOfKind[kind].includes(name as AttributeName)))
}

/** Kinds of events that can have all the attributes that a filter names: all kinds when it names none. */
export function kindsWith(filter: AttributeFilter | undefined): EventKind[] {
  const names = valuesWanted(filter ?? {}).map(({ name }) => name)
  return eventKinds.filter((kind) => names.every((name) => attributesOfKind[kind].includes(name)))
}

/** Attributes as one number. */
export function packTraits(attributes: EventAttributes): number {
  return places.reduce((sum, { name, unit }) => sum + codeOf(name, attributes[name]) * unit, 0)
}

/** Conditions on a column of packed attributes, one for each attribute that the filter names. */
export function traitConditions(column: string, filter: AttributeFilter | undefined): RawBuilder<boolean>[] {
  return valuesWanted(filter ?? {}).map(({ name, values }) => {
    const place = places.find((one) => one.name === name)
    if (place === undefined) throw new Error(`${name} is not packed`)
    const codes = values.map((value) => sql.lit(codeOf(name, value)))
    // Numbers in the text, not as parameters: a driver may hand those over as fractions, and the division must be whole.
    return sql<boolean>`(${sql.ref(column)} / ${sql.lit(place.unit)}) % ${sql.lit(place.size)} in (${sql.join(codes)})`
  })
}

/** Whether attributes meet a filter. The same answer as `traitConditions`, without a database. */
export function meetsFilter(attributes: EventAttributes, filter: AttributeFilter | undefined): boolean {
  return valuesWanted(filter ?? {}).every(({ name, values }) => values.includes(attributes[name] ?? ''))
}
