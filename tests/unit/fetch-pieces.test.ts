import { expect, test } from 'vitest'
import { fetchPieces } from '#workers/core/fetch-pieces.ts'
import type { Piece } from '#workers/core/pieces-under-way.ts'
import { VirtualClock } from '#tests/support/core/virtual-clock.ts'

const PIECE = 16
/** More than are prepared at a time. */
const COUNT = 12
const SIZE = PIECE * COUNT

/** What the service answers with: the file, in packets of this size. */
function served(packetBytes: number): Response {
  const body = new ReadableStream<Uint8Array>({
    start: (stream) => {
      for (let at = 0; at < SIZE; at += packetBytes) stream.enqueue(new Uint8Array(Math.min(packetBytes, SIZE - at)))
      stream.close()
    },
  })
  return new Response(body, { status: 206, headers: { 'content-range': `bytes 0-${SIZE - 1}/${SIZE}` } })
}

/** So many may be under way: whoever brings one more waits. */
const LAST_BROUGHT = 6

/** Fetches it all. Where the piece of a number cannot be prepared, the others are not before whoever brings them has heard of it. */
async function fetched(badNumber?: number) {
  const begun: Pick<Piece, 'number' | 'isWhole'>[] = []
  const heard = Promise.withResolvers<void>()
  const end = await fetchPieces<number>(
    { fetch: () => Promise.resolve(served(PIECE)), clock: new VirtualClock() },
    {
      url: '/file',
      sizeBytes: SIZE,
      pieceBytes: PIECE,
      piece: 0,
      beginning: new Uint8Array(),
      untilByte: SIZE,
      signal: new AbortController().signal,
      keeper: {
        prepare: async ({ number, isWhole }) => {
          begun.push({ number, isWhole })
          if (number === badNumber) throw new Error('the disk is gone')
          if (number === LAST_BROUGHT) setImmediate(heard.resolve)
          if (badNumber !== undefined) await heard.promise
          return number
        },
        commit: () => Promise.resolve('kept'),
      },
    },
  )
  return { begun, end }
}

test('a file comes whole, each of its pieces once', async () => {
  const { begun, end } = await fetched()
  expect(end).toBe('whole')
  expect(begun).toEqual(Array.from({ length: COUNT }, (_, number) => ({ number, isWhole: true })))
})

test('a whole piece that cannot be kept is not written once more as its own beginning', async () => {
  const { begun, end } = await fetched(3)
  expect(end).toBe('broken')
  expect(begun).toEqual(Array.from({ length: LAST_BROUGHT + 1 }, (_, number) => ({ number, isWhole: true })))
})
