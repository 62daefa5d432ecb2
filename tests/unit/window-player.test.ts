import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { FromMediaWorker } from '#contract/media-api.ts'
import { mediaCodecs, type MediaUnit } from '#contract/media.ts'
import type { Pipeline, PipelineEvents } from '#workers/media/pipeline.ts'
import { WindowPlayer } from '#workers/media/window-player.ts'

const FPS = 10
const PICTURE_MS = 1000 / FPS
const config = { op: 'config', channel: 3, stream: 'main', codec: 'avc1.64001f', width: 640, height: 360, fps: FPS } as const

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance', 'setTimeout', 'clearTimeout'] })
})
afterEach(() => {
  vi.useRealTimers()
})

/** A window whose pictures are on the screen as soon as they come, but those that are past already. */
function stand() {
  const told: string[] = []
  const post = (message: FromMediaWorker) => {
    if (message.op === 'playing' || message.op === 'stalled') told.push(message.op)
  }
  const player = new WindowPlayer(0, post, () => {})
  player.setPipeline((events: PipelineEvents): Pipeline => {
    const push = ({ isPreroll, ptsUs, captureMs }: MediaUnit) => {
      if (!isPreroll) events.onShown({ ptsUs, captureMs }, performance.timeOrigin + performance.now())
    }
    const idle = () => {}
    return { kind: 'canvas', load: 0, configure: idle, push, stop: idle, seen: idle, holdPicture: () => undefined, dispose: idle }
  })
  player.setFeed({ id: 1, source: 'relay', channel: 3 })
  player.takeMessage('relay', config)

  const unitAt = (captureMs: number, changes: Partial<MediaUnit> = {}): MediaUnit => ({
    kind: 'video',
    channel: 3,
    isKey: false,
    isPreroll: false,
    codec: mediaCodecs.h264,
    ptsUs: captureMs * 1000,
    captureMs,
    sequence: captureMs,
    data: new Uint8Array(1),
    ...changes,
  })
  const wait = (ms: number) => {
    for (let waitedMs = 0; waitedMs < ms; waitedMs += 250) {
      vi.advanceTimersByTime(250)
      player.checkStall()
    }
  }
  return {
    player,
    told,
    wait,
    /** Pictures filmed from this time of the camera's clock on. */
    film: (fromMs: number, count = 3) => {
      for (let number = 0; number < count; number += 1) {
        player.takeUnit('relay', unitAt(fromMs + number * PICTURE_MS, { isKey: number === 0 }))
        vi.advanceTimersByTime(PICTURE_MS)
      }
    },
    /** Another connection begins: with the last group, whose newest picture was filmed at this time. */
    renew: (newestMs: number) => {
      player.takeMessage('relay', config)
      player.takeUnit('relay', unitAt(newestMs - PICTURE_MS, { isKey: true, isPreroll: true }))
      player.takeUnit('relay', unitAt(newestMs))
    },
  }
}

it('does not call live what had stalled and is only sent once more, however often, and tells of one stall', () => {
  const { told, film, wait, renew, player } = stand()
  film(1_000)
  wait(4_000)
  expect(told).toEqual(['playing', 'stalled'])
  const shown = player.stats()?.stats.framesShown
  for (let connection = 0; connection < 3; connection += 1) {
    renew(1_200)
    wait(4_000)
  }
  expect(told).toEqual(['playing', 'stalled'])
  expect(player.stats()?.stats.framesShown).toBe(shown)
  film(20_000, 1)
  expect(told).toEqual(['playing', 'stalled', 'playing'])
  wait(4_000)
  expect(told).toEqual(['playing', 'stalled', 'playing', 'stalled'])
})

it('is live at once with the newest picture of another connection, when the camera has gone on meanwhile', () => {
  const { told, film, wait, renew } = stand()
  film(1_000)
  wait(4_000)
  renew(5_000)
  expect(told).toEqual(['playing', 'stalled', 'playing'])
})

it('sees a camera whose clock was put back to live by its second picture', () => {
  const { told, film, wait } = stand()
  film(1_000_000)
  wait(4_000)
  film(5_000, 1)
  expect(told).toEqual(['playing', 'stalled'])
  film(5_100, 1)
  expect(told).toEqual(['playing', 'stalled', 'playing'])
})
