import { z } from 'zod/mini'

const said = z.object({
  janus: z.string(),
  transaction: z.optional(z.string()),
  data: z.optional(z.object({ id: z.number() })),
  error: z.optional(z.object({ reason: z.string() })),
  plugindata: z.optional(z.object({ data: z.unknown() })),
  jsep: z.optional(z.object({ type: z.enum(['offer', 'answer']), sdp: z.string() })),
})
type Said = z.infer<typeof said>

const madeMountpoint = z.object({ streaming: z.literal('created'), stream: z.object({ ports: z.array(z.object({ port: z.number() })) }) })

/** A camera as Janus is told of it. */
export interface Mountpoint {
  id: number
  /** Profile and level, six hexadecimal digits. */
  profile: string
}

/** Where one viewer of a camera stands with Janus. */
export interface JanusViewer {
  offer: RTCSessionDescriptionInit
  handle: number
}

/** A session with Janus over its WebSocket, as its own library for pages holds one: by the benchmark's process and by its page. */
export class JanusSession {
  readonly #socket: WebSocket
  readonly #asked = new Map<string, { resolve(answer: Said): void; reject(error: Error): void }>()
  #id: number | undefined

  private constructor(socket: WebSocket) {
    this.#socket = socket
    socket.addEventListener('message', ({ data }) => this.#hear(JSON.parse(String(data))))
  }

  /** Rejects where nobody listens. */
  static async open(url: string): Promise<JanusSession> {
    const socket = new WebSocket(url, 'janus-protocol')
    await new Promise((resolve, reject) => {
      socket.addEventListener('open', resolve)
      socket.addEventListener('close', () => reject(new Error('Janus does not answer.')))
    })
    const session = new JanusSession(socket)
    session.#id = (await session.#ask({ janus: 'create' })).data?.id
    return session
  }

  /** Has Janus offer a camera to viewers; answers with the port to which its RTP goes. */
  async addCamera({ id, profile }: Mountpoint): Promise<number> {
    const handle = await this.#attach()
    const media = {
      type: 'video',
      mid: 'v',
      iface: '127.0.0.1',
      port: 0,
      pt: 96,
      codec: 'h264',
      fmtp: `profile-level-id=${profile};packetization-mode=1`,
      // A viewer gets the last key frame at once.
      bufferkf: true,
    }
    const request = { request: 'create', type: 'rtp', id, permanent: false, playoutdelay_ext: true, media: [media] }
    const { plugindata } = await this.#send(handle, request)
    const { stream } = madeMountpoint.parse(plugindata?.data)
    const [made] = stream.ports
    if (made === undefined) throw new Error('Janus listens on no port for the camera.')
    return made.port
  }

  /** Asks for a camera; `isAtOnce`: its pictures are to be shown as they come, which the playout-delay extension of RTP tells the browser. */
  async watch(id: number, isAtOnce: boolean): Promise<JanusViewer> {
    const handle = await this.#attach()
    const { jsep: offer } = await this.#send(handle, { request: 'watch', id })
    if (offer === undefined) throw new Error(`Janus makes no offer for the camera ${id}.`)
    if (isAtOnce) await this.#send(handle, { request: 'configure', min_delay: 0, max_delay: 0 })
    return { offer, handle }
  }

  /** Begins with what was answered to Janus's offer. */
  async start(handle: number, answer: RTCSessionDescriptionInit): Promise<void> {
    await this.#send(handle, { request: 'start' }, answer)
  }

  /** Tells a way on which the viewer can be reached; none when there are no more. */
  trickle(handle: number, candidate: RTCIceCandidate | null): void {
    void this.#ask({ janus: 'trickle', handle_id: handle, candidate: candidate?.toJSON() ?? { completed: true } })
  }

  async leave(handle: number): Promise<void> {
    await this.#ask({ janus: 'detach', handle_id: handle })
  }

  close(): void {
    this.#socket.close()
  }

  async #attach(): Promise<number> {
    const { data } = await this.#ask({ janus: 'attach', plugin: 'janus.plugin.streaming' })
    if (data === undefined) throw new Error('Janus has no streaming plugin.')
    return data.id
  }

  #send(handle: number, body: Record<string, unknown>, jsep?: RTCSessionDescriptionInit): Promise<Said> {
    return this.#ask({ janus: 'message', handle_id: handle, body, ...(jsep && { jsep }) })
  }

  #ask(message: Record<string, unknown> & { janus: string }): Promise<Said> {
    const transaction = crypto.randomUUID()
    this.#socket.send(JSON.stringify({ ...message, transaction, ...(this.#id !== undefined && { session_id: this.#id }) }))
    return new Promise((resolve, reject) => this.#asked.set(transaction, { resolve, reject }))
  }

  #hear(message: unknown): void {
    const { success, data } = said.safeParse(message)
    // What a plugin has to think about is acknowledged first, and answered by an event.
    if (!success || data.transaction === undefined) return
    const asked = this.#asked.get(data.transaction)
    if (data.janus === 'ack' || asked === undefined) return
    this.#asked.delete(data.transaction)
    if (data.error === undefined) asked.resolve(data)
    else asked.reject(new Error(`Janus: ${data.error.reason}`))
  }
}
