import { describe, expect, it } from 'vitest'
import { DropPolicy } from '#workers/media/drop-policy.ts'

const key = { isKey: true }
const delta = { isKey: false }

/** A policy that has seen its first key frame long ago. */
function running(): DropPolicy {
  const policy = new DropPolicy()
  policy.takes(key, 0, 0, false)
  return policy
}

describe('the drop policy', () => {
  it('begins at a key frame', () => {
    const policy = new DropPolicy()
    expect(policy.takes(delta, 0, 0, false)).toBe(false)
    expect(policy.takes(key, 0, 1, false)).toBe(true)
    expect(policy.takes(delta, 0, 2, false)).toBe(true)
  })

  it('waits for a key frame again after a restart', () => {
    const policy = running()
    policy.restart()
    expect(policy.takes(delta, 0, 1, false)).toBe(false)
    expect(policy.isBehind).toBe(false)
    expect(policy.takes(key, 0, 2, false)).toBe(true)
  })

  it('decodes units that come in one breath', () => {
    const policy = running()
    for (let waiting = 0; waiting < 20; waiting++) expect(policy.takes(delta, waiting, 10_000, false)).toBe(true)
  })

  it('drops to the next key frame when the decoder stays behind', () => {
    const policy = running()
    expect(policy.takes(delta, 4, 10_000, false)).toBe(true)
    expect(policy.takes(delta, 4, 10_099, false)).toBe(true)
    expect(policy.takes(delta, 4, 10_100, false)).toBe(false)
    expect(policy.takes(delta, 0, 10_140, false)).toBe(false)
    expect(policy.isBehind).toBe(true)
    expect(policy.takes(key, 0, 10_180, false)).toBe(true)
    expect(policy.takes(delta, 1, 10_220, false)).toBe(true)
  })

  it('is patient only with a decoder that caught up in between', () => {
    const policy = running()
    policy.takes(delta, 4, 10_000, false)
    expect(policy.takes(delta, 3, 10_090, false)).toBe(true)
    expect(policy.takes(delta, 4, 10_120, false)).toBe(true)
  })

  it('has no patience soon after it had to drop', () => {
    const policy = running()
    policy.takes(delta, 4, 10_000, false)
    expect(policy.takes(delta, 4, 10_200, false)).toBe(false)
    expect(policy.takes(key, 0, 11_000, false)).toBe(true)
    expect(policy.takes(delta, 3, 11_040, false)).toBe(true)
    expect(policy.takes(delta, 4, 11_080, false)).toBe(false)
  })

  it('never drops a key frame, however many units wait', () => {
    const policy = running()
    policy.takes(delta, 50, 10_000, false)
    expect(policy.takes(key, 50, 20_000, false)).toBe(true)
  })

  it('lets windows catch up with what one of them was given to begin with, and is as strict as ever afterwards', () => {
    const policy = new DropPolicy()
    policy.takes(key, 0, 0, true)
    for (let waiting = 1; waiting < 100; waiting++) expect(policy.takes(delta, waiting, 5, true)).toBe(true)
    expect(policy.takes(delta, 60, 2_900, true)).toBe(true)
    expect(policy.takes(delta, 60, 2_900, false)).toBe(false)
  })

  it('gives up on a window that cannot catch up', () => {
    const policy = new DropPolicy()
    policy.takes(key, 0, 0, true)
    policy.takes(delta, 60, 10, true)
    expect(policy.takes(delta, 60, 3_020, true)).toBe(false)
    expect(policy.isBehind).toBe(true)
  })
})
