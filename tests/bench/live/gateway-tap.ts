import { createConnection, createServer, type Server, type Socket } from 'node:net'
import { decodeMediaUnit } from '#contract/media.ts'
import { fromDevice } from '#contract/device-gateway.ts'
import { parseJson } from '#shared/net/parse-json.ts'

/** Of a WebSocket frame of a client: two bytes, a longer length of two or eight, a mask of four. */
const MASK_BYTES = 4
const TEXT = 1
const BINARY = 2

/** Stands between devices and the service, hands everything on at once, and notes when each picture has passed. */
export class GatewayTap {
  readonly #server: Server
  /** By the serial number of the camera, epoch ms. */
  readonly #passed = new Map<string, number[]>()

  constructor(servicePort: number) {
    this.#server = createServer((device) => this.#accept(device, servicePort))
  }

  listen(port: number): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#server.once('error', reject).listen(port, '127.0.0.1', resolve)
    })
  }

  /** When pictures of this camera have passed since the last time somebody asked. */
  takePassed(sn: string): number[] {
    const passed = this.#passed.get(sn) ?? []
    this.#passed.delete(sn)
    return passed
  }

  close(): void {
    this.#server.close()
  }

  #accept(device: Socket, servicePort: number): void {
    const service = createConnection({ port: servicePort, host: '127.0.0.1' })
    let sn: string | undefined
    const reader = new FrameReader((opcode, payload) => {
      if (opcode === TEXT) {
        const { data } = fromDevice.safeParse(parseJson(payload.toString('utf8')))
        if (data?.kind === 'hello') ({ sn } = data)
      } else if (opcode === BINARY && sn !== undefined && decodeMediaUnit(payload)?.kind === 'video') {
        const passed = this.#passed.get(sn)
        if (passed === undefined) this.#passed.set(sn, [Date.now()])
        else passed.push(Date.now())
      }
    })
    device.setNoDelay(true).on('data', (chunk) => {
      service.write(chunk)
      reader.take(chunk)
    })
    service.setNoDelay(true).on('data', (chunk) => device.write(chunk))
    const end = () => {
      device.destroy()
      service.destroy()
    }
    for (const socket of [device, service]) socket.on('error', end).on('close', end)
  }
}

/** Reads the frames of a client behind the request that opened its WebSocket; what is no WebSocket is not read. */
class FrameReader {
  readonly #onFrame: (opcode: number, payload: Buffer) => void
  #isOpen = false
  #rest = Buffer.alloc(0)

  constructor(onFrame: (opcode: number, payload: Buffer) => void) {
    this.#onFrame = onFrame
  }

  take(chunk: Buffer): void {
    this.#rest = Buffer.concat([this.#rest, chunk])
    if (!this.#isOpen) {
      const end = this.#rest.indexOf('\r\n\r\n')
      if (end < 0 || !/^upgrade: websocket\r$/im.test(this.#rest.toString('latin1', 0, end + 2))) return void (this.#rest = Buffer.alloc(0))
      this.#isOpen = true
      this.#rest = this.#rest.subarray(end + 4)
    }
    while (this.#readFrame());
  }

  #readFrame(): boolean {
    const rest = this.#rest
    if (rest.length < 2) return false
    const short = rest.readUInt8(1) & 0x7f
    const lengthBytes = short === 127 ? 8 : short === 126 ? 2 : 0
    const headBytes = 2 + lengthBytes + MASK_BYTES
    if (rest.length < headBytes) return false
    const length = lengthBytes === 8 ? Number(rest.readBigUInt64BE(2)) : lengthBytes === 2 ? rest.readUInt16BE(2) : short
    if (rest.length < headBytes + length) return false
    const mask = rest.subarray(headBytes - MASK_BYTES, headBytes)
    const payload = Buffer.from(rest.subarray(headBytes, headBytes + length))
    for (let at = 0; at < length; at++) payload[at] = (payload[at] ?? 0) ^ (mask[at % MASK_BYTES] ?? 0)
    this.#rest = rest.subarray(headBytes + length)
    this.#onFrame(rest.readUInt8(0) & 0x0f, payload)
    return true
  }
}
