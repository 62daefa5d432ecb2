import { describe, expect, it } from 'vitest'
import { DropPolicy, type Queue } from '#workers/media/drop-policy.ts'

const key = { isKey: true }
const delta = { isKey: false }
const none: Queue = { waiting: 0, lateMs: 0 }

/** A policy that has seen its first key frame long ago. */
function running(): DropPolicy {
  const policy = new DropPolicy()
  policy.judge(key, none, 0)
  return policy
}

/** What becomes of the pictures from `fromMs` to `untilMs`, 40 ms apart, while the decoder does half of them. */
function overload(policy: DropPolicy, fromMs: number, untilMs: number): Set<string> {
  const verdicts = new Set<string>()
  for (let nowMs = fromMs; nowMs < untilMs; nowMs += 40) {
    const lateMs = (nowMs - fromMs) / 2
    verdicts.add(policy.judge(delta, { waiting: lateMs / 40, lateMs }, nowMs))
  }
  return verdicts
}

describe('the drop policy', () => {
  it('begins at a key frame', () => {
    const policy = new DropPolicy()
    expect(policy.judge(delta, none, 0)).toBe('leave')
    expect(policy.isBehind).toBe(false)
    expect(policy.judge(key, none, 1)).toBe('decode')
    expect(policy.judge(delta, none, 2)).toBe('decode')
  })

  it('waits for a key frame again after a restart', () => {
    const policy = running()
    policy.restart()
    expect(policy.judge(delta, none, 1)).toBe('leave')
    expect(policy.isBehind).toBe(false)
    expect(policy.judge(key, none, 2)).toBe('decode')
  })

  it('decodes units that come in one breath, and a key frame among them takes nothing from those before it', () => {
    const policy = running()
    for (let waiting = 0; waiting < 60; waiting++) {
      expect(policy.judge(waiting === 30 ? key : delta, { waiting, lateMs: waiting * 40 }, 10_000)).toBe('decode')
    }
  })

  it('does not stop in the middle of a group of pictures, which would show an older one for longer, and jumps to the next key frame', () => {
    const policy = running()
    expect(overload(policy, 10_000, 12_000)).toEqual(new Set(['decode']))
    expect(policy.judge(key, { waiting: 25, lateMs: 1_000 }, 12_000)).toBe('jump')
    expect(policy.judge(delta, { waiting: 1, lateMs: 40 }, 12_040)).toBe('decode')
  })

  it('does not jump when the decoder has caught up in between', () => {
    const policy = running()
    policy.judge(delta, { waiting: 4, lateMs: 160 }, 10_000)
    policy.judge(delta, { waiting: 3, lateMs: 120 }, 10_090)
    policy.judge(delta, { waiting: 4, lateMs: 160 }, 10_120)
    expect(policy.judge(key, { waiting: 4, lateMs: 160 }, 10_160)).toBe('decode')
  })

  it('leaves out the rest of a long group of pictures when it is two seconds behind', () => {
    const policy = running()
    policy.judge(delta, { waiting: 4, lateMs: 160 }, 10_000)
    expect(policy.judge(delta, { waiting: 49, lateMs: 1_960 }, 11_000)).toBe('decode')
    expect(policy.judge(delta, { waiting: 50, lateMs: 2_000 }, 11_040)).toBe('leave')
    expect(policy.isBehind).toBe(true)
    // Until the next key frame, though the decoder has nothing to do by then.
    expect(policy.judge(delta, none, 14_000)).toBe('leave')
    expect(policy.isBehind).toBe(true)
    expect(policy.judge(key, none, 15_000)).toBe('decode')
    expect(policy.judge(delta, none, 15_040)).toBe('decode')
    expect(policy.isBehind).toBe(false)
  })

  it('works off a group of twenty seconds that it gets through in time: the next key frame may be as far away', () => {
    const policy = new DropPolicy()
    policy.judge(key, none, 0)
    for (let waiting = 1; waiting <= 500; waiting++) policy.judge(delta, { waiting, lateMs: 0 }, 5)
    // A hundred pictures a second, while 25 more are filmed.
    for (let nowMs = 45; nowMs < 6_600; nowMs += 40) {
      const waiting = Math.round(500 - (nowMs * 75) / 1_000)
      expect(policy.judge(delta, { waiting, lateMs: nowMs }, nowMs)).toBe('decode')
    }
    expect(policy.judge(delta, { waiting: 2, lateMs: 80 }, 6_640)).toBe('decode')
  })

  it('gives up on a group of twenty seconds that it hardly gets through', () => {
    const policy = new DropPolicy()
    policy.judge(key, none, 0)
    for (let waiting = 1; waiting <= 500; waiting++) policy.judge(delta, { waiting, lateMs: 0 }, 5)
    expect(policy.judge(delta, { waiting: 490, lateMs: 2_900 }, 2_900)).toBe('leave')
    expect(policy.isBehind).toBe(true)
  })

  it('gives up on what a window was given to begin with when it is not worked off in three seconds', () => {
    const policy = new DropPolicy()
    policy.judge(key, none, 0)
    for (let waiting = 1; waiting < 100; waiting++) expect(policy.judge(delta, { waiting, lateMs: 0 }, 5)).toBe('decode')
    expect(policy.judge(delta, { waiting: 60, lateMs: 0 }, 3_000)).toBe('decode')
    expect(policy.judge(delta, { waiting: 60, lateMs: 0 }, 3_010)).toBe('leave')
    expect(policy.isBehind).toBe(true)
  })
})
