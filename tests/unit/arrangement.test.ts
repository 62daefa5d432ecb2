import { describe, expect, it } from 'vitest'
import type { LayoutValue } from '#contract/calls/config/layout-value.ts'
import { MOST_WINDOWS } from '#contract/calls/config/wall-grid.ts'
import {
  adjust,
  cellForOpening,
  cellOf,
  channelAt,
  clear,
  emptyArrangement,
  fromLayout,
  place,
  reorder,
  swap,
  toLayout,
  type Arrangement,
} from '#src/features/live/layouts/arrangement.ts'
import { layoutValue } from '#contract/calls/config/layout-value.ts'

const gate = { sn: 'GATE01', chlIndex: 0 }
const shop = { sn: 'SHOP01', chlIndex: 3 }
const dock = { sn: 'DOCK01', chlIndex: 1 }

function layout(entries: [number, typeof gate][], splitNum: LayoutValue['splitNum'] = 4): LayoutValue {
  return { splitNum, isDefault: false, playChlList: entries.map(([winIndex, channel]) => ({ winIndex, ...channel })) }
}

/** The window, not the cell, that shows a channel. */
function windowOf(wall: Arrangement, channel: typeof gate): number | undefined {
  return wall.cells[cellOf(wall, channel)]
}

describe('the wall', () => {
  it('shows a channel where it was put', () => {
    const wall = place(emptyArrangement, 2, gate)
    expect(channelAt(wall, 2)).toEqual(gate)
    expect(cellOf(wall, gate)).toBe(2)
    expect(cellOf(wall, shop)).toBe(-1)
  })

  it('swaps cells without changing what any window shows', () => {
    const before = place(place(emptyArrangement, 0, gate), 1, shop)
    const after = swap(before, 0, 1)
    expect(channelAt(after, 0)).toEqual(shop)
    expect(channelAt(after, 1)).toEqual(gate)
    expect(after.channels).toEqual(before.channels)
    expect(windowOf(after, gate)).toBe(windowOf(before, gate))
  })

  it('moves a channel that is on the wall already, instead of showing it twice', () => {
    const wall = place(place(emptyArrangement, 0, gate), 3, gate)
    expect(wall.channels.filter(Boolean)).toEqual([gate])
    expect(cellOf(wall, gate)).toBe(3)
  })

  it('empties a cell', () => {
    expect(channelAt(clear(place(emptyArrangement, 1, gate), 1), 1)).toBeNull()
  })

  it('opens in the selected cell when it is free, else in the next free one, else over the selected one', () => {
    const one = place(emptyArrangement, 1, gate)
    expect(cellForOpening(one, 4, 2)).toBe(2)
    expect(cellForOpening(one, 4, 1)).toBe(2)
    expect(cellForOpening(place(one, 0, shop), 1, 0)).toBe(0)
    expect(cellForOpening(one, 4, 9)).toBe(0)
  })
})

describe('layouts', () => {
  it('come back as they were saved', () => {
    const wall = place(swap(place(emptyArrangement, 0, gate), 0, 5), 2, shop)
    const again = fromLayout(emptyArrangement, toLayout(wall, { splitNum: 9 }, { isDefault: false }))
    expect(channelAt(again, 5)).toEqual(gate)
    expect(channelAt(again, 2)).toEqual(shop)
    expect(again.channels.filter(Boolean)).toHaveLength(2)
  })

  it('keep the stream and the shape that somebody chose, and what others have saved without them is as before', () => {
    const held = adjust(adjust(place(emptyArrangement, 0, gate), 0, { stream: 'main' }), 0, { shape: '4:3' })
    const saved = layoutValue.parse(JSON.parse(JSON.stringify(toLayout(held, { splitNum: 1 }, { isDefault: false }))))
    expect(channelAt(fromLayout(emptyArrangement, saved), 0)).toEqual({ ...gate, stream: 'main', shape: '4:3' })
    const plain = layoutValue.parse({ splitNum: 1, isDefault: false, playChlList: [{ winIndex: 0, ...gate }] })
    expect(channelAt(fromLayout(emptyArrangement, plain), 0)).toEqual(gate)
  })

  it('hold only the cells of their split, unless all are asked for', () => {
    const wall = place(place(emptyArrangement, 0, gate), 7, shop)
    expect(toLayout(wall, { splitNum: 4 }, { isDefault: true }).playChlList).toEqual([{ winIndex: 0, ...gate }])
    expect(toLayout(wall, { splitNum: 4 }, { isDefault: false, all: true }).playChlList).toHaveLength(2)
  })

  it('keep a window that shows one of their channels already, in whatever cell it comes to stand', () => {
    const before = place(place(emptyArrangement, 0, gate), 1, shop)
    const after = fromLayout(
      before,
      layout([
        [3, gate],
        [0, dock],
      ]),
    )
    expect(windowOf(after, gate)).toBe(windowOf(before, gate))
    expect(channelAt(after, 3)).toEqual(gate)
    expect(channelAt(after, 0)).toEqual(dock)
    expect(cellOf(after, shop)).toBe(-1)
  })

  it('leave every window in exactly one cell', () => {
    const after = fromLayout(
      place(emptyArrangement, 9, gate),
      layout(
        [
          [0, gate],
          [15, shop],
          [70, dock],
        ],
        16,
      ),
    )
    expect(after.cells.toSorted((a, b) => a - b)).toEqual(Array.from({ length: MOST_WINDOWS }, (_, index) => index))
    expect(cellOf(after, dock)).toBe(-1)
  })
})

describe('a new grid', () => {
  it('takes each camera along with its window, and shows none twice', () => {
    const before = place(place(place(emptyArrangement, 0, gate), 1, shop), 2, dock)
    const after = reorder(before, [2, undefined, 0])
    expect([0, 1, 2].map((cell) => channelAt(after, cell))).toEqual([dock, null, gate])
    expect(windowOf(after, gate)).toBe(windowOf(before, gate))
    expect(after.cells.toSorted((a, b) => a - b)).toEqual(Array.from({ length: MOST_WINDOWS }, (_, index) => index))
  })
})
