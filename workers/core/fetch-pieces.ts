import { pause, type Ports } from './ports.ts'

/** A piece is written when it is this large, or this old: so much is lost when the browser is killed. */
const PIECE_BYTES = 4 * 1024 * 1024
const PIECE_MS = 2_000
/** Silence after which the service is taken for gone. */
const SILENCE_MS = 30_000
const NOT_IN_RANGE = 416

/**
 * How a transfer ended. `whole`: all bytes are there; `broken`: the network or the service gave out; `refused`: the service does not give the
 * file for this link; `another`: it is another file than before; `stopped`: it was called off, or a piece was not wanted.
 */
export type FetchEnd = 'whole' | 'broken' | 'refused' | 'another' | 'stopped'

interface Fetching {
  url: string
  /** How much is there already, of how much. */
  fromByte: number
  sizeBytes: number
  signal: AbortSignal
  /** Takes what has come next; false: no more is wanted. */
  onPiece: (bytes: Uint8Array<ArrayBuffer>) => Promise<boolean>
}

/** Fetches the rest of a file from the service, and gives it on piece by piece, also the beginning of one when the line breaks. Never rejects. */
export async function fetchPieces(
  ports: Pick<Ports, 'fetch' | 'clock'>,
  { url, fromByte, sizeBytes, signal, onPiece }: Fetching,
): Promise<FetchEnd> {
  const ended = new AbortController()
  const all = AbortSignal.any([signal, ended.signal])
  try {
    if (fromByte >= sizeBytes) return 'whole'
    const response = await heard(
      ports,
      ended,
      ports.fetch(url, { headers: { range: `bytes=${fromByte}-` }, cache: 'no-store', signal: all }),
    )
    const end = endOf(response, fromByte, sizeBytes)
    if (end !== undefined || response.body === null) return end ?? 'broken'
    return await pass(ports, response.body, { fromByte, sizeBytes, signal, onPiece }, ended)
  } catch {
    return signal.aborted ? 'stopped' : 'broken'
  } finally {
    ended.abort()
  }
}

/** Why these bytes are not those that are wanted; undefined when they are. */
function endOf({ status, headers }: Response, fromByte: number, sizeBytes: number): FetchEnd | undefined {
  if (status === NOT_IN_RANGE) return 'another'
  if (status !== 206) return status >= 400 && status < 500 ? 'refused' : status === 200 ? 'another' : 'broken'
  const [, first, size] = /^bytes (\d{1,15})-\d{1,15}\/(\d{1,15})$/.exec(headers.get('content-range') ?? '') ?? []
  return Number(first) === fromByte && Number(size) === sizeBytes ? undefined : 'another'
}

async function pass(
  ports: Pick<Ports, 'clock'>,
  body: ReadableStream<Uint8Array<ArrayBuffer>>,
  { fromByte, sizeBytes, signal, onPiece }: Omit<Fetching, 'url'>,
  ended: AbortController,
): Promise<FetchEnd> {
  const reader = body.getReader()
  let waiting: Uint8Array<ArrayBuffer>[] = []
  let waitingBytes = 0
  let passedBytes = fromByte
  let sinceMs = ports.clock.steadyMs()
  const passOn = async (): Promise<boolean> => {
    if (waitingBytes === 0) return true
    const piece = joined(waiting, waitingBytes)
    passedBytes += waitingBytes
    waiting = []
    waitingBytes = 0
    sinceMs = ports.clock.steadyMs()
    return onPiece(piece)
  }
  try {
    for (;;) {
      const { done, value } = await heard(ports, ended, reader.read())
      if (signal.aborted) return 'stopped'
      if (done) break
      waiting.push(value)
      waitingBytes += value.byteLength
      const isDue = waitingBytes >= PIECE_BYTES || ports.clock.steadyMs() - sinceMs >= PIECE_MS
      if (isDue && !(await passOn())) return 'stopped'
    }
  } catch {
    // What has come is worth keeping.
    if (signal.aborted) return 'stopped'
    return (await passOn()) ? 'broken' : 'stopped'
  }
  if (!(await passOn())) return 'stopped'
  return passedBytes === sizeBytes ? 'whole' : 'broken'
}

/** Gives what is awaited, or ends the transfer when it is silent for too long. */
async function heard<T>(ports: Pick<Ports, 'clock'>, ended: AbortController, awaited: Promise<T>): Promise<T> {
  const patience = new AbortController()
  const silence = pause(ports.clock, SILENCE_MS, patience.signal).then(() => {
    if (!patience.signal.aborted) ended.abort()
  })
  try {
    return await awaited
  } finally {
    patience.abort()
    void silence
  }
}

function joined(parts: readonly Uint8Array[], bytes: number): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(bytes)
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.byteLength
  }
  return whole
}
