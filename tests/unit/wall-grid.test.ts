import { describe, expect, it } from 'vitest'
import { splits, wallGrid } from '#contract/calls/config/wall-grid.ts'
import { anyShape, fittedGrid, gridOf, standardGrid, usefulShapes } from '#src/lib/wall-grid.ts'

const lines = (split: (typeof splits)[number], stageRatio: number) => {
  const { columns, rows } = fittedGrid(standardGrid(split), stageRatio)
  return [columns, rows]
}

describe('the windows of a wall', () => {
  it('stand below each other on a screen that is held upright, and side by side on one that is very wide', () => {
    expect(lines(4, 1080 / 1920)).toEqual([1, 4])
    expect(lines(9, 1080 / 1920)).toEqual([2, 5])
    expect(lines(4, 5)).toEqual([4, 1])
  })

  it('stay as they are where that makes pictures hardly larger, and where somebody made the grid or one window is large', () => {
    for (const ratio of [1.3, 16 / 9, 21 / 9]) expect(lines(4, ratio)).toEqual([2, 2])
    for (const ratio of [1.3, 16 / 9, 21 / 9]) expect(lines(16, ratio)).toEqual([4, 4])
    expect(lines(6, 0.5)).toEqual([3, 3])
    const made = { columns: 2, rows: 2, cells: standardGrid(4).cells }
    expect(fittedGrid(made, 0.5)).toBe(made)
  })

  it('show pictures no smaller than in their usual grid, on a stage of whatever shape', () => {
    const pictureWidth = (columns: number, rows: number, ratio: number) => Math.min(1 / columns, 16 / 9 / (ratio * rows))
    for (const split of splits) {
      for (let ratio = 0.3; ratio < 6; ratio += 0.1) {
        const [usual, fitted] = [standardGrid(split), fittedGrid(standardGrid(split), ratio)]
        expect(wallGrid.safeParse(fitted).success).toBe(true)
        expect(fitted.cells).toHaveLength(split)
        expect(pictureWidth(fitted.columns, fitted.rows, ratio)).toBeGreaterThanOrEqual(pictureWidth(usual.columns, usual.rows, ratio))
      }
    }
  })

  it('touch each other on a stage of another shape than their pictures, whatever the grid', () => {
    const wide = 16 / 9
    for (const split of splits) {
      const { narrowest, widest } = usefulShapes(standardGrid(split), () => wide)
      expect([narrowest, widest]).toEqual([expect.closeTo(wide), expect.closeTo(wide)])
    }
    expect(usefulShapes(fittedGrid(standardGrid(4), 0.5), () => wide).narrowest).toBeCloseTo(wide / 4)
    // Two windows side by side, the first of which is twice as wide.
    const cells = [
      { x: 0, y: 0, width: 2, height: 1 },
      { x: 2, y: 0, width: 1, height: 1 },
    ]
    const { narrowest, widest } = usefulShapes(gridOf({ splitNum: 2, grid: { columns: 3, rows: 1, cells } }), () => wide)
    expect([narrowest, widest]).toEqual([expect.closeTo(wide * 1.5), expect.closeTo(wide * 3)])
  })

  it('have the height that the tallest picture needs, and all of the stage where one fills its window', () => {
    const shapes = (ratios: (number | undefined)[]) => usefulShapes(standardGrid(4), (cell) => ratios[cell])
    expect(shapes([16 / 9, 4 / 3, 16 / 9, 16 / 9])).toEqual({ narrowest: expect.closeTo(4 / 3), widest: expect.closeTo(16 / 9) })
    expect(shapes([16 / 9, undefined, 16 / 9, 16 / 9])).toEqual(anyShape)
  })
})
