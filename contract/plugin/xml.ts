import { XMLBuilder, XMLParser } from 'fast-xml-parser'
import type { Command, ReplyOf, RequestOf } from './define-command.ts'

/**
 * The one XML codec of the plugin's socket, used by worker, plugin and tests.
 *
 *     <request id="7" name="preview"><tabId>…</tabId>…</request>
 *     <reply id="7" name="preview" code="200" status="success">…</reply>
 *
 * A list is an element that holds nothing but `item` elements, so that a list of one stays a list:
 * `<presets><item>…</item></presets>`. XML has no types: fields are text until the command's schema reads them
 * (`fields.ts`), so `007` stays `007`. Line ends become `\n`, as XML has it; all other text comes back as it was.
 */
export type PluginFrame =
  | { kind: 'request'; id: string; name: string; body: unknown }
  | { kind: 'reply'; id: string; name: string; code: number; body: unknown }

/** Longer messages are refused unread. */
export const MAX_XML_CHARACTERS = 65_536
/** Elements in one another: no command comes near it, and what goes on for ever would end the program by its stack. */
const MAX_DEPTH = 32
/** The reply's id when the request could not be read, and of what the plugin says unasked. */
export const NO_ID = '0'

const ITEM = 'item'
/** Declarations could define entities (and entities of entities); CDATA and comments nobody needs. */
const DECLARATION = '<!'
/** Characters that no XML document may hold. */
// oxlint-disable-next-line no-control-regex
const FORBIDDEN = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/

const parser = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: '@',
  parseTagValue: false,
  parseAttributeValue: false,
  processEntities: true,
  trimValues: false,
  isArray: (tag) => tag === ITEM,
})
const builder = new XMLBuilder({ ignoreAttributes: false, attributeNamePrefix: '@', processEntities: true, suppressEmptyNode: false })

type Element = Record<string, unknown>

function isElement(value: unknown): value is Element {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The meaning of a parsed element: text, a list, or fields. Text between elements is layout and means nothing. Throws when it is too deep. */
function fromXml(value: unknown, depth = 0): unknown {
  if (!isElement(value)) return value
  if (depth > MAX_DEPTH) throw new RangeError('Elements in too many others')
  const children = Object.entries(value).filter(([key]) => key !== '#text' && !key.startsWith('@'))
  const items = value[ITEM]
  if (children.length === 1 && Array.isArray(items)) return items.map((item) => fromXml(item, depth + 1))
  return Object.fromEntries(children.map(([key, child]) => [key, fromXml(child, depth + 1)]))
}

function toXml(value: unknown): unknown {
  if (Array.isArray(value)) return { [ITEM]: value.map(toXml) }
  if (!isElement(value)) return value
  return Object.fromEntries(Object.entries(value).map(([key, child]) => [key, toXml(child)]))
}

/** Undefined when it is too deep. */
function bodyOf(root: Element): unknown {
  try {
    return fromXml(root)
  } catch {
    return undefined
  }
}

/** Reads one message; `undefined` when it is not well-formed, too long, declares anything, or is none of ours. */
export function readFrame(xml: string): PluginFrame | undefined {
  if (xml.length > MAX_XML_CHARACTERS || xml.includes(DECLARATION) || FORBIDDEN.test(xml)) return undefined
  // The parser passes over text after a root that closes itself.
  if (!xml.trimEnd().endsWith('>')) return undefined
  let document: Element
  try {
    document = parser.parse(xml, true) as Element
  } catch {
    return undefined
  }
  const roots = Object.entries(document).filter(([key]) => key !== '?xml' && key !== '#text')
  const [kind, root] = roots[0] ?? []
  if (roots.length !== 1 || !isElement(root)) return undefined
  const { '@id': id, '@name': name, '@code': code } = root
  if (typeof id !== 'string' || typeof name !== 'string') return undefined
  const body = bodyOf(root)
  if (body === undefined) return undefined
  if (kind === 'request') return { kind, id, name, body }
  if (kind === 'reply' && typeof code === 'string' && /^\d{1,6}$/.test(code)) return { kind, id, name, code: Number(code), body }
  return undefined
}

/** Writes a command's request. */
export function writeCommand<C extends Command>(command: C, id: string, request: RequestOf<C>): string {
  return builder.build({ request: { '@id': id, '@name': command.name, ...(toXml(request) as Element) } })
}

/** Writes a command's reply, code 200. */
export function writeReply<C extends Command>(command: C, id: string, reply: ReplyOf<C>): string {
  return builder.build({ reply: { '@id': id, '@name': command.name, '@code': '200', '@status': 'success', ...(toXml(reply) as Element) } })
}

/** Writes the reply of a command that failed, which has a code (`pluginCodes`) and no body. */
export function writeFault(name: string, id: string, code: number): string {
  return builder.build({ reply: { '@id': id, '@name': name, '@code': String(code), '@status': 'failed' } })
}
