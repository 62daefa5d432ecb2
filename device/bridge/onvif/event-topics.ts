import * as z from 'zod/mini'
import { word } from './answers.ts'
import { detailsOf, type Details } from './event-details.ts'
import { foundBy, healthOf, isClassified } from './event-kinds.ts'
import type { Tree } from './event-tree.ts'
import type { EventKind } from '#contract/event-attributes.ts'

/** The library gives a list of one as its only member, and leaves out an empty one. */
function list<Item extends z.ZodMiniType>(item: Item) {
  const whole = z.transform((value: unknown): unknown[] => (value === undefined ? [] : Array.isArray(value) ? value : [value]))
  return z.catch(z.pipe(whole, z.array(item)), [])
}
const items = z.catch(
  z.object({ simpleItem: list(z.object({ $: z.object({ Name: word, Value: word }) })), elementItem: z.optional(z.unknown()) }),
  { simpleItem: [], elementItem: undefined },
)
const message = z.object({
  topic: z.union([
    z.string(),
    z.pipe(
      z.object({ _: z.string() }),
      z.transform((element) => element['_']),
    ),
  ]),
  message: z.object({
    message: z.object({
      $: z.object({ UtcTime: z.catch(z.coerce.date(), new Date(Number.NaN)), PropertyOperation: word }),
      source: items,
      data: items,
    }),
  }),
})
/** What a pull of messages answers with; a message that makes no sense is undefined. */
export const pullAnswer = z.object({ notificationMessage: list(z.catch(z.optional(message), undefined)) })
export type PulledMessage = z.output<typeof pullAnswer>['notificationMessage'][number]

/** One thing that a message tells of. */
export interface Told extends Details {
  kind: EventKind
}

/** What a message says in our words. */
interface Said {
  /** the topic without prefixes: `RuleEngine/CellMotionDetector/Motion` */
  topic: string
  /** whether the topic is one of ours; a message of it may tell nothing all the same, as of an animal */
  isKnown: boolean
  told: Told[]
  /** what it says of the camera itself */
  health: 'signal' | 'storage' | undefined
  /** which part of the camera it speaks of, and what of it is on; undefined for what only happens */
  source: ReadonlyMap<string, string>
  isActive: boolean | undefined
  operation: string
  /** by the clock of the camera; NaN when it does not say */
  atMs: number
}

/** Names under which messages tell a state: `State`, `IsMotion`, `LogicalState`, `active`, `Failed` and the like. */
const stateName = /^(?:[iI]s[A-Z]\w*|[sS]tate|[lL]ogicalState|[aA]ctive|[iI]nside|[fF]ailed)$/

/** Reads one message. */
export function readMessage(pulled: NonNullable<PulledMessage>): Said {
  const { $, source, data } = pulled.message.message
  const topic = pulled.topic
    .split('/')
    .map((part) => part.slice(part.indexOf(':') + 1).trim())
    .join('/')
  const state = data.simpleItem.find((item) => stateName.test(item.$.Name))
  const values = new Map(data.simpleItem.map((item) => [item.$.Name.toLowerCase(), item.$.Value]))
  const found = foundBy(topic, values)
  const elements: Tree = { elementItem: data.elementItem }
  const health = healthOf(topic)
  return {
    topic,
    isKnown: found.length > 0 || isClassified(topic) || health !== undefined,
    told: found.map(({ kind, attributes }) => {
      const details = detailsOf(kind, values, elements)
      return { kind, ...details, attributes: { ...attributes, ...details.attributes } }
    }),
    health,
    source: new Map(source.simpleItem.map((item) => [item.$.Name, item.$.Value])),
    isActive: state && ['true', '1', 'active', 'on'].includes(state.$.Value.toLowerCase()),
    operation: $.PropertyOperation,
    atMs: $.UtcTime.getTime(),
  }
}
