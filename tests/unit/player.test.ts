import { setupI18n } from '@lingui/core'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Event } from '#contract/calls/event/event.ts'
import { chaptersOf } from '#src/ui/event/chapters.ts'
import { loopFrom, loopUntil } from '#src/ui/player/loop.ts'
import {
  chapterAt,
  chapterBeside,
  chaptersWithin,
  hasMoment,
  leaderAt,
  positionIn,
  wholeSpan,
  type Chapter,
} from '#src/ui/player/moments.ts'

const span = fc
  .tuple(fc.integer({ min: 0, max: 1_000_000 }), fc.integer({ min: 1, max: 600_000 }))
  .map(([startMs, lengthMs]) => ({ startMs, endMs: startMs + lengthMs }))
const spans = fc.array(span, { minLength: 1, maxLength: 16 })
const moment = fc.integer({ min: 0, max: 1_600_000 })
const chapter = fc.record({ id: fc.uuid(), atMs: moment, name: fc.string() })

describe('files that play side by side', () => {
  test('no file is sent before its begin or behind its end', () => {
    fc.assert(
      fc.property(span, moment, (clip, atMs) => {
        const position = positionIn(clip, atMs)
        expect(position).toBeGreaterThanOrEqual(0)
        expect(position).toBeLessThanOrEqual((clip.endMs - clip.startMs) / 1000)
        if (hasMoment(clip, atMs)) expect(Math.round(clip.startMs + position * 1000)).toBe(atMs)
      }),
    )
  })

  test('the clock is that of a file which has the moment, as long as one has', () => {
    fc.assert(
      fc.property(spans, moment, (clips, atMs) => {
        const leader = clips[leaderAt(clips, atMs)]
        expect(leader).toBeDefined()
        if (clips.some((clip) => hasMoment(clip, atMs))) expect(leader && hasMoment(leader, atMs)).toBe(true)
        const { startMs, endMs } = wholeSpan(clips)
        for (const clip of clips) expect(clip.startMs >= startMs && clip.endMs <= endMs).toBe(true)
      }),
    )
  })
})

describe('chapters', () => {
  test('one step on, from any moment, passes over none and ends at the last', () => {
    fc.assert(
      fc.property(fc.array(chapter, { maxLength: 20 }), span, (all, clip) => {
        const chapters = chaptersWithin(all, clip, 100)
        const visited: Chapter[] = []
        for (let next = chapterBeside(chapters, clip.startMs - 10, 1); next; next = chapterBeside(chapters, next.atMs, 1))
          visited.push(next)
        // Those that begin at one moment are one step.
        const moments = [...new Set(chapters.map(({ atMs }) => atMs))]
        const apart = moments.filter((atMs, index) => index === 0 || atMs - (moments[index - 1] ?? 0) > 1)
        expect(visited.length).toBeLessThanOrEqual(moments.length)
        expect(visited.length).toBeGreaterThanOrEqual(apart.length > 0 ? 1 : 0)
        expect(visited.map(({ atMs }) => atMs)).toEqual(visited.map(({ atMs }) => atMs).toSorted((one, other) => one - other))
        if (visited.length > 0) expect((moments.at(-1) ?? 0) - (visited.at(-1)?.atMs ?? 0)).toBeLessThanOrEqual(1)
      }),
    )
  })

  test('back from within a chapter leads to its begin, and from its begin to the one before', () => {
    const chapters = [1_000, 5_000, 9_000].map((atMs) => ({ id: String(atMs), atMs, name: '' }))
    expect(chapterBeside(chapters, 8_000, -1)?.atMs).toBe(5_000)
    expect(chapterBeside(chapters, 5_400, -1)?.atMs).toBe(1_000)
    expect(chapterBeside(chapters, 1_200, -1)).toBeUndefined()
    expect(chapterAt(chapters, 8_999)?.atMs).toBe(9_000)
    expect(chapterAt(chapters, 500)).toBeUndefined()
  })
})

describe('what is repeated', () => {
  test('lies in what there is, is long enough to be seen, and keeps the other end where it was set', () => {
    fc.assert(
      fc.property(
        span.filter(({ startMs, endMs }) => endMs - startMs > 400),
        fc.array(fc.tuple(fc.constantFrom(loopFrom, loopUntil), moment), { minLength: 1, maxLength: 6 }),
        (whole, marks) => {
          let loop: ReturnType<typeof loopFrom> | undefined
          for (const [mark, atMs] of marks) {
            const before = loop
            loop = mark(whole, loop, Math.min(Math.max(atMs, whole.startMs), whole.endMs))
            expect(loop.startMs).toBeGreaterThanOrEqual(whole.startMs)
            expect(loop.endMs).toBeLessThanOrEqual(whole.endMs)
            expect(loop.endMs - loop.startMs).toBeGreaterThanOrEqual(200)
            if (mark === loopFrom) expect([before?.endMs, whole.endMs]).toContain(loop.endMs)
            else expect([before?.startMs, whole.startMs]).toContain(loop.startMs)
          }
        },
      ),
    )
  })
})

test('what a camera saw is a chapter each, by its kind, its plate and the clock of the place', () => {
  const i18n = setupI18n({ locale: 'en-US', messages: { 'en-US': {} } })
  const nothing = { attributes: {}, similarity: null, person: null, box: null, pictureUrl: null }
  const seen: Event = {
    ...nothing,
    eventId: '7',
    kind: 'face',
    sn: 'GATE000001',
    chlIndex: 0,
    siteName: 'Gate',
    sourceName: 'Entry',
    atMs: Date.UTC(2026, 6, 1, 22, 30, 5),
    plate: null,
  }
  const passed: Event = { ...seen, eventId: '8', kind: 'plate', plate: 'KV 1234', atMs: seen.atMs + 61_000 }
  expect(chaptersOf([seen, passed], 'Europe/Amsterdam', i18n)).toEqual([
    { id: '7', atMs: seen.atMs, name: 'Face 00:30:05' },
    { id: '8', atMs: passed.atMs, name: 'Licence plate KV 1234 00:31:06' },
  ])
  expect(chaptersOf([seen], 'Asia/Shanghai', i18n)[0]?.name).toBe('Face 06:30:05')
})
