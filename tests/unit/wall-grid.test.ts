import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { layoutValue } from '#contract/calls/config/layout-value.ts'
import { MOST_WINDOWS, splits, wallGrid, type WallGrid } from '#contract/calls/config/wall-grid.ts'
import { gridOf, narrowGrid, neighbour, splitNameOf, standardGrid, wallGridOf, type Direction } from '#src/lib/wall-grid.ts'

const directions: Direction[] = ['left', 'right', 'up', 'down']
const area = ({ cells }: WallGrid) => cells.reduce((sum, { width, height }) => sum + width * height, 0)

describe('the grids of the wall', () => {
  it.each(splits)('%i windows fill the wall, without gaps and not over each other', (split) => {
    const grid = standardGrid(split)
    expect(wallGrid.safeParse(grid).success).toBe(true)
    expect(grid.cells).toHaveLength(split)
    expect(area(grid)).toBe(grid.columns * grid.rows)
  })

  it('six and eight windows have one that is larger, the first', () => {
    expect(standardGrid(6).cells[0]).toEqual({ x: 0, y: 0, width: 2, height: 2 })
    expect(standardGrid(8).cells[0]).toEqual({ x: 0, y: 0, width: 3, height: 3 })
  })

  it.each(splits)('on a narrow screen %i windows stand in one column or two', (split) => {
    const grid = narrowGrid(standardGrid(split))
    expect(grid.cells).toHaveLength(split)
    expect(grid.columns).toBeLessThanOrEqual(2)
  })

  it('a layout is refused whose windows stand over each other, outside, or are more or fewer than it says', () => {
    const layout = { splitNum: 2, isDefault: false, playChlList: [] }
    const left = { x: 0, y: 0, width: 2, height: 2 }
    const right = { x: 2, y: 0, width: 1, height: 3 }
    const grid = { columns: 3, rows: 3, cells: [left, right] }
    const isTaken = (value: object) => layoutValue.safeParse(value).success
    expect(isTaken({ ...layout, grid })).toBe(true)
    expect(isTaken({ ...layout, grid: { ...grid, cells: [left, { ...right, x: 1 }] } })).toBe(false)
    expect(isTaken({ ...layout, grid: { ...grid, cells: [left, { ...right, height: 4 }] } })).toBe(false)
    expect(isTaken({ ...layout, splitNum: 3, grid })).toBe(false)
    expect(isTaken(layout)).toBe(false)
    expect(isTaken({ ...layout, splitNum: 36 })).toBe(true)
  })

  it('the address names the grid of each layout, and the layout comes back from it', () => {
    const free: WallGrid = { columns: 2, rows: 1, cells: [{ x: 1, y: 0, width: 1, height: 1 }] }
    expect(wallGridOf(splitNameOf({ splitNum: 1, grid: free }), free)).toEqual({ splitNum: 1, grid: free })
    for (const split of splits) expect(gridOf(wallGridOf(splitNameOf({ splitNum: split }), free))).toBe(standardGrid(split))
  })
})

describe('arrows', () => {
  it('lead to what one sees on that side, and stay at the edge', () => {
    const four = standardGrid(4)
    expect(directions.map((direction) => neighbour(four, 0, direction))).toEqual([0, 1, 0, 2])
    expect(directions.map((direction) => neighbour(four, 3, direction))).toEqual([2, 3, 1, 3])
    const six = standardGrid(6)
    expect(neighbour(six, 0, 'right')).toBe(1)
    expect(neighbour(six, 2, 'left')).toBe(0)
    expect(neighbour(six, 4, 'up')).toBe(0)
    expect(neighbour(six, 5, 'up')).toBe(2)
  })

  it('reach every window of every grid from every other one', () => {
    for (const split of splits) {
      const grid = standardGrid(split)
      const reached = new Set([split - 1])
      for (const cell of reached) for (const direction of directions) reached.add(neighbour(grid, cell, direction))
      expect(reached.size).toBe(split)
    }
  })

  it('never leave a grid that somebody made', () => {
    const cell = fc.record({ x: fc.nat(10), y: fc.nat(10), width: fc.integer({ min: 1, max: 3 }), height: fc.integer({ min: 1, max: 3 }) })
    const cells = fc.array(cell, { minLength: 1, maxLength: MOST_WINDOWS })
    fc.assert(
      fc.property(cells, fc.nat(), fc.constantFrom(...directions), (places, at, direction) => {
        const next = neighbour({ columns: 24, rows: 24, cells: places }, at % places.length, direction)
        return places[next] !== undefined
      }),
    )
  })
})
