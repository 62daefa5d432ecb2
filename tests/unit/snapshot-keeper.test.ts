import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { SnapshotKeeper } from '#src/data/media/snapshot-keeper.ts'

const gate = { sn: 'SN0001', chlIndex: 0 }

describe('the last picture of a camera', () => {
  let kept: number[]
  let isLive: boolean
  let keeper: SnapshotKeeper
  const surface = { picture: async () => ({ bytes: new Uint8Array(1), takenAtMs: Date.now() }) }

  beforeEach(() => {
    vi.useFakeTimers({ now: 0 })
    kept = []
    isLive = true
    const put = async ({ takenAtMs }: { takenAtMs: number }) => void kept.push(takenAtMs)
    keeper = new SnapshotKeeper(put, () => isLive)
  })
  afterEach(() => vi.useRealTimers())

  it('is kept soon after the first one, and each minute', async () => {
    keeper.begin(surface, gate)
    await vi.advanceTimersByTimeAsync(2_900)
    expect(kept).toEqual([])
    await vi.advanceTimersByTimeAsync(117_200)
    expect(kept).toEqual([3_000, 60_000, 120_000])
  })

  it('is kept once when a window shows it for a moment only, as in a tour', async () => {
    keeper.begin(surface, gate)
    await vi.advanceTimersByTimeAsync(2_000)
    await keeper.keep(surface, gate)
    keeper.stop()
    await vi.advanceTimersByTimeAsync(120_000)
    expect(kept).toEqual([2_000])
  })

  it('is not one of the past that the window shows again', async () => {
    keeper.begin(surface, gate)
    isLive = false
    await vi.advanceTimersByTimeAsync(61_000)
    expect(kept).toEqual([])
  })
})
