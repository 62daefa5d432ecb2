import { attributesOfKind, attributeValues, type EventAttributes } from '#contract/event-attributes.ts'
import type { DeviceEvent } from '#device/agent/gateway-connection.ts'
import type { Happening } from './happening.ts'
import { recognize } from './known-people.ts'

/** Words of the scenes that the contract has another word for. */
const names: Readonly<Record<string, string>> = { clothing: 'clothingType', colour: 'vehicleColour' }
const words: Readonly<Record<string, string>> = { old: 'elderly', young: 'youth', child: 'juvenile' }

/** What a camera's analytics says of a happening of its scene. */
export function toDeviceEvent(
  happening: Pick<Happening, 'kind' | 'plate' | 'attributes' | 'box'>,
): Omit<DeviceEvent, 'chlIndex' | 'atMs' | 'snapshot'> {
  const { kind, plate, attributes = {}, box } = happening
  const known = Object.entries(attributes).flatMap(([name, word]): [string, string][] => {
    const attribute = attributesOfKind[kind].find((one) => one === (names[name] ?? name))
    const value = words[word] ?? word
    const values: readonly string[] = attribute === undefined ? [] : attributeValues[attribute]
    return attribute !== undefined && values.includes(value) ? [[attribute, value]] : []
  })
  const said = Object.fromEntries(known) as EventAttributes
  return { event: kind, attributes: said, ...recognize({ kind, plate, attributes: said }), ...(plate && { plate }), ...(box && { box }) }
}
