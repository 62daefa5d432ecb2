import { attributesOfKind, attributeValues, type AttributeName, type EventAttributes, type EventKind } from '#contract/event-attributes.ts'
import { knownPerson } from '#contract/known-person.ts'
import { objectBox, type ObjectBox } from '#contract/object-box.ts'
import { plateNumber } from '#contract/plates.ts'
import type { DeviceEvent } from '#device/agent/gateway-connection.ts'
import { clothesOf, colourOf, faceOf, vehicleTypeOf, wornOf } from './event-words.ts'
import { findElement, textOf, type Tree } from './event-tree.ts'

/** What a message says of the object beside its kind; what it does not say is absent. */
export type Details = Pick<DeviceEvent, 'attributes' | 'plate' | 'similarity' | 'person' | 'box'>

const plateItems = ['platenumber', 'licenseplate', 'licenceplate', 'plate', 'plateno', 'platetext', 'plate_text', 'text', 'number']
/** Who was recognized: what the camera calls them, or the number that they have in its list. */
const personItems = ['label', 'name', 'personname', 'enrollmentid']

/**
 * Reads what cameras tell of an object: as items by the names of the specification and of vendors (`values`, in small letters), and as the
 * elements of a `tt:Object` (`elements`).
 */
export function detailsOf(kind: EventKind, values: ReadonlyMap<string, string>, elements: Tree): Details {
  const vehicle = findElement(elements, 'vehicleInfo') ?? {}
  const face = findElement(elements, 'humanFace') ?? {}
  const body = findElement(elements, 'humanBody') ?? {}
  const item = (...names: string[]) => names.map((name) => values.get(name)).find((value) => value !== undefined && value !== '')
  const said: Partial<Record<AttributeName, string | undefined>> = {
    ...faceOf(face),
    ...wornOf(face, body),
    ...clothesOf(body),
    gender: word(item('gender', 'sex')) ?? faceOf(face).gender,
    vehicleType: vehicleTypeOf(item('vehicletype', 'type') ?? textOf(vehicle, 'type')),
    vehicleColour: colourOf(item('vehiclecolor', 'vehiclecolour', 'color', 'colour') ?? findElement(vehicle, 'color')),
    brand: word(item('vehiclebrand', 'brand', 'logo') ?? textOf(vehicle, 'brand')),
    direction: directionOf(item('direction', 'vehicledirection', 'movedirection', 'carmovedirection')),
  }
  const plate =
    kind === 'plate' || kind === 'vehicle' ? plateOf(item(...plateItems.slice(0, kind === 'plate' ? undefined : -2)), elements) : undefined
  const box = boxOf(elements)
  return { attributes: fitting(kind, said), ...(plate && { plate }), ...recognized(kind, item), ...(box && { box }) }
}

/** Those that events of this kind have, with the values that they take. */
function fitting(kind: EventKind, said: Partial<Record<AttributeName, string | undefined>>): EventAttributes {
  const known = attributesOfKind[kind].flatMap((name) => {
    const value = said[name]
    const values: readonly string[] = attributeValues[name]
    return value !== undefined && values.includes(value) ? [[name, value]] : []
  })
  return Object.fromEntries(known) as EventAttributes
}

function word(text: string | undefined): string | undefined {
  return text?.trim().toLowerCase().replaceAll(/\s+/g, '-')
}

function plateOf(typed: string | undefined, elements: Tree): string | undefined {
  const info = findElement(elements, 'licensePlateInfo')
  const text = (info && textOf(info, 'plateNumber')) ?? typed
  return /^(?:unknown|none|noplate)$/i.test(text ?? '') ? undefined : plateNumber.safeParse(text).data
}

/** A face of the camera's own list: how much it is alike, and who that is. */
function recognized(kind: EventKind, item: (...names: string[]) => string | undefined): Pick<Details, 'similarity' | 'person'> {
  if (kind !== 'face') return {}
  const person = knownPerson.safeParse({ owner: item(...personItems) }).data
  if (person?.owner === undefined) return {}
  const likelihood = Number(item('likelihood', 'similarity', 'score', 'confidence'))
  const percent = likelihood <= 1 ? likelihood * 100 : likelihood
  return { person, ...(percent >= 0 && percent <= 100 ? { similarity: Math.round(percent) } : {}) }
}

const directions: Readonly<Record<string, string>> = {
  approach: 'in',
  approaching: 'in',
  enter: 'in',
  leave: 'out',
  leaving: 'out',
  exit: 'out',
  away: 'out',
}
function directionOf(text: string | undefined): string | undefined {
  const plain = word(text)
  return plain && (directions[plain] ?? plain)
}

/** ONVIF counts from -1 (left, bottom) to 1 (right, top); we from 0 (left, top) to 1. */
function boxOf(elements: Tree): ObjectBox | undefined {
  const { $: sides } = (findElement(elements, 'boundingBox') ?? findElement(elements, 'rectangle') ?? {}) as { $?: Record<string, unknown> }
  const side = (name: string) => Number(sides?.[name] ?? Number.NaN)
  const [left, right, top, bottom] = [side('left'), side('right'), side('top'), side('bottom')]
  const box = { x: (left + 1) / 2, y: (1 - top) / 2, width: (right - left) / 2, height: (top - bottom) / 2 }
  return box.width > 0 && box.height > 0 ? objectBox.safeParse(box).data : undefined
}
