import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { createServer, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { archiveLimits } from '#contract/archives.ts'
import { encodeMediaUnit, mediaClose, mediaCodecs } from '#contract/media.ts'
import { pluginCodes } from '#contract/plugin/command-registry.ts'
import type { PastAsk } from '#contract/recorded-media.ts'
import { transfer } from '#plugin/downloads/transfer.ts'
import { CloudRecording } from '#plugin/playback/cloud-recording.ts'
import { RecordedPieces } from '#plugin/playback/recorded-pieces.ts'
import { RecordedFault } from '#plugin/playback/recorded-source.ts'
import { RelayLink } from '#plugin/relay-link.ts'
import { PluginStand } from '#tests/support/plugin-stand.ts'
import { RawSocket } from '#tests/support/raw-socket.ts'

/** Far less than the plugin has, so that a test sees the end of it. */
const SILENCE_MS = 300
const MOST_BYTES = 256 * 1024
const KIB_16 = Buffer.alloc(16 * 1024)

/** What the server does with who asks it. */
let answer: (response: ServerResponse) => void
/** Bytes that it has given. */
let given = 0
let server: Server
let url: string
let folder: string
const timers = new Set<NodeJS.Timeout>()
const closers: (() => unknown)[] = []

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'sightline-bounds-'))
  server = createServer((_request, response) => answer(response)).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}/file`
})
afterEach(async () => {
  for (const timer of timers) clearInterval(timer)
  timers.clear()
  given = 0
  vi.useRealTimers()
  for (const close of closers.splice(0)) await close()
})
afterAll(async () => {
  server.closeAllConnections()
  server.close()
  await once(server, 'close')
  rmSync(folder, { recursive: true })
})

/** Gives this again and again, for as long as somebody takes it: it never ends by itself. */
function dribble(response: ServerResponse, bytes: Buffer, everyMs: number): void {
  const timer = setInterval(() => {
    given += bytes.byteLength
    response.write(bytes)
  }, everyMs)
  timers.add(timer)
  response.once('close', () => clearInterval(timer))
}

/** Gives what it can at full speed, and says nothing of how much there is. */
function pour(response: ServerResponse): void {
  const more = () => {
    let isTaken = true
    while (isTaken && !response.destroyed) {
      given += KIB_16.byteLength
      isTaken = response.write(KIB_16)
    }
  }
  response.on('drain', more)
  more()
}

const receive = (name: string) =>
  transfer({ url, path: join(folder, name), signal: new AbortController().signal, silenceMs: SILENCE_MS, onProgress: () => {} })

/** Why a file of the cloud is not played. */
async function faultOf(bounds: { mostBytes: number; withinMs: number }): Promise<string> {
  const recording = new CloudRecording([{ name: 'film', url, startMs: 0, endMs: 60_000 }], 60_000, bounds)
  try {
    const first = await recording.read(0, new AbortController().signal).next()
    return first.done === true ? 'nothing' : 'played'
  } catch (fault) {
    if (fault instanceof RecordedFault) return fault.fault
    throw fault
  }
}

test('a download of which a byte comes now and then is given up, and what came of it is kept for the next link', async () => {
  let isCut: Promise<unknown> = Promise.resolve()
  answer = (response) => {
    isCut = once(response, 'close')
    response.writeHead(200, { 'content-length': 1_000_000 })
    dribble(response, Buffer.alloc(1), SILENCE_MS / 30)
  }
  expect(await receive('dribbled')).toBe('broken')
  await isCut
  const { size } = statSync(join(folder, 'dribbled'))
  // It was never silent.
  expect(size).toBeGreaterThan(1)
  expect(size).toBeLessThanOrEqual(given)
})

test('a download that is slow, but goes on, is not given up however long it takes', async () => {
  const pieces = 12
  answer = (response) => {
    response.writeHead(200, { 'content-length': pieces * KIB_16.byteLength })
    dribble(response, KIB_16, SILENCE_MS / 6)
  }
  const begunMs = performance.now()
  expect(await receive('slow')).toBe('whole')
  expect(performance.now() - begunMs).toBeGreaterThan(SILENCE_MS)
})

test('a download takes no more bytes than it was told of', async () => {
  answer = (response) => {
    // What HTTP itself would cut off is not seen: the size is told with the range.
    response.writeHead(206, { 'content-range': `bytes 0-99/100` })
    pour(response)
  }
  expect(await receive('too much')).toBe('broken')
  expect(statSync(join(folder, 'too much')).size).toBeLessThanOrEqual(100)
})

test('a download that says that it is larger than any file is not begun, whatever it says', async () => {
  let isCut: Promise<unknown> = Promise.resolve()
  for (const headers of [{ 'content-length': 2 ** 32 }, { 'content-range': `bytes 0-99/${2 ** 32}` }]) {
    answer = (response) => {
      isCut = once(response, 'close')
      response.writeHead('content-range' in headers ? 206 : 200, headers)
      response.write(KIB_16)
    }
    expect(await receive('vast')).toBe('refused')
    expect(statSync(join(folder, 'vast')).size).toBe(0)
    await isCut
  }
})

test('of a recording that a device sends without end to a window that takes nothing, no more is kept than a camera can film', async () => {
  const asks: PastAsk[] = []
  const pieces = new RecordedPieces(
    (ask) => asks.push(ask),
    () => 7,
  )
  const piece = { sn: 'A'.repeat(12), chlIndex: 0, stream: 'main', startMs: 0, endMs: 15_000 } as const
  const read = pieces.read(piece, new AbortController().signal)
  const first = read.next()
  pieces.hear({ op: 'past-opened', channel: 7, codec: 'avc1.64001f', width: 640, height: 360, fps: 15 })
  await first
  const large = { kind: 'video', channel: 7, codec: mediaCodecs.h264, isKey: false, isPreroll: false, ptsUs: 0, captureMs: 0 } as const
  const data = new Uint8Array(1024 ** 2)
  let sent = 0
  for (; sent < 1_000 && asks.at(-1)?.op !== 'past-cancel'; sent += 1)
    pieces.hearUnit(7, encodeMediaUnit({ ...large, sequence: sent, data }))
  expect(sent).toBe(archiveLimits.minuteBytes / 4 / data.byteLength + 1)
  await expect(read.next()).rejects.toMatchObject({ fault: 'refused' })
  expect(asks.map(({ op }) => op)).toEqual(['past', 'past-cancel'])
})

test('a file of the cloud of which a byte comes now and then is given up', async () => {
  let isCut: Promise<unknown> = Promise.resolve()
  answer = (response) => {
    isCut = once(response, 'close')
    response.writeHead(200)
    dribble(response, Buffer.alloc(1), SILENCE_MS / 30)
  }
  expect(await faultOf({ mostBytes: MOST_BYTES, withinMs: SILENCE_MS })).toBe('lost')
  expect(given).toBeGreaterThan(1)
  await isCut
})

test('of a file of the cloud that is too large nothing is read when it says so, and no more than may be when it does not', async () => {
  let isCut: Promise<unknown> = Promise.resolve()
  answer = (response) => {
    isCut = once(response, 'close')
    response.writeHead(200, { 'content-length': MOST_BYTES + 1 })
    response.write(KIB_16)
  }
  expect(await faultOf({ mostBytes: MOST_BYTES, withinMs: 60_000 })).toBe('refused')
  // Nor is the connection left open.
  await isCut
  answer = (response) => {
    isCut = once(response, 'close')
    response.writeHead(200)
    pour(response)
  }
  expect(await faultOf({ mostBytes: MOST_BYTES, withinMs: 60_000 })).toBe('refused')
  await isCut
  // What was on its way in the sockets' buffers, and no more.
  expect(given).toBeLessThan(MOST_BYTES + 16 * 1024 * 1024)
})

/** A service that takes a media socket, says this on it, and never answers a good-bye: its origin, and what resolves when the socket is there and when it is gone. */
async function deafService(greeting?: object): Promise<{ origin: string; taken: Promise<unknown>; gone: Promise<unknown> }> {
  const deaf = createServer().listen(0, '127.0.0.1')
  await once(deaf, 'listening')
  const { promise: taken, resolve: take } = Promise.withResolvers<void>()
  const { promise: gone, resolve: go } = Promise.withResolvers<void>()
  deaf.on('upgrade', ({ headers }, socket) => {
    closers.push(() => socket.destroy())
    socket.on('error', () => {})
    socket.on('end', go).on('close', go).resume()
    const accept = createHash('sha1').update(`${headers['sec-websocket-key']}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`).digest('base64')
    const protocol = String(headers['sec-websocket-protocol']).split(',')[0]
    const lines = ['Upgrade: websocket', 'Connection: Upgrade', `Sec-WebSocket-Accept: ${accept}`, `Sec-WebSocket-Protocol: ${protocol}`]
    socket.write(['HTTP/1.1 101 Switching Protocols', ...lines, '', ''].join('\r\n'))
    const text = Buffer.from(greeting === undefined ? '' : JSON.stringify(greeting))
    if (greeting !== undefined) socket.write(Buffer.concat([Buffer.from([0x81, text.byteLength]), text]))
    take()
  })
  closers.push(() => deaf.close())
  return { origin: `http://127.0.0.1:${(deaf.address() as AddressInfo).port}`, taken, gone }
}

// Unless it is told to, a socket waits for 30 s.
test('a service that takes a socket and does not say whose ticket that was is given up after ten seconds, and the socket with it', {
  timeout: 15_000,
}, async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const { origin, taken, gone } = await deafService()
  const opened = RelayLink.open(origin, 'a-ticket', () => {}).catch((fault: unknown) => fault)
  await taken
  vi.advanceTimersByTime(9_999)
  expect(await Promise.race([opened, new Promise((resolve) => setImmediate(resolve, 'waits'))])).toBe('waits')
  vi.advanceTimersByTime(1)
  expect(await opened).toMatchObject({ code: pluginCodes.serverUnreachable })
  await gone
})

// For its silence it would be after twelve seconds.
test('of a service that answers no good-bye the socket is ended all the same', { timeout: 9_000 }, async () => {
  const { origin, gone } = await deafService({ op: 'person', userId: 'harbor-admin' })
  const link = await RelayLink.open(origin, 'a-ticket', () => {})
  link.close()
  await gone
})

test('a page that shows a ticket that is not good is refused, and its socket ended though it answers nothing', {
  timeout: 15_000,
}, async () => {
  const stand = await PluginStand.start()
  closers.push(() => stand.close())
  const url = `http://127.0.0.1:${stand.plugin.port}`
  const media = await RawSocket.open(url, '/media?ticket=no-such-ticket', undefined, stand.relay.origin)
  await media.ended
  expect(media.closedBy).toBe(mediaClose.ticketRefused)
  await expect.poll(() => stand.plugin.stats().mediaSockets).toBe(0)
})
