import * as z from 'zod/mini'
import type { OnvifClient, OnvifService } from './client.ts'

/** An element of an answer, as the library's XML reader has it: lists of what is in it by name, attributes under `$`, its text under `_`. */
export class Tree {
  readonly #value: unknown

  constructor(value: unknown) {
    this.#value = value
  }

  /** The first element of this name, down the path; an empty one where there is none. */
  get(...path: string[]): Tree {
    const [name, ...rest] = path
    if (name === undefined) return this
    return (this.all(name)[0] ?? new Tree(undefined)).get(...rest)
  }

  all(name: string): Tree[] {
    const list = isRecord(this.#value) ? this.#value[name] : undefined
    return Array.isArray(list) ? list.map((one) => new Tree(one)) : []
  }

  get isThere(): boolean {
    return this.#value !== undefined
  }

  /** Its text; empty when there is none. */
  get text(): string {
    const text = isRecord(this.#value) ? this.#value['_'] : this.#value
    return typeof text === 'string' ? text.trim() : ''
  }

  /** The number that its text is; undefined when it is none. */
  get number(): number | undefined {
    const { text } = this
    return text === '' || Number.isNaN(Number(text)) ? undefined : Number(text)
  }

  attribute(name: string): string {
    const attributes = isRecord(this.#value) ? this.#value['$'] : undefined
    const value = isRecord(attributes) ? attributes[name] : undefined
    return typeof value === 'string' ? value : ''
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

const namespaces: Record<OnvifService, string> = {
  device: 'http://www.onvif.org/ver10/device/wsdl',
  media: 'http://www.onvif.org/ver10/media/wsdl',
  media2: 'http://www.onvif.org/ver20/media/wsdl',
  imaging: 'http://www.onvif.org/ver20/imaging/wsdl',
}
const SCHEMA = 'http://www.onvif.org/ver10/schema'

/**
 * Asks one question of a service in words of our own; `content` may use the prefix `tt` for ONVIF's schema. Answers with what is in the answer's
 * element. Throws an `OnvifError`.
 */
export async function askOnvif(client: OnvifClient, service: OnvifService, name: string, content = ''): Promise<Tree> {
  const question = `<${name} xmlns="${namespaces[service]}" xmlns:tt="${SCHEMA}">${content}</${name}>`
  const data = await client.ask(z.unknown(), (cam, done) => cam.raw(service, question, done))
  const body = new Tree({ body: Array.isArray(data) ? data : [data] }).get('body')
  return body.get(`${name[0]?.toLowerCase() ?? ''}${name.slice(1)}Response`)
}

/** An element with this text, unless there is none. */
export function element(name: string, text: string | number | undefined): string {
  return text === undefined || text === '' ? '' : `<${name}>${escaped(String(text))}</${name}>`
}

const entities: Record<string, string> = { '<': '&lt;', '>': '&gt;', '&': '&amp;', '"': '&quot;', "'": '&apos;' }
/** In the words that every reader of XML has to know. */
export function escaped(text: string): string {
  return text.replace(/[<>&"']/g, (sign) => entities[sign] ?? sign)
}
