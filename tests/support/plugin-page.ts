import { once } from 'node:events'
import { WebSocket } from 'ws'
import { decodeMediaUnit, type MediaMessage, mediaMessage, type MediaUnit } from '#contract/media.ts'
import { type CommandName, commands, pluginCodes } from '#contract/plugin/command-registry.ts'
import type { Command, ReplyOf, RequestOf } from '#contract/plugin/define-command.ts'
import { type PluginFrame, readFrame, writeCommand } from '#contract/plugin/xml.ts'

type Reply = Extract<PluginFrame, { kind: 'reply' }>

/** The control socket of a page, as its shared worker holds it. */
export class PluginPage {
  readonly #socket: WebSocket
  readonly #waiting = new Map<string, { resolve(reply: Reply): void; reject(error: Error): void }>()
  /** Replies to nothing that was asked by id: to broken messages, and what the plugin says unasked. */
  readonly unasked: Reply[] = []
  closeCode: number | undefined
  #lastId = 0

  private constructor(socket: WebSocket) {
    this.#socket = socket
    socket.on('message', (data: Buffer) => {
      const frame = readFrame(data.toString())
      if (frame?.kind !== 'reply') throw new Error(`not a reply: ${data.toString()}`)
      const waiting = this.#waiting.get(frame.id)
      this.#waiting.delete(frame.id)
      if (waiting) waiting.resolve(frame)
      else this.unasked.push(frame)
    })
    socket.on('close', (code) => {
      this.closeCode = code
      for (const waiting of this.#waiting.values()) waiting.reject(new Error('the plugin closed the socket'))
    })
  }

  static async open(port: number, origin: string): Promise<PluginPage> {
    const socket = new WebSocket(`ws://127.0.0.1:${port}/`, { origin })
    await once(socket, 'open')
    return new PluginPage(socket)
  }

  /** Sends text as it is, or bytes as a binary message. */
  sendRaw(message: string | Uint8Array): void {
    this.#socket.send(message)
  }

  /** Sends any fields under any name; resolves with the code of the reply. */
  async codeOf(name: string, fields: Record<string, unknown>): Promise<number> {
    const { code } = await this.#ask({ name } as Command, fields)
    return code
  }

  /** Sends a command that should succeed; resolves with its reply. */
  async run<Name extends CommandName>(name: Name, request: RequestOf<(typeof commands)[Name]>): Promise<ReplyOf<(typeof commands)[Name]>> {
    const command: Command = commands[name]
    const { code, body } = await this.#ask(command, request)
    if (code !== pluginCodes.success) throw new Error(`${name} failed with ${code}`)
    return command.reply.parse(body) as ReplyOf<(typeof commands)[Name]>
  }

  /** From now on nothing is read and nothing answered. */
  hang(): void {
    this.#socket.pause()
  }

  close(): void {
    this.#socket.close()
  }

  #ask(command: Command, request: unknown): Promise<Reply> {
    const id = String(++this.#lastId)
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject })
      this.#socket.send(writeCommand(command, id, request))
    })
  }
}

/** The media socket of a tab, which keeps all that comes. */
export class PluginMedia {
  readonly socket: WebSocket
  readonly units: MediaUnit[] = []
  readonly messages: MediaMessage[] = []
  /** Units and messages in the order they came: `config main`, `failed lost`, `key 0`, `delta 1`, with `preroll` behind. */
  readonly story: string[] = []
  closeCode: number | undefined

  constructor(port: number, origin: string, ticket: string) {
    this.socket = new WebSocket(`ws://127.0.0.1:${port}/media?ticket=${ticket}`, { origin })
    this.socket.on('error', () => {})
    this.socket.on('close', (code) => {
      this.closeCode = code
    })
    this.socket.on('message', (data: Buffer, isBinary) => {
      if (isBinary) this.#hearUnit(data)
      else this.#hearMessage(mediaMessage.parse(JSON.parse(data.toString())))
    })
  }

  #hearUnit(data: Uint8Array): void {
    const unit = decodeMediaUnit(data)
    if (unit === undefined) throw new Error('not a media unit')
    this.units.push(unit)
    this.story.push(`${unit.isKey ? 'key' : 'delta'} ${unit.sequence}${unit.isPreroll ? ' preroll' : ''}`)
  }

  #hearMessage(message: MediaMessage): void {
    this.messages.push(message)
    if (message.op === 'config') this.story.push(`config ${message.stream}`)
    else this.story.push(message.op === 'failed' ? `failed ${message.fault}` : message.op)
  }
}
