import type { CallResult } from '#contract/core-api.ts'
import { pluginCodes } from '#contract/plugin/command-registry.ts'
import type { Command, ReplyOf, RequestOf } from '#contract/plugin/define-command.ts'
import type * as Xml from '#contract/plugin/xml.ts'
import type { Ports } from './ports.ts'
import { failure, faults } from './transport.ts'

const OPEN_TIMEOUT_MS = 10_000
const REPLY_TIMEOUT_MS = 10_000
/** Longer than plugin and service wait for a device, so that it is they who say what was wrong. */
const DEVICE_REPLY_TIMEOUT_MS = 15_000

/** One open socket to the local plugin: sends XML commands and gives each its reply. */
export class PluginWire {
  readonly #ports: Ports
  readonly #socket: WebSocket
  readonly #xml: typeof Xml
  readonly #waiting = new Map<string, (frame: Extract<Xml.PluginFrame, { kind: 'reply' }> | undefined) => void>()
  #lastId = 0
  /** Resolves when the socket has closed, from either side. */
  readonly closed: Promise<void>
  /** What the plugin says unasked: the name of a command and its new state. */
  onUnasked: (name: string, code: number) => void = () => {}

  /** Opens a socket. Rejects, with nothing left open, when nothing answers in time or the XML library cannot be had. */
  static async open(ports: Ports, port: number): Promise<PluginWire> {
    const socket = ports.openSocket(`ws://127.0.0.1:${port}/`)
    await new Promise<void>((resolve, reject) => {
      const refuse = () => {
        cancel()
        socket.close()
        reject(new Error('The plugin does not answer.'))
      }
      const cancel = ports.clock.after(OPEN_TIMEOUT_MS, refuse)
      socket.addEventListener('open', () => {
        cancel()
        resolve()
      })
      socket.addEventListener('error', refuse)
    })
    try {
      // The XML library is loaded only where there is a plugin.
      return new PluginWire(ports, socket, await import('#contract/plugin/xml.ts'))
    } catch (error) {
      // A worker whose release the service has no longer: the plugin must not take the socket for one that is used.
      socket.close()
      throw error
    }
  }

  constructor(ports: Ports, socket: WebSocket, xml: typeof Xml) {
    this.#ports = ports
    this.#socket = socket
    this.#xml = xml
    socket.addEventListener('message', (event) => this.#receive(event.data))
    this.closed = new Promise((resolve) => {
      const onClose = () => {
        for (const answer of this.#waiting.values()) answer(undefined)
        resolve()
      }
      socket.addEventListener('close', onClose)
      socket.addEventListener('error', onClose)
      if (socket.readyState > socket.OPEN) onClose()
    })
  }

  /** Sends a command. Fails with the plugin's own code, or with a fault of the transport. */
  ask<C extends Command>(command: C, request: RequestOf<C>): Promise<CallResult<ReplyOf<C>>> {
    if (this.#socket.readyState !== this.#socket.OPEN) return Promise.resolve(failure(faults.network, 'the plugin is gone'))
    this.#lastId += 1
    const id = String(this.#lastId)
    return new Promise((resolve) => {
      const finish = (result: CallResult<ReplyOf<C>>) => {
        cancel()
        this.#waiting.delete(id)
        resolve(result)
      }
      const withinMs = command.asksDevice ? DEVICE_REPLY_TIMEOUT_MS : REPLY_TIMEOUT_MS
      const cancel = this.#ports.clock.after(withinMs, () => finish(failure(faults.timeout, `no reply to ${command.name}`)))
      this.#waiting.set(id, (frame) => {
        if (frame === undefined) return finish(failure(faults.network, 'the plugin is gone'))
        if (frame.code !== pluginCodes.success) return finish(failure(frame.code, `${command.name} failed in the plugin`))
        const reply = command.reply.safeParse(frame.body)
        finish(
          reply.success ? { ok: true, data: reply.data as ReplyOf<C> } : failure(faults.unreadable, `unexpected reply to ${command.name}`),
        )
      })
      this.#socket.send(this.#xml.writeCommand(command, id, request))
    })
  }

  close(): void {
    this.#socket.close()
  }

  #receive(data: unknown): void {
    const frame = typeof data === 'string' ? this.#xml.readFrame(data) : undefined
    if (frame?.kind !== 'reply') return
    if (frame.id === this.#xml.NO_ID) return this.onUnasked(frame.name, frame.code)
    this.#waiting.get(frame.id)?.(frame)
  }
}
