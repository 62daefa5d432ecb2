import * as z from 'zod/mini'
import { vehicleBrands } from './vehicle-brands.ts'

/** What the analysis of a picture finds. */
export const pictureKinds = ['motion', 'person', 'vehicle', 'face', 'plate'] as const
export type PictureKind = (typeof pictureKinds)[number]
/** Kinds of events that device agents report: also that a line was crossed, an area entered, a camera covered or turned away, a contact closed. */
export const eventKinds = [...pictureKinds, 'line-crossing', 'intrusion', 'tampering', 'input'] as const
export const eventKind = z.enum(eventKinds)
export type EventKind = z.output<typeof eventKind>

const yesOrNo = ['yes', 'no'] as const
/** The 13 colours that devices tell apart (rule 9.12). */
export const colours = [
  'black',
  'white',
  'grey',
  'silver',
  'red',
  'orange',
  'yellow',
  'green',
  'cyan',
  'blue',
  'purple',
  'pink',
  'brown',
] as const

/** What a device can say of a person or vehicle, and the values each attribute takes (rule 3.11). */
export const attributeValues = {
  age: ['infant', 'juvenile', 'youth', 'midlife', 'elderly'],
  gender: ['male', 'female'],
  mask: yesOrNo,
  hat: yesOrNo,
  glasses: yesOrNo,
  backpack: yesOrNo,
  clothingType: ['long-sleeves', 'short-sleeves', 'coat', 'vest', 'skirt', 'dress', 'trousers', 'shorts'],
  clothingColour: colours,
  vehicleType: [
    'sedan',
    'hatchback',
    'suv',
    'van',
    'pickup',
    'minibus',
    'bus',
    'truck',
    'motorcycle',
    'bicycle',
    'tricycle',
    'forklift',
    'other',
  ],
  vehicleColour: colours,
  brand: vehicleBrands,
  direction: ['in', 'out', 'left', 'right'],
} as const
export type AttributeName = keyof typeof attributeValues
export const attributeNames = Object.keys(attributeValues) as AttributeName[]

const ofFaces = ['age', 'gender', 'mask', 'hat', 'glasses'] as const
const ofVehicles = ['vehicleType', 'vehicleColour', 'brand', 'direction'] as const

/** Which attributes events of a kind can have; what a device says beyond them is not kept. */
export const attributesOfKind: Record<EventKind, readonly AttributeName[]> = {
  motion: [],
  person: [...ofFaces, 'backpack', 'clothingType', 'clothingColour', 'direction'],
  face: ofFaces,
  vehicle: ofVehicles,
  plate: ofVehicles,
  'line-crossing': [],
  intrusion: [],
  tampering: [],
  input: [],
}

/** Ages by the two groups that people filter by (rule 5.11). */
export const ageGroups = { child: ['infant', 'juvenile'], adult: ['youth', 'midlife', 'elderly'] } as const

/** Attributes of one event. What the device does not know is absent. */
export const eventAttributes = z.object({
  age: z.optional(z.enum(attributeValues.age)),
  gender: z.optional(z.enum(attributeValues.gender)),
  mask: z.optional(z.enum(yesOrNo)),
  hat: z.optional(z.enum(yesOrNo)),
  glasses: z.optional(z.enum(yesOrNo)),
  backpack: z.optional(z.enum(yesOrNo)),
  clothingType: z.optional(z.enum(attributeValues.clothingType)),
  clothingColour: z.optional(z.enum(colours)),
  vehicleType: z.optional(z.enum(attributeValues.vehicleType)),
  vehicleColour: z.optional(z.enum(colours)),
  brand: z.optional(z.enum(vehicleBrands)),
  direction: z.optional(z.enum(attributeValues.direction)),
})
export type EventAttributes = z.output<typeof eventAttributes>

/** Wanted values of one attribute; 0, the unknown value, is accepted and dropped (rule 5.11). */
function wanted<const Values extends readonly string[]>(values: Values) {
  return z.optional(z.array(z.union([z.literal(0), z.enum(values)])).check(z.maxLength(values.length + 1)))
}

/** A filter by attributes: each one named must have one of its values. For the age, `child` and `adult` stand for several. */
export const attributeFilter = z.object({
  age: wanted([...attributeValues.age, 'child', 'adult']),
  gender: wanted(attributeValues.gender),
  mask: wanted(yesOrNo),
  hat: wanted(yesOrNo),
  glasses: wanted(yesOrNo),
  backpack: wanted(yesOrNo),
  clothingType: wanted(attributeValues.clothingType),
  clothingColour: wanted(colours),
  vehicleType: wanted(attributeValues.vehicleType),
  vehicleColour: wanted(colours),
  brand: wanted(vehicleBrands),
  direction: wanted(attributeValues.direction),
})
export type AttributeFilter = z.output<typeof attributeFilter>

/** Values wanted of each attribute, with groups of ages spelled out and unknown ones dropped. An attribute with none is no filter. */
export function valuesWanted(filter: AttributeFilter): { name: AttributeName; values: string[] }[] {
  return attributeNames.flatMap((name) => {
    const values = (filter[name] ?? []).flatMap((value): readonly string[] => {
      if (value === 0) return []
      return value === 'child' || value === 'adult' ? ageGroups[value] : [value]
    })
    return values.length > 0 ? [{ name, values: [...new Set(values)] }] : []
  })
}
