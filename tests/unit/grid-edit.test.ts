import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { splits, wallGrid } from '#contract/calls/config/wall-grid.ts'
import { standardGrid, type Direction } from '#src/lib/wall-grid.ts'
import {
  addPiece,
  between,
  boardOf,
  freePlace,
  gridOfBoard,
  moved,
  putPiece,
  removePiece,
  resized,
  type Board,
} from '#src/features/live/layouts/grid-edit.ts'

const empty: Board = { columns: 12, rows: 12, pieces: [] }

describe('a layout of one’s own', () => {
  it.each(splits)('begins with the %i windows of the wall, and is a grid at once', (split) => {
    const board = boardOf(standardGrid(split))
    expect(board.pieces.map(({ from }) => from)).toEqual(Array.from({ length: split }, (_, cell) => cell))
    expect(wallGrid.safeParse(gridOfBoard(board)).success).toBe(true)
    expect(freePlace(board)).toBeUndefined()
  })

  it('a window stays where it is when another one, or the edge, is in the way', () => {
    const board = boardOf(standardGrid(4))
    expect(putPiece(board, 0, moved(board.pieces[0]!, 'right'))).toBe(board)
    expect(putPiece(board, 0, moved(board.pieces[0]!, 'up'))).toBe(board)
    expect(putPiece(board, 3, resized(board.pieces[3]!, 'down'))).toBe(board)
  })

  it('a window takes the room of one that was removed, and keeps its camera', () => {
    const board = removePiece(boardOf(standardGrid(4)), 1)
    const wide = putPiece(board, 0, { x: 0, y: 0, width: 12, height: 6 })
    expect(wide.pieces[0]).toEqual({ x: 0, y: 0, width: 12, height: 6, from: 0 })
    expect(wide.pieces.map(({ from }) => from)).toEqual([0, 2, 3])
  })

  it('new windows go where there is room, the largest first', () => {
    expect(freePlace(empty)).toEqual({ x: 0, y: 0, width: 6, height: 6 })
    const almostFull = addPiece(addPiece(empty, { x: 0, y: 0, width: 12, height: 11 }), { x: 0, y: 11, width: 11, height: 1 })
    expect(freePlace(almostFull)).toEqual({ x: 11, y: 11, width: 1, height: 1 })
  })

  it('a drawn window goes from corner to corner, whichever comes first', () => {
    expect(between({ x: 5, y: 2 }, { x: 1, y: 4 })).toEqual({ x: 1, y: 2, width: 5, height: 3 })
  })

  it('stays a grid that the service takes, whatever is done to it', () => {
    const direction = fc.constantFrom<Direction>('left', 'right', 'up', 'down')
    const step = fc.record({
      kind: fc.constantFrom('move', 'resize', 'add', 'remove'),
      at: fc.nat(),
      direction,
      x: fc.nat(30),
      y: fc.nat(30),
    })
    fc.assert(
      fc.property(fc.constantFrom(...splits), fc.array(step, { maxLength: 60 }), (split, todo) => {
        let board = boardOf(standardGrid(split))
        for (const { kind, at, direction: way, x, y } of todo) {
          const index = at % Math.max(board.pieces.length, 1)
          const piece = board.pieces[index]
          if (kind === 'add') board = addPiece(board, { x, y, width: 1 + (at % 4), height: 1 + (at % 3) })
          else if (piece === undefined) continue
          else if (kind === 'remove' && board.pieces.length > 1) board = removePiece(board, index)
          else board = putPiece(board, index, kind === 'move' ? moved(piece, way) : resized(piece, way))
        }
        return wallGrid.safeParse(gridOfBoard(board)).success
      }),
    )
  })
})
