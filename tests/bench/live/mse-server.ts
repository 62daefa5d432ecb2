import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { WebSocketServer, type WebSocket } from 'ws'
import { rewrap } from '#tests/support/ffmpeg.ts'

/** One clip as fragmented MP4: a head, and a fragment for each picture, which is what makes this way as quick as it can be. */
interface FragmentedClip {
  init: Buffer
  fragments: Buffer[]
  /** Of the whole clip, in the track's own time scale. */
  duration: bigint
}

interface Box {
  type: string
  at: number
  end: number
}

function* boxes(bytes: Buffer, from = 0, to = bytes.length): Generator<Box> {
  for (let at = from; at + 8 <= to; ) {
    const end = at + bytes.readUInt32BE(at)
    yield { type: bytes.toString('latin1', at + 4, at + 8), at, end }
    at = end
  }
}

/** Where the decode time of a fragment stands: version 1 of `tfdt`, 64 bits, which ffmpeg always writes. */
function timeOffset(fragment: Buffer): number {
  const at = fragment.indexOf('tfdt')
  if (at === -1 || fragment[at + 4] !== 1) throw new Error('A fragment without a 64-bit decode time.')
  return at + 8
}

/** Has FFmpeg wrap the clip as one fragment per picture. */
export async function fragmentClip(path: string, fps: number): Promise<FragmentedClip> {
  const folder = await mkdtemp(join(tmpdir(), 'sightline-mse-'))
  const wrapped = join(folder, 'clip.mp4')
  await rewrap(path, wrapped, 'mp4', fps, { movflags: 'empty_moov+default_base_moof+frag_every_frame' })
  const bytes = await readFile(wrapped)
  await rm(folder, { recursive: true })
  const all = [...boxes(bytes)]
  const starts = all.filter((box) => box.type === 'moof').map((box) => box.at)
  const end = all.findLast((box) => box.type === 'mdat')?.end ?? bytes.length
  const fragments = starts.map((at, index) => Buffer.from(bytes.subarray(at, starts[index + 1] ?? end)))
  const [first, second] = fragments.map((fragment) => fragment.readBigUInt64BE(timeOffset(fragment)))
  if (first === undefined || second === undefined) throw new Error('No fragments were made.')
  return { init: Buffer.from(bytes.subarray(0, starts[0])), fragments, duration: (second - first) * BigInt(fragments.length) }
}

/** Sends each fragment of a clip at the moment when `send` is called for its picture, to whoever looks, from a key frame on. */
export class MseServer {
  readonly #http: Server = createServer()
  readonly #sockets = new WebSocketServer({ server: this.#http, perMessageDeflate: false })
  readonly #viewers = new Map<string, Set<WebSocket>>()
  #origin = ''

  async listen(): Promise<void> {
    this.#sockets.on('connection', (socket, request) => this.#viewersOf(new URL(request.url ?? '', this.url('/')).href).add(socket))
    await new Promise<void>((resolve) => this.#http.listen(0, '127.0.0.1', resolve))
    this.#origin = `ws://127.0.0.1:${(this.#http.address() as AddressInfo).port}`
  }

  /** Where the pictures of the camera with this path, with or without its slash, are to be had. */
  url(path: string): string {
    return new URL(path, this.#origin).href
  }

  #viewersOf(url: string): Set<WebSocket> {
    const viewers = this.#viewers.get(url) ?? new Set()
    this.#viewers.set(url, viewers)
    return viewers
  }

  /** `counter`: how many pictures the camera had filmed before this one. */
  send(path: string, clip: FragmentedClip, counter: number, isKey: boolean): void {
    const viewers = this.#viewersOf(this.url(path))
    if (viewers.size === 0) return
    const index = counter % clip.fragments.length
    const fragment = Buffer.from(clip.fragments[index] as Buffer)
    const at = timeOffset(fragment)
    const round = BigInt(Math.floor(counter / clip.fragments.length))
    fragment.writeBigUInt64BE(fragment.readBigUInt64BE(at) + round * clip.duration, at)
    for (const socket of viewers) {
      if (socket.readyState !== socket.OPEN) viewers.delete(socket)
      else if (this.#begun.has(socket)) socket.send(fragment)
      else if (isKey) {
        this.#begun.add(socket)
        socket.send(clip.init)
        socket.send(fragment)
      }
    }
  }

  readonly #begun = new WeakSet<WebSocket>()

  async close(): Promise<void> {
    for (const socket of this.#sockets.clients) socket.terminate()
    await new Promise((resolve) => this.#http.close(resolve))
  }
}
