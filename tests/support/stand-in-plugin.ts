import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { WebSocketServer } from 'ws'
import { pluginCodes } from '#contract/plugin/command-registry.ts'
import { readFrame, writeFault } from '#contract/plugin/xml.ts'
import { readRecordings, withId, type Exchange } from './plugin-recordings.ts'

/** Stands in for the plugin: answers from the recordings, each frame as it was recorded. */
export class StandInPlugin {
  /** Every frame that came, byte for byte. */
  readonly heard: string[] = []
  readonly #server: WebSocketServer
  readonly #exchanges: Exchange[] = []

  private constructor(server: WebSocketServer) {
    this.#server = server
    server.on('connection', (socket) => {
      socket.on('message', (data: Buffer) => {
        const request = data.toString()
        this.heard.push(request)
        socket.send(this.#answer(request))
      })
    })
  }

  /** On a port of its own unless one is given. */
  static async start(port = 0): Promise<StandInPlugin> {
    const server = new WebSocketServer({ port, host: '127.0.0.1' })
    await once(server, 'listening')
    return new StandInPlugin(server)
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port
  }

  /** What it will answer, in this order where the same is asked several times. Whatever else is asked goes well, or is not known. */
  load(exchanges: readonly Exchange[]): void {
    this.#exchanges.splice(0, this.#exchanges.length, ...exchanges)
    this.heard.length = 0
  }

  async close(): Promise<void> {
    for (const socket of this.#server.clients) socket.terminate()
    await new Promise((resolve) => this.#server.close(resolve))
  }

  #answer(request: string): string {
    const frame = readFrame(request)
    if (frame?.kind !== 'request') return writeFault('', '0', pluginCodes.badXml)
    const at = this.#exchanges.findIndex((one) => withId(one.request, '0') === withId(request, '0'))
    const [exchange] = at < 0 ? [] : this.#exchanges.splice(at, 1)
    const reply = exchange?.reply ?? goesWell(frame.name)
    return reply === undefined ? writeFault(frame.name, frame.id, pluginCodes.unknownCommand) : withId(reply, frame.id)
  }
}

const all = readRecordings().flatMap(({ exchanges }) => exchanges)

function goesWell(name: string): string | undefined {
  return all.find((one) => one.name === name && one.reply.includes(` code="${pluginCodes.success}"`))?.reply
}
