import { askedByLink } from '#contract/asked-by-link.ts'
import { readerOf } from './body-reader.ts'
import { PiecesUnderWay, type PieceKeeper } from './pieces-under-way.ts'
import type { Ports } from './ports.ts'
import { SilenceWatch } from './silence-watch.ts'

/** The beginning of a piece is written when it is this old: so much is lost when the browser is killed. */
const BEGINNING_MS = 2_000
const NOT_IN_RANGE = 416

/**
 * How a transfer ended. `whole`: all that was wanted has come; `broken`: the network or the service gave out; `refused`: the service does not give the
 * file for this link; `another`: it is another file than before; `wrong`: too much came that is not what the service has; `stopped`: it was
 * called off, or a piece was not wanted.
 */
export type FetchEnd = 'whole' | 'broken' | 'refused' | 'another' | 'wrong' | 'stopped'

interface Fetching<Prepared> {
  url: string
  sizeBytes: number
  pieceBytes: number
  /** What is to come: a piece of which the beginning may be there already, and what is behind it up to some byte. */
  piece: number
  beginning: Uint8Array
  untilByte: number
  signal: AbortSignal
  keeper: PieceKeeper<Prepared>
}

/**
 * Fetches pieces of a file from the service, while what came before is kept piece by piece, also the beginning of one when the line breaks or
 * is slow. No piece is under way any more when it resolves. Never rejects.
 */
export async function fetchPieces<Prepared>(ports: Pick<Ports, 'fetch' | 'clock'>, fetching: Fetching<Prepared>): Promise<FetchEnd> {
  const { sizeBytes, signal, pieceBytes, piece, beginning, untilByte } = fetching
  const fromByte = piece * pieceBytes + beginning.byteLength
  if (fromByte >= untilByte) return 'whole'
  const watch = new SilenceWatch(ports.clock)
  const underWay = new PiecesUnderWay(ports.clock, fetching.keeper)
  let end: FetchEnd = 'broken'
  try {
    const { url, headers } = askedByLink(fetching.url)
    const init: RequestInit = {
      headers: { ...headers, range: `bytes=${fromByte}-${untilByte - 1}` },
      cache: 'no-store',
      signal: AbortSignal.any([signal, watch.signal]),
    }
    const response = await watch.over(ports.fetch(url, init))
    const fault = endOf(response, fromByte, sizeBytes)
    end = fault ?? (response.body === null ? 'broken' : await pass(ports, response.body, fetching, { watch, underWay }))
  } catch {
    end = 'broken'
  } finally {
    watch.end()
  }
  const kept = await underWay.end().catch(() => undefined)
  if (signal.aborted || kept === 'unwanted') return 'stopped'
  if (kept === 'wrong') return 'wrong'
  return kept === 'kept' ? end : 'broken'
}

/** Why these bytes are not those that are wanted; undefined when they are. */
function endOf({ status, headers }: Response, fromByte: number, sizeBytes: number): FetchEnd | undefined {
  if (status === NOT_IN_RANGE) return 'another'
  if (status !== 206) return status >= 400 && status < 500 ? 'refused' : status === 200 ? 'another' : 'broken'
  const [, first, size] = /^bytes (\d{1,15})-\d{1,15}\/(\d{1,15})$/.exec(headers.get('content-range') ?? '') ?? []
  return Number(first) === fromByte && Number(size) === sizeBytes ? undefined : 'another'
}

async function pass<Prepared>(
  { clock }: Pick<Ports, 'clock'>,
  body: ReadableStream<Uint8Array<ArrayBuffer>>,
  { pieceBytes, piece: firstNumber, beginning, untilByte, signal }: Fetching<Prepared>,
  { watch, underWay }: { watch: SilenceWatch; underWay: PiecesUnderWay<Prepared> },
): Promise<FetchEnd> {
  const reader = readerOf(body)
  const sizeOf = (number: number) => Math.max(0, Math.min(pieceBytes, untilByte - number * pieceBytes))
  let number = firstNumber
  let piece = underWay.room(sizeOf(number))
  piece.set(beginning)
  let filled = beginning.byteLength
  let written = filled
  let writtenAtMs = clock.steadyMs()
  /** Has what is there of the piece written. */
  const addBeginning = () => {
    if (filled === written || signal.aborted) return
    written = filled
    writtenAtMs = clock.steadyMs()
    return underWay.add({ number, bytes: piece.slice(0, filled), isWhole: false })
  }
  try {
    for (;;) {
      const read = await watch.over(reader.read())
      if (signal.aborted) return 'stopped'
      if (read.done) break
      const { value } = read
      for (let at = 0; at < value.byteLength; ) {
        if (piece.byteLength === 0) return 'another'
        const some = value.subarray(at, at + piece.byteLength - filled)
        piece.set(some, filled)
        filled += some.byteLength
        at += some.byteLength
        if (filled < piece.byteLength) break
        // Whatever becomes of it: there is no beginning of it to be kept any more.
        written = filled
        if ((await underWay.add({ number, bytes: piece, isWhole: true })) !== 'kept') return 'stopped'
        number += 1
        piece = underWay.room(sizeOf(number))
        filled = 0
        written = 0
        writtenAtMs = clock.steadyMs()
      }
      if (underWay.areNone && clock.steadyMs() - writtenAtMs >= BEGINNING_MS && (await addBeginning()) === 'unwanted') return 'stopped'
    }
  } catch {
    // What has come is worth keeping.
    await addBeginning()
    return 'broken'
  }
  if (piece.byteLength === 0) return 'whole'
  await addBeginning()
  return 'broken'
}
