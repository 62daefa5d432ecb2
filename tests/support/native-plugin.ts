import { once } from 'node:events'
import { WebSocketServer } from 'ws'
import { type CommandName, commands, pluginCodes } from '#contract/plugin/command-registry.ts'
import type { Command, RequestOf } from '#contract/plugin/define-command.ts'
import { readFrame, writeFault, writeReply } from '#contract/plugin/xml.ts'
import { PLUGIN_VERSION } from '#plugin/version.ts'

type Place = RequestOf<typeof commands.SetPluginSize>

/** Stands in for a plugin that draws its own windows over the page: it keeps where each of them is to be. */
export class NativePlugin {
  /** The last place of each window that shows something. */
  readonly places = new Map<number, Place>()
  /** Windows that show something, and what. */
  readonly shown = new Map<number, string>()
  /** How loud each window is that was told so, percent. */
  readonly volumes = new Map<number, number>()
  /** Into how many windows the wall is divided. */
  splitNum = 0
  /** How people call what each window is for. */
  readonly names = new Map<number, string>()
  /** So many places to come are refused. */
  refusals = 0
  readonly #server: WebSocketServer
  readonly #version: string

  private constructor(server: WebSocketServer, version: string) {
    this.#server = server
    this.#version = version
    server.on('connection', (socket) => {
      socket.on('message', (data: Buffer) => socket.send(this.#answer(data.toString())))
    })
  }

  /** It says that it is of this version. */
  static async start(port: number, version: string = PLUGIN_VERSION): Promise<NativePlugin> {
    const server = new WebSocketServer({ port, host: '127.0.0.1' })
    await once(server, 'listening')
    return new NativePlugin(server, version)
  }

  async close(): Promise<void> {
    for (const socket of this.#server.clients) socket.terminate()
    await new Promise((resolve) => this.#server.close(resolve))
  }

  #answer(xml: string): string {
    const frame = readFrame(xml)
    if (frame?.kind !== 'request' || !Object.hasOwn(commands, frame.name)) return writeFault('', '0', pluginCodes.badXml)
    const name = frame.name as CommandName
    const command: Command = commands[name]
    if (name === 'getOCXVersion') return writeReply(command, frame.id, { pluginVersion: this.#version, isNative: true })
    const request = command.request.parse(frame.body)
    if (name === 'SetPluginSize' && this.refusals > 0) {
      this.refusals -= 1
      return writeFault(name, frame.id, pluginCodes.windowUnknown)
    }
    this.#note(name, request)
    return writeReply(command, frame.id, name === 'splitCtrl' ? { windows: [] } : {})
  }

  #note(name: CommandName, request: unknown): void {
    const { winIndex } = request as { winIndex: number }
    if (name === 'SetPluginSize') this.places.set(winIndex, request as Place)
    if (name === 'SetVolume') this.volumes.set(winIndex, (request as { volume: number }).volume)
    if (name === 'splitCtrl') this.splitNum = (request as RequestOf<typeof commands.splitCtrl>).splitNum
    if (name === 'bindChannelWin') this.names.set(winIndex, nameIn(request as RequestOf<typeof commands.bindChannelWin>))
    if (name === 'preview') this.shown.set(winIndex, (request as { sn: string }).sn)
    if (name !== 'stop') return
    this.shown.delete(winIndex)
    this.places.delete(winIndex)
    this.volumes.delete(winIndex)
  }
}

function nameIn({ siteName, channelName }: RequestOf<typeof commands.bindChannelWin>): string {
  return `${siteName}: ${channelName}`
}
