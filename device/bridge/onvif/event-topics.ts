import * as z from 'zod/mini'
import type { EventKind } from '#contract/event-attributes.ts'
import { word } from './answers.ts'

/** The library gives a list of one as its only member, and leaves out an empty one. */
function list<Item extends z.ZodMiniType>(item: Item) {
  const whole = z.transform((value: unknown): unknown[] => (value === undefined ? [] : Array.isArray(value) ? value : [value]))
  return z.catch(z.pipe(whole, z.array(item)), [])
}
const items = z.catch(z.object({ simpleItem: list(z.object({ $: z.object({ Name: word, Value: word }) })) }), { simpleItem: [] })
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

/** What a message says in our words. */
interface Said {
  /** the topic without prefixes: `RuleEngine/CellMotionDetector/Motion` */
  topic: string
  /** undefined for a topic that is none of ours */
  kind: EventKind | undefined
  /** which part of the camera it speaks of, and what of it is on; undefined for what only happens */
  source: ReadonlyMap<string, string>
  isActive: boolean | undefined
  operation: string
  /** by the clock of the camera; NaN when it does not say */
  atMs: number
}

/** Topics of the ONVIF specifications (core, imaging, analytics) and of cameras that are sold much, and what they are to us. */
const topics: readonly [RegExp, EventKind][] = [
  [/^RuleEngine\/(?:CellMotionDetector|MotionRegionDetector)\/Motion$|^VideoSource\/MotionAlarm$|^VideoAnalytics\/Motion/, 'motion'],
  [/^RuleEngine\/(?:LineDetector|LineCrossing)\//, 'line-crossing'],
  [/^RuleEngine\/FieldDetector\//, 'intrusion'],
  [/^RuleEngine\/TamperDetector\/|^VideoSource\/(?:GlobalSceneChange|ImageTooDark|ImageTooBlurry|ImageTooBright)\//, 'tampering'],
  [/^Device\/Trigger\/DigitalInput$/, 'input'],
  [/^RuleEngine\/[^/]+\/(?:People|Person|Human)/, 'person'],
  [/^RuleEngine\/[^/]+\/Vehicle/, 'vehicle'],
  [/^RuleEngine\/[^/]+\/Face/, 'face'],
]
/** Names under which messages tell a state. */
const stateNames = new Set(['State', 'IsMotion', 'IsInside', 'IsTamper', 'LogicalState', 'Active', 'IsActive'])

/** Reads one message. */
export function readMessage(pulled: NonNullable<PulledMessage>): Said {
  const { $, source, data } = pulled.message.message
  const topic = pulled.topic
    .split('/')
    .map((part) => part.slice(part.indexOf(':') + 1).trim())
    .join('/')
  const state = data.simpleItem.find((item) => stateNames.has(item.$.Name))
  return {
    topic,
    kind: topics.find(([pattern]) => pattern.test(topic))?.[1],
    source: new Map(source.simpleItem.map((item) => [item.$.Name, item.$.Value])),
    isActive: state && ['true', '1', 'active', 'on'].includes(state.$.Value.toLowerCase()),
    operation: $.PropertyOperation,
    atMs: $.UtcTime.getTime(),
  }
}
