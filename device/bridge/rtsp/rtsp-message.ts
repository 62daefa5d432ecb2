import { rtspError } from './fault.ts'

/** Header names are lower case; a header sent several times keeps all its values. */
export type RtspHeaders = Map<string, string[]>

export interface RtspResponse {
  kind: 'response'
  status: number
  reason: string
  headers: RtspHeaders
  body: string
}

export interface RtspRequest {
  kind: 'request'
  method: string
  uri: string
  headers: RtspHeaders
  body: string
}

export interface RtspSink {
  onMessage(message: RtspResponse | RtspRequest): void
  /** One interleaved frame (RFC 2326 §10.12). `payload` is a view that is overwritten after the call. */
  onFrame(channel: number, payload: Buffer): void
}

const MAX_HEAD_BYTES = 16 * 1024
const MAX_BODY_BYTES = 128 * 1024
const FRAME_HEAD_BYTES = 4
const DOLLAR = 0x24

export function headerOf(message: { headers: RtspHeaders }, name: string): string | undefined {
  return message.headers.get(name)?.[0]
}

/** A request or an answer as it goes on the wire; no line may smuggle in another one. */
export function formatMessage(firstLine: string, headers: Record<string, string | number>, body = ''): string {
  const lines = [firstLine, ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`)]
  if (body !== '') lines.push(`Content-Length: ${Buffer.byteLength(body)}`)
  // oxlint-disable-next-line no-control-regex
  if (lines.some((line) => /[\x00-\x1f]/.test(line))) throw rtspError('protocol', 'a control character in a request')
  return `${lines.join('\r\n')}\r\n\r\n${body}`
}

/**
 * Cuts the byte stream of an RTSP connection into messages and interleaved frames, whatever the pieces it comes in.
 * Holds at most one message or frame (145 kB). Throws an `RtspError` ('protocol') on what is no RTSP; it is of no use after that.
 */
export class RtspReader {
  #buffer = Buffer.allocUnsafe(16 * 1024)
  #start = 0
  #end = 0
  readonly #sink: RtspSink

  constructor(sink: RtspSink) {
    this.#sink = sink
  }

  push(chunk: Uint8Array): void {
    this.#append(chunk)
    for (let used = this.#next(); used > 0; used = this.#next()) this.#start += used
    if (this.#start === this.#end) this.#start = this.#end = 0
  }

  #append(chunk: Uint8Array): void {
    if (this.#end + chunk.length > this.#buffer.length) {
      const held = this.#end - this.#start
      const source = this.#buffer
      if (held + chunk.length > source.length) this.#buffer = Buffer.allocUnsafe(2 ** Math.ceil(Math.log2(held + chunk.length)))
      source.copy(this.#buffer, 0, this.#start, this.#end)
      this.#start = 0
      this.#end = held
    }
    this.#buffer.set(chunk, this.#end)
    this.#end += chunk.length
  }

  /** Handles what stands at the front; returns its bytes, 0 when it is not complete yet. */
  #next(): number {
    const available = this.#end - this.#start
    if (available === 0) return 0
    const first = this.#buffer[this.#start] ?? 0
    if (first === DOLLAR) return this.#frame(available)
    if (first === 0x0d || first === 0x0a) return 1 // stray line ends between messages
    if (first < 0x41 || first > 0x5a) throw rtspError('protocol', 'the answer is not RTSP')
    return this.#message(available)
  }

  #frame(available: number): number {
    if (available < FRAME_HEAD_BYTES) return 0
    const end = FRAME_HEAD_BYTES + this.#buffer.readUInt16BE(this.#start + 2)
    if (available < end) return 0
    const payload = this.#buffer.subarray(this.#start + FRAME_HEAD_BYTES, this.#start + end)
    this.#sink.onFrame(this.#buffer[this.#start + 1] ?? 0, payload)
    return end
  }

  #message(available: number): number {
    const window = this.#buffer.subarray(this.#start, this.#start + Math.min(available, MAX_HEAD_BYTES))
    const headEnd = window.indexOf('\r\n\r\n')
    if (headEnd < 0) {
      if (available >= MAX_HEAD_BYTES) throw rtspError('protocol', 'the answer is not RTSP')
      return 0
    }
    const message = parseHead(window.toString('latin1', 0, headEnd))
    const length = bodyLength(message.headers)
    const bodyStart = headEnd + 4
    if (available < bodyStart + length) return 0
    message.body = this.#buffer.toString('utf8', this.#start + bodyStart, this.#start + bodyStart + length)
    this.#sink.onMessage(message)
    return bodyStart + length
  }
}

function parseHead(head: string): RtspResponse | RtspRequest {
  const [firstLine = '', ...lines] = head.split('\r\n')
  const headers: RtspHeaders = new Map()
  for (const line of lines) {
    const colon = line.indexOf(':')
    if (colon <= 0) continue
    const name = line.slice(0, colon).trim().toLowerCase()
    const values = headers.get(name)
    if (values) values.push(line.slice(colon + 1).trim())
    else headers.set(name, [line.slice(colon + 1).trim()])
  }
  const response = /^RTSP\/1\.\d (\d{3})(?: (.*))?$/.exec(firstLine)
  if (response) return { kind: 'response', status: Number(response[1]), reason: response[2] ?? '', headers, body: '' }
  const request = /^([A-Z_]+) (\S+) RTSP\/1\.\d$/.exec(firstLine)
  if (request) return { kind: 'request', method: request[1] ?? '', uri: request[2] ?? '', headers, body: '' }
  throw rtspError('protocol', firstLine.startsWith('HTTP/') ? 'the answer is HTTP, not RTSP' : 'the answer is not RTSP')
}

function bodyLength(headers: RtspHeaders): number {
  const text = headers.get('content-length')?.[0]
  if (text === undefined) return 0
  if (!/^\d{1,9}$/.test(text) || Number(text) > MAX_BODY_BYTES) throw rtspError('protocol', 'an answer of an impossible length')
  return Number(text)
}
