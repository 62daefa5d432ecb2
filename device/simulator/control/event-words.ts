import {
  attributesOfKind,
  attributeValues,
  eventKinds,
  type AttributeName,
  type EventAttributes,
  type EventKind,
} from '#contract/event-attributes.ts'
import { ControlFault } from './control-protocol.ts'

interface Meant {
  kind: EventKind
  attributes: EventAttributes
}

/** Other words for kinds of events, as people and other systems have them. */
export const kindAliases: Readonly<Record<string, Meant>> = {
  human: { kind: 'person', attributes: {} },
  car: { kind: 'vehicle', attributes: { vehicleType: 'sedan' } },
  bicycle: { kind: 'vehicle', attributes: { vehicleType: 'bicycle' } },
  motorcycle: { kind: 'vehicle', attributes: { vehicleType: 'motorcycle' } },
  tricycle: { kind: 'vehicle', attributes: { vehicleType: 'tricycle' } },
  line: { kind: 'line-crossing', attributes: {} },
  perimeter: { kind: 'intrusion', attributes: {} },
  tamper: { kind: 'tampering', attributes: {} },
  sensor: { kind: 'input', attributes: {} },
}

/** The kind that somebody typed. Throws a `ControlFault` that says which there are. */
export function kindMeant(typed: string): Meant {
  const word = typed.toLowerCase()
  const kind = eventKinds.find((one) => one === word)
  const meant = kind === undefined ? kindAliases[word] : { kind, attributes: {} }
  if (meant !== undefined) return meant
  throw new ControlFault(
    `There is no event "${typed}". There are ${eventKinds.join(', ')}, and the commands list, pace, offline and help ("npm run simulate -- help").`,
  )
}

/** Shorter names, for a kind that has the attribute; the first that it has is meant. */
const shortNames: Readonly<Record<string, readonly AttributeName[]>> = {
  colour: ['vehicleColour', 'clothingColour'],
  color: ['vehicleColour', 'clothingColour'],
  type: ['vehicleType', 'clothingType'],
  clothing: ['clothingType'],
}

/** What `name=value` words say of an event of this kind. Throws a `ControlFault` that says what would be right. */
export function attributesMeant(kind: EventKind, words: readonly string[]): EventAttributes {
  const said = words.map((word) => {
    const [typedName = '', ...rest] = word.split('=')
    const value = rest.join('=').trim().toLowerCase()
    const name = nameMeant(kind, typedName.trim())
    const values: readonly string[] = attributeValues[name]
    if (!values.includes(value)) throw new ControlFault(`${typedName} cannot be "${value}". It can be ${values.join(', ')}.`)
    return [name, value] as const
  })
  return Object.fromEntries(said)
}

function nameMeant(kind: EventKind, typed: string): AttributeName {
  const can = attributesOfKind[kind]
  const plain = (text: string) => text.replaceAll(/[-_ ]/g, '').toLowerCase()
  const names = shortNames[typed.toLowerCase()] ?? can.filter((name) => plain(name) === plain(typed))
  const name = names.find((one) => can.includes(one))
  if (name !== undefined) return name
  throw new ControlFault(
    can.length === 0
      ? `An event of the kind ${kind} has no attributes.`
      : `An event of the kind ${kind} has no "${typed}". It can have ${can.join(', ')}.`,
  )
}
