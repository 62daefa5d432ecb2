import { expect, it } from 'vitest'
import { PiecesUnderWay, type Kept, type Piece } from '#workers/core/pieces-under-way.ts'
import { VirtualClock } from '#tests/support/core/virtual-clock.ts'

const COUNT_EVERY_MS = 500
const MOST_UNCOUNTED = 64

/** A keeper in the hand of the test: nothing is prepared or counted in before it says so. */
function standIn() {
  const begun: number[] = []
  const committed: number[][] = []
  const preparing = new Map<number, PromiseWithResolvers<void>>()
  let committing = Promise.withResolvers<Kept>()
  const clock = new VirtualClock()
  const pieces = new PiecesUnderWay<number>(clock, {
    prepare: async ({ number, bytes }, giveBack) => {
      begun.push(number)
      const prepared = Promise.withResolvers<void>()
      preparing.set(number, prepared)
      await prepared.promise
      giveBack(bytes.buffer)
      return number
    },
    commit: (numbers) => {
      committed.push([...numbers])
      return committing.promise
    },
  })
  return {
    clock,
    pieces,
    begun,
    committed,
    prepared: (number: number) => preparing.get(number)?.resolve(),
    failed: (number: number) => preparing.get(number)?.reject(new Error('the disk is gone')),
    answer: (kept: Kept) => {
      const { resolve } = committing
      committing = Promise.withResolvers<Kept>()
      resolve(kept)
    },
  }
}

const piece = (number: number, isWhole = true): Piece => ({ number, bytes: new Uint8Array(8), isWhole })
const settled = () => new Promise((resolve) => setImmediate(resolve))

it('prepares pieces side by side, and counts them in in their order, several at once when they wait', async () => {
  const { clock, pieces, begun, committed, prepared, answer } = standIn()
  for (const number of [0, 1, 2, 3]) expect(await pieces.add(piece(number))).toBe('kept')
  expect(begun).toEqual([0, 1, 2, 3])
  prepared(1)
  await settled()
  expect(committed).toEqual([])
  prepared(0)
  await settled()
  expect(committed).toEqual([[0, 1]])
  for (const number of [3, 2]) prepared(number)
  await settled()
  expect(committed).toEqual([[0, 1]])
  answer('kept')
  clock.advance(COUNT_EVERY_MS)
  await settled()
  expect(committed).toEqual([
    [0, 1],
    [2, 3],
  ])
  expect(pieces.areNone).toBe(false)
  answer('kept')
  expect(await pieces.end()).toBe('kept')
  expect(pieces.areNone).toBe(true)
})

it('takes memory that was given back for the next pieces, as far as it is large enough', async () => {
  const { pieces, prepared } = standIn()
  const small = { ...piece(0), bytes: pieces.room(4) }
  const large = { ...piece(1), bytes: pieces.room(8) }
  expect(large.bytes.buffer).not.toBe(small.bytes.buffer)
  for (const one of [small, large]) await pieces.add(one)
  for (const number of [0, 1]) prepared(number)
  await settled()
  const again = pieces.room(6)
  expect(again.byteLength).toBe(6)
  expect(again.buffer).toBe(large.bytes.buffer)
  expect(pieces.room(6).buffer).not.toBe(small.bytes.buffer)
})

it('lets whoever brings pieces wait while too many are not prepared', async () => {
  const { pieces, prepared, answer } = standIn()
  let added = 0
  const adding = (async () => {
    for (let number = 0; number < 8; number += 1) {
      await pieces.add(piece(number))
      added += 1
    }
  })()
  await settled()
  expect(added).toBe(6)
  prepared(3)
  await settled()
  expect(added).toBe(7)
  prepared(0)
  await settled()
  expect(added).toBe(8)
  for (const number of [1, 2, 4, 5, 6, 7]) prepared(number)
  await adding
  answer('kept')
  const ended = pieces.end()
  await settled()
  answer('kept')
  expect(await ended).toBe('kept')
})

it('counts pieces in twice a second at most, the first one and those at the end at once', async () => {
  const { clock, pieces, committed, prepared, answer } = standIn()
  const bring = async (number: number) => {
    await pieces.add(piece(number))
    prepared(number)
    await settled()
  }
  await bring(0)
  expect(committed).toEqual([[0]])
  answer('kept')
  await bring(1)
  clock.advance(COUNT_EVERY_MS - 1)
  await bring(2)
  expect(committed).toEqual([[0]])
  clock.advance(1)
  await settled()
  expect(committed).toEqual([[0], [1, 2]])
  answer('kept')
  await bring(3)
  expect(committed).toHaveLength(2)
  const ended = pieces.end()
  await settled()
  expect(committed).toEqual([[0], [1, 2], [3]])
  answer('kept')
  expect(await ended).toBe('kept')
})

it('lets whoever brings pieces wait while very many are not counted in, as where the database hangs', async () => {
  const { pieces, prepared, answer } = standIn()
  let added = 0
  const adding = (async () => {
    for (; added < MOST_UNCOUNTED + 8; added += 1) {
      const adding = pieces.add(piece(added))
      await settled()
      prepared(added)
      await adding
    }
  })()
  await expect.poll(() => added).toBe(MOST_UNCOUNTED)
  await settled()
  expect(added).toBe(MOST_UNCOUNTED)
  answer('unwanted')
  await adding
  expect(await pieces.end()).toBe('unwanted')
})

it('writes the whole of a piece after its beginning', async () => {
  const { clock, pieces, begun, prepared, answer } = standIn()
  await pieces.add(piece(0, false))
  await pieces.add(piece(0))
  expect(begun).toEqual([0])
  prepared(0)
  await settled()
  expect(begun).toEqual([0, 0])
  answer('kept')
  prepared(0)
  clock.advance(COUNT_EVERY_MS)
  await settled()
  answer('kept')
  expect(await pieces.end()).toBe('kept')
})

it('says what became of the first that is not kept, counts none in behind it, and ends when the last is prepared', async () => {
  const { pieces, committed, prepared, answer } = standIn()
  await pieces.add(piece(0))
  await pieces.add(piece(1))
  prepared(0)
  await settled()
  answer('unwanted')
  await settled()
  expect(await pieces.add(piece(2))).toBe('unwanted')
  let end: Kept | undefined
  const ending = pieces.end().then((kept) => (end = kept))
  await settled()
  expect(end).toBeUndefined()
  prepared(1)
  prepared(2)
  await ending
  expect(end).toBe('unwanted')
  expect(committed).toEqual([[0]])
})

it('is at an end when a piece cannot be prepared', async () => {
  const { pieces, committed, failed } = standIn()
  await pieces.add(piece(0))
  failed(0)
  await expect(pieces.end()).rejects.toThrow('the disk is gone')
  expect(committed).toEqual([])
})

it('says at once that a piece cannot be prepared to whoever waits for room, and counts in what lies before it', async () => {
  const { pieces, committed, prepared, failed, answer } = standIn()
  const brought = async () => {
    for (let number = 0; number < 8; number += 1) await pieces.add(piece(number))
  }
  const bringing = brought()
  await settled()
  prepared(0)
  await settled()
  expect(committed).toEqual([[0]])
  failed(1)
  await expect(bringing).rejects.toThrow('the disk is gone')
  answer('kept')
  for (let number = 2; number < 8; number += 1) prepared(number)
  await expect(pieces.end()).rejects.toThrow('the disk is gone')
  expect(committed).toEqual([[0]])
})
