import { createConnection, createServer, type AddressInfo, type Socket } from 'node:net'
import type { Clock } from '#workers/core/ports.ts'
import { systemClock } from '#workers/core/system-clock.ts'
import { LongLine } from './long-line.ts'
import { ThinLine } from './thin-line.ts'

/**
 * A real TCP proxy in front of a service, to cut the network where the browser's own tools do not reach (shared workers).
 * `cut` resets what is open and refuses what comes; `drop` ends what is open in order; `blackHole` keeps connections open and lets nothing
 * through, `loseAnswers` nothing back, and `holdAfter` nothing more than so many bytes; `restore` is the end of that, `leaveDead` one of which what was open
 * hears nothing. `flipAfter` damages one byte; `slowDown` is a thin line to the service, `thinBack` one from it; `delay` is a long one both ways, by the
 * clock given.
 */
export class TcpProxy {
  readonly #targetPort: number
  readonly #server = createServer((client) => this.#accept(client))
  readonly #pairs = new Set<[Socket, Socket]>()
  /** Those of them that nothing comes through any more, whatever becomes of the network. */
  readonly #dead = new WeakSet<[Socket, Socket]>()
  readonly #lines = new Set<LongLine>()
  readonly #after: Clock['after']
  #delayMs = 0
  #state: 'open' | 'cut' | 'black-hole' | 'no-answers' = 'open'
  #allowedBytes = Number.POSITIVE_INFINITY
  #flipAfter = Number.POSITIVE_INFINITY
  #bytesPerS = Number.POSITIVE_INFINITY
  readonly #lineBack = new ThinLine()
  /** Bytes of answers that came through. */
  broughtBytes = 0
  /** What clients sent first on each connection and request: the paths of plain HTTP requests, in order. */
  readonly requestedPaths: string[] = []
  /** Login tokens that passed by. */
  readonly tokens = new Set<string>()

  constructor(targetPort: number, clock: Pick<Clock, 'after'> = systemClock) {
    this.#targetPort = targetPort
    this.#after = (ms, then) => clock.after(ms, then)
  }

  /** Listens on a free port of 127.0.0.1, or on the one given, and answers it. */
  async listen(port = 0): Promise<number> {
    await new Promise<void>((resolve, reject) => {
      this.#server.once('error', reject)
      this.#server.listen(port, '127.0.0.1', resolve)
    })
    return (this.#server.address() as AddressInfo).port
  }

  #accept(client: Socket): void {
    client.on('error', () => client.destroy())
    if (this.#state === 'cut') return void client.resetAndDestroy()
    const upstream = createConnection({ port: this.#targetPort, host: '127.0.0.1' })
    const pair: [Socket, Socket] = [client, upstream]
    const [there, back] = [new LongLine(this.#after), new LongLine(this.#after)]
    this.#pairs.add(pair)
    const isAlive = () => !this.#dead.has(pair)
    for (const line of [there, back]) this.#lines.add(line)
    upstream.on('error', () => client.destroy())
    client.on('data', (chunk) => {
      for (const match of chunk.toString('latin1').matchAll(/^(?:GET|POST) (\S+) HTTP\/1\.1\r$/gm))
        this.requestedPaths.push(match[1] as string)
      for (const match of chunk.toString('latin1').matchAll(/^authorization: Bearer (\S+)\r$/gim)) this.tokens.add(match[1] as string)
      there.send(this.#delayMs, () => (this.#state === 'open' || this.#state === 'no-answers') && isAlive() && upstream.write(chunk))
      if (this.#bytesPerS === Number.POSITIVE_INFINITY) return
      client.pause()
      setTimeout(() => client.resume(), (chunk.length / this.#bytesPerS) * 1_000)
    })
    upstream.on('data', (chunk) => {
      upstream.pause()
      const deliver = (piece: Buffer) => this.#state === 'open' && isAlive() && this.#answer(client, piece)
      void this.#lineBack.carry(chunk, (piece) => back.send(this.#delayMs, () => deliver(piece))).then(() => upstream.resume())
    })
    const end = () => {
      this.#pairs.delete(pair)
      for (const line of [there, back]) this.#lines.delete(line)
      client.destroy()
      upstream.destroy()
    }
    client.setNoDelay(true).on('close', () => there.send(this.#delayMs, end))
    upstream.setNoDelay(true).on('close', () => back.send(this.#delayMs, end))
  }

  #answer(client: Socket, chunk: Buffer): void {
    const allowed = chunk.subarray(0, this.#allowedBytes)
    this.#allowedBytes -= allowed.byteLength
    this.broughtBytes += allowed.byteLength
    if (this.#flipAfter < allowed.byteLength) {
      allowed.writeUInt8(allowed.readUInt8(this.#flipAfter) ^ 1, this.#flipAfter)
      this.#flipAfter = Number.POSITIVE_INFINITY
    }
    this.#flipAfter -= allowed.byteLength
    client.write(allowed)
    if (this.#allowedBytes === 0) this.#state = 'no-answers'
  }

  /** So many bytes of answers come through from now on, and then no more. */
  holdAfter(bytes: number): void {
    this.#allowedBytes = bytes
  }

  /** The byte of the answers that comes behind so many from now on comes through with one bit changed. */
  flipAfter(bytes: number): void {
    this.#flipAfter = bytes
  }

  /** The network is gone: open connections are reset, new ones refused. */
  cut(): void {
    this.#state = 'cut'
    this.reset()
  }

  /** Connections stay open and nothing comes through, as behind a dead router. */
  blackHole(): void {
    this.#state = 'black-hole'
  }

  /** Questions reach the service; what it answers is lost. */
  loseAnswers(): void {
    this.#state = 'no-answers'
  }

  /** From now on each connection brings the service no more than this. */
  slowDown(bytesPerS: number): void {
    this.#bytesPerS = bytesPerS
  }

  /** From now on all connections together bring back no more than this; for a line that is wide again, `Infinity`. */
  thinBack(bytesPerS: number): void {
    this.#lineBack.bytesPerS = bytesPerS
  }

  /** From now on everything, the end of a connection too, takes so long each way. What is new opens at once. */
  delay(ms: number): void {
    this.#delayMs = ms
  }

  /** How much is under way on lines that `delay` has made long. */
  get underWay(): number {
    return [...this.#lines].reduce((sum, line) => sum + line.underWay, 0)
  }

  /** Ends the open connections in order, as a proxy does that restarts; new ones are taken. */
  drop(): void {
    for (const pair of this.#pairs) for (const socket of pair) socket.end()
  }

  /** Resets the open connections; new ones are taken. */
  reset(): void {
    for (const [client, upstream] of this.#pairs) {
      client.resetAndDestroy()
      upstream.destroy()
    }
  }

  /** The network is back. Connections that hung are reset, since what they lost is lost. */
  restore(): void {
    if (this.#state !== 'open') this.reset()
    this.#state = 'open'
    this.#allowedBytes = Number.POSITIVE_INFINITY
  }

  /** The network is back for what is opened from now on. What hung goes on hanging, as behind a router that has begun anew and knows nothing of it. */
  leaveDead(): void {
    for (const pair of this.#pairs) this.#dead.add(pair)
    this.#state = 'open'
  }

  async close(): Promise<void> {
    this.cut()
    await new Promise((resolve) => this.#server.close(resolve))
  }
}
