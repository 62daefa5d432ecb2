import { XMLBuilder, XMLParser } from 'fast-xml-parser'
import type { Command, ReplyOf, RequestOf } from './define-command.ts'

/**
 * The one XML codec of the plugin's socket, used by worker, plugin and tests.
 *
 *     <request id="7" name="preview"><tabId>…</tabId>…</request>
 *     <reply id="7" name="preview" code="200" status="success">…</reply>
 */
export type PluginFrame =
  | { kind: 'request'; id: string; name: string; body: unknown }
  | { kind: 'reply'; id: string; name: string; code: number; body: unknown }

/** Elements that are lists even when there is one of them. */
const lists: ReadonlySet<string> = new Set(['item'])
/** Longer messages are refused unread. */
const MAX_CHARACTERS = 65_536

const parser = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: '@',
  parseTagValue: false,
  parseAttributeValue: false,
  processEntities: true,
  trimValues: true,
  isArray: (tag) => lists.has(tag),
})
const builder = new XMLBuilder({ ignoreAttributes: false, attributeNamePrefix: '@', processEntities: true, suppressEmptyNode: false })

function attribute(element: Record<string, unknown>, key: string): string | undefined {
  const value = element[`@${key}`]
  return typeof value === 'string' ? value : undefined
}

function bodyOf(element: Record<string, unknown>): unknown {
  return Object.fromEntries(Object.entries(element).filter(([key]) => !key.startsWith('@') && key !== '#text'))
}

/** Reads one message; `undefined` when it is not well-formed, too long, declares entities, or is none of ours. */
export function readFrame(xml: string): PluginFrame | undefined {
  if (xml.length > MAX_CHARACTERS || xml.includes('<!')) return undefined
  let document: unknown
  try {
    document = parser.parse(xml, true)
  } catch {
    return undefined
  }
  if (typeof document !== 'object' || document === null) return undefined
  for (const kind of ['request', 'reply'] as const) {
    const element = (document as Record<string, unknown>)[kind]
    if (typeof element !== 'object' || element === null || Array.isArray(element)) continue
    const fields = element as Record<string, unknown>
    const id = attribute(fields, 'id')
    const name = attribute(fields, 'name')
    if (id === undefined || name === undefined) return undefined
    if (kind === 'request') return { kind, id, name, body: bodyOf(fields) }
    const code = Number(attribute(fields, 'code'))
    return Number.isInteger(code) ? { kind, id, name, code, body: bodyOf(fields) } : undefined
  }
  return undefined
}

/** Writes a command's request. */
export function writeCommand<C extends Command>(command: C, id: string, request: RequestOf<C>): string {
  return builder.build({ request: { '@id': id, '@name': command.name, ...(request as object) } })
}

/** Writes a command's reply. A code other than 200 goes with an empty body. */
export function writeReply<C extends Command>(name: string, id: string, code: number, reply?: ReplyOf<C>): string {
  return builder.build({
    reply: {
      '@id': id,
      '@name': name,
      '@code': String(code),
      '@status': code === 200 ? 'success' : 'failed',
      ...(reply as object | undefined),
    },
  })
}
