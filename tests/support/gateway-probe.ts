import { once } from 'node:events'
import { WebSocket } from 'ws'
import { GATEWAY_PATH, toDevice, type GatewayChannel, type ToDevice } from '#contract/device-gateway.ts'
import { deviceTypes } from '#contract/enums.ts'
import { proofOf } from '#device/agent/identity.ts'

type Kind = ToDevice['kind']
type Message<K extends Kind> = Extract<ToDevice, { kind: K }>

/** A socket to the device gateway that says what the test wants, right or wrong. */
export class GatewayProbe {
  readonly heard: ToDevice[] = []
  /** Resolves with the WebSocket close code. */
  readonly closed: Promise<number>
  readonly socket: WebSocket
  readonly #waiting = new Map<Kind, (message: ToDevice) => void>()

  private constructor(socket: WebSocket) {
    this.socket = socket
    this.closed = new Promise((resolve) => socket.once('close', resolve))
    socket.on('error', () => {})
    socket.on('message', (data: Buffer) => {
      const message = toDevice.parse(JSON.parse(data.toString('utf8')))
      this.heard.push(message)
      this.#waiting.get(message.kind)?.(message)
      this.#waiting.delete(message.kind)
    })
  }

  static async open(serviceUrl: string): Promise<GatewayProbe> {
    const socket = new WebSocket(serviceUrl.replace('http', 'ws') + GATEWAY_PATH, { perMessageDeflate: false })
    const probe = new GatewayProbe(socket)
    await once(socket, 'open')
    return probe
  }

  /** The first message of this kind. */
  async first<K extends Kind>(kind: K): Promise<Message<K>> {
    const known = this.heard.find((message) => message.kind === kind)
    const message = known ?? (await new Promise<ToDevice>((resolve) => this.#waiting.set(kind, resolve)))
    return message as Message<K>
  }

  say(message: unknown): void {
    this.socket.send(typeof message === 'string' ? message : JSON.stringify(message))
  }

  /** What was sent before is heard when this resolves. */
  async wasHeard(): Promise<void> {
    const pong = once(this.socket, 'pong')
    this.socket.ping()
    await pong
  }

  /** Answers the challenge as the device with this serial number and key (hex) does. `bindingKey` (hex): that of its binding. */
  async hello(sn: string, key: string, channels: GatewayChannel[] = [], commands?: string[], bindingKey?: string): Promise<void> {
    const { nonce } = await this.first('challenge')
    const described = { devType: deviceTypes.ipc, name: sn, model: 'P-1', version: '1.0', channels, commands }
    this.say({ kind: 'hello', sn, proof: proofOf(key, nonce), bindingProof: bindingKey && proofOf(bindingKey, nonce), ...described })
  }
}
