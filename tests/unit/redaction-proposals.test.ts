import { describe, expect, test } from 'vitest'
import type { Event } from '#contract/calls/event/event.ts'
import { redactionArea, type RedactionArea } from '#contract/redaction.ts'
import { boxAt } from '#shared/redaction/area-at.ts'
import { newArea, placedAt, shapeAt, shapedAt } from '#src/features/redaction/model/edit-areas.ts'
import { areaOf, proposalsOf } from '#src/features/redaction/model/proposals.ts'
import { boxOf, moved, withCorner, type Shape } from '#src/ui/drawing/shape.ts'

const START_MS = 1_000_000
const LENGTH_MS = 10_000

function seen(changes: Partial<Event>): Event {
  const named = { sn: 'GATE000001', chlIndex: 0, siteName: 'Gate', sourceName: 'Gate 1' }
  const known = { attributes: {}, plate: null, similarity: null, person: null, pictureUrl: null }
  return {
    eventId: '1',
    kind: 'face',
    atMs: START_MS + 4_000,
    box: { x: 0.4, y: 0.2, width: 0.1, height: 0.2 },
    ...named,
    ...known,
    ...changes,
  }
}

describe('what a camera has told of a clip', () => {
  test('is proposed where it told a place of a face or a person, within the clip, in the order of time', () => {
    const proposals = proposalsOf(
      [
        seen({ eventId: '5', atMs: START_MS + 9_000, kind: 'person' }),
        seen({ eventId: '4', box: null }),
        seen({ eventId: '3', kind: 'vehicle' }),
        seen({ eventId: '2', atMs: START_MS - 1 }),
        seen({ eventId: '1' }),
        seen({ eventId: '6', atMs: START_MS + LENGTH_MS + 1 }),
      ],
      START_MS,
      LENGTH_MS,
    )
    expect(proposals.map(({ id, kind, atMs }) => [id, kind, atMs])).toEqual([
      ['1', 'face', 4_000],
      ['5', 'person', 9_000],
    ])
  })

  test('becomes an area that the service takes: wider than the face, and around the moment', () => {
    const [proposal] = proposalsOf([seen({ atMs: START_MS + 300, box: { x: 0, y: 0.8, width: 0.1, height: 0.2 } })], START_MS, LENGTH_MS)
    if (proposal === undefined) throw new Error('Nothing is proposed')
    const area = areaOf(proposal, LENGTH_MS)
    expect(redactionArea.safeParse(area).success).toBe(true)
    expect(area).toMatchObject({ form: 'ellipse', fromMs: 0, toMs: 1_300 })
    expect(area.moments[0]?.box.width).toBeCloseTo(0.13)
    expect(boxAt(area, 2_000)).toBeUndefined()
  })
})

describe('a polygon over a clip', () => {
  const triangle: Shape = {
    form: 'polygon',
    points: [
      { x: 0.2, y: 0.2 },
      { x: 0.4, y: 0.2 },
      { x: 0.3, y: 0.5 },
    ],
  }

  test('moves evenly between the moments at which it was placed', () => {
    const first = newArea(triangle, 0, LENGTH_MS)
    const area = shapedAt(first, 4_000, moved(triangle, { x: 0.4, y: 0.2 }))
    expect(redactionArea.safeParse(area).success).toBe(true)
    expect(area.moments).toHaveLength(2)
    expect(pointsAt(area, 2_000)).toEqual([
      [expect.closeTo(0.4), expect.closeTo(0.3)],
      [expect.closeTo(0.6), expect.closeTo(0.3)],
      [expect.closeTo(0.5), expect.closeTo(0.6)],
    ])
  })

  test('that is bent is bent at all moments, and stays where it was placed', () => {
    const area = placedAt(newArea(triangle, 0, LENGTH_MS), 4_000, boxOf(moved(triangle, { x: 0.4, y: 0.2 })))
    const bent = shapedAt(area, 0, withCorner(triangle, 2, { x: 0.35, y: 0.6 }))
    expect(redactionArea.safeParse(bent).success).toBe(true)
    expect(pointsAt(bent, 0)[2]).toEqual([expect.closeTo(0.35), expect.closeTo(0.6)])
    expect(pointsAt(bent, 4_000)).toEqual([
      [expect.closeTo(0.6), expect.closeTo(0.4)],
      [expect.closeTo(0.8), expect.closeTo(0.4)],
      [expect.closeTo(0.75), expect.closeTo(0.8)],
    ])
  })

  function pointsAt(area: RedactionArea, atMs: number) {
    const shape = shapeAt(area, atMs)
    return shape?.form === 'polygon' ? shape.points.map(({ x, y }) => [x, y]) : []
  }
})
