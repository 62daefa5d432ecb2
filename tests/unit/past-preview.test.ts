import { expect, test } from 'vitest'
import { PREVIEW_WINDOW, type PastOrder } from '#contract/playback-api.ts'
import { PastPreview } from '#src/data/media/playback/past-preview.ts'

const yard = { sn: 'SLYARD', chlIndex: 0, from: 'local' } as const
const gate = { sn: 'SLGATE', chlIndex: 0, from: 'local' } as const

/** The picture above a pointer, the orders for it, and what those who show it have read when they were told to. */
function stand() {
  const orders: PastOrder[] = []
  const send = (order: { op: string; order?: PastOrder }) => void (order.order && orders.push(order.order))
  const preview = new PastPreview({ port: { send } } as unknown as ConstructorParameters<typeof PastPreview>[0])
  const read: (number | undefined)[] = []
  preview.subscribe(() => read.push(preview.pictureMs))
  /** Which visit the newest order is of. */
  const visit = () => orders.findLast((order) => order.kind === 'point')?.visit ?? 0
  return { preview, orders, read, visit }
}

test('a picture is of what is pointed at, for as long as it is of the same camera', () => {
  const { preview, orders, visit } = stand()
  preview.point(yard, 1_000)
  preview.take({ visit: visit(), pictureMs: 900 })
  preview.point(yard, 2_000)
  expect(preview.pictureMs).toBe(900)
  const camera = { ...yard, stream: 'sub', window: PREVIEW_WINDOW }
  expect(orders).toEqual([1_000, 2_000].map((atMs) => ({ kind: 'point', camera, atMs, visit: visit() })))
})

test('of another camera there is none before it is told of one, and what was under way of the first one is none', () => {
  const { preview, read, visit } = stand()
  preview.point(yard, 1_000)
  const before = visit()
  preview.take({ visit: before, pictureMs: 900 })
  preview.point(gate, 1_000)
  expect(preview.pictureMs).toBeUndefined()
  preview.take({ visit: before, pictureMs: 950 })
  expect(preview.pictureMs).toBeUndefined()
  preview.take({ visit: visit(), pictureMs: 800 })
  expect(read.filter((ms) => ms !== undefined)).toEqual([900, 800])
})

test('what is told after somebody has left shows nothing, also when they are back meanwhile', () => {
  const { preview, visit } = stand()
  preview.point(yard, 1_000)
  const before = visit()
  preview.leave()
  preview.take({ visit: before, pictureMs: 900 })
  expect(preview.pictureMs).toBeUndefined()
  preview.point(yard, 1_000)
  preview.take({ visit: before, pictureMs: 900 })
  expect(preview.pictureMs).toBeUndefined()
  preview.take({ visit: visit(), pictureMs: 900 })
  expect(preview.pictureMs).toBe(900)
})
