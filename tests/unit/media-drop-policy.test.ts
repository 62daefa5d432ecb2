import { describe, expect, it } from 'vitest'
import { DropPolicy } from '#workers/media/drop-policy.ts'

const key = { isKey: true, isPreroll: false }
const delta = { isKey: false, isPreroll: false }
const preroll = { isKey: false, isPreroll: true }

/** A policy that has seen its first key frame long ago. */
function running(): DropPolicy {
  const policy = new DropPolicy()
  policy.takes(key, 0, 0)
  return policy
}

describe('the drop policy', () => {
  it('begins at a key frame', () => {
    const policy = new DropPolicy()
    expect(policy.takes(delta, 0, 0)).toBe(false)
    expect(policy.takes(key, 0, 1)).toBe(true)
    expect(policy.takes(delta, 0, 2)).toBe(true)
  })

  it('waits for a key frame again after a restart', () => {
    const policy = running()
    policy.restart()
    expect(policy.takes(delta, 0, 1)).toBe(false)
    expect(policy.isBehind).toBe(false)
    expect(policy.takes(key, 0, 2)).toBe(true)
  })

  it('decodes units that come in one breath', () => {
    const policy = running()
    for (let waiting = 0; waiting < 20; waiting++) expect(policy.takes(delta, waiting, 10_000)).toBe(true)
  })

  it('drops to the next key frame when the decoder stays behind', () => {
    const policy = running()
    expect(policy.takes(delta, 4, 10_000)).toBe(true)
    expect(policy.takes(delta, 4, 10_099)).toBe(true)
    expect(policy.takes(delta, 4, 10_100)).toBe(false)
    expect(policy.takes(delta, 0, 10_140)).toBe(false)
    expect(policy.isBehind).toBe(true)
    expect(policy.takes(key, 0, 10_180)).toBe(true)
    expect(policy.takes(delta, 1, 10_220)).toBe(true)
  })

  it('is patient only with a decoder that caught up in between', () => {
    const policy = running()
    policy.takes(delta, 4, 10_000)
    expect(policy.takes(delta, 3, 10_090)).toBe(true)
    expect(policy.takes(delta, 4, 10_120)).toBe(true)
  })

  it('has no patience soon after it had to drop', () => {
    const policy = running()
    policy.takes(delta, 4, 10_000)
    expect(policy.takes(delta, 4, 10_200)).toBe(false)
    expect(policy.takes(key, 0, 11_000)).toBe(true)
    expect(policy.takes(delta, 3, 11_040)).toBe(true)
    expect(policy.takes(delta, 4, 11_080)).toBe(false)
  })

  it('never drops a key frame, however many units wait', () => {
    const policy = running()
    policy.takes(delta, 50, 10_000)
    expect(policy.takes(key, 50, 20_000)).toBe(true)
  })

  it('lets a window catch up with what it was given to begin with, and the live units behind that', () => {
    const policy = new DropPolicy()
    policy.takes({ isKey: true, isPreroll: true }, 0, 0)
    for (let waiting = 1; waiting < 100; waiting++) expect(policy.takes(preroll, waiting, 5)).toBe(true)
    expect(policy.takes(delta, 60, 800)).toBe(true)
    expect(policy.takes(delta, 60, 1_600)).toBe(false)
  })
})
