import { expect, it } from 'vitest'
import { PiecesUnderWay, type Kept, type Piece } from '#workers/core/pieces-under-way.ts'

/** A keeper in the hand of the test: nothing is prepared or counted in before it says so. */
function standIn() {
  const begun: number[] = []
  const committed: number[][] = []
  const preparing = new Map<number, PromiseWithResolvers<void>>()
  let committing = Promise.withResolvers<Kept>()
  const pieces = new PiecesUnderWay<number>({
    prepare: async ({ number }) => {
      begun.push(number)
      const prepared = Promise.withResolvers<void>()
      preparing.set(number, prepared)
      await prepared.promise
      return number
    },
    commit: (numbers) => {
      committed.push([...numbers])
      return committing.promise
    },
  })
  return {
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
  const { pieces, begun, committed, prepared, answer } = standIn()
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

it('lets whoever brings pieces wait while too many are under way', async () => {
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
  prepared(0)
  await settled()
  expect(added).toBe(6)
  answer('kept')
  await settled()
  expect(added).toBe(7)
  for (let number = 1; number < 8; number += 1) prepared(number)
  await settled()
  answer('kept')
  await adding
  prepared(7)
  await settled()
  answer('kept')
  expect(await pieces.end()).toBe('kept')
})

it('writes the whole of a piece after its beginning', async () => {
  const { pieces, begun, prepared, answer } = standIn()
  await pieces.add(piece(0, false))
  await pieces.add(piece(0))
  expect(begun).toEqual([0])
  prepared(0)
  await settled()
  expect(begun).toEqual([0, 0])
  answer('kept')
  prepared(0)
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
