import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { FromMediaWorker, NewestPicture } from '#contract/media-api.ts'
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
  const newest: NewestPicture[] = []
  const startMs = performance.timeOrigin + performance.now()
  const post = (message: FromMediaWorker) => {
    if (message.op === 'newest') newest.push(message)
    if (message.op === 'playing' || message.op === 'newest' || message.op === 'stalled') told.push(message.op)
  }
  const player = new WindowPlayer(0, post, { sendFrame: () => {}, keepsPast: true })
  player.setPipeline((events: PipelineEvents): Pipeline => {
    const push = ({ isPreroll, ptsUs, captureMs }: MediaUnit) => {
      if (!isPreroll) events.onShown({ ptsUs, captureMs }, performance.timeOrigin + performance.now())
    }
    const idle = () => {}
    return { kind: 'canvas', load: 0, configure: idle, push, stop: idle, seen: idle, holdPicture: () => undefined, dispose: idle }
  })
  let feed = 0
  const take = () => {
    feed += 1
    player.setFeed({ id: feed, source: 'relay', channel: 3 })
    player.takeMessage('relay', config)
  }
  take()
  // The clocks of the cameras here begin with the test.
  player.clockOffsetMs = -(performance.timeOrigin + performance.now())

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
    newest,
    startMs,
    wait,
    /** The camera comes to the window anew, with what the service has of it: a group whose newest picture was filmed at this time. */
    comeRound: (newestMs: number) => {
      take()
      player.takeUnit('relay', unitAt(newestMs - PICTURE_MS, { isKey: true, isPreroll: true }))
      player.takeUnit('relay', unitAt(newestMs))
    },
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

it('tells at once of the first picture after a pause, which is no stall yet, and of none that comes as it should', () => {
  const { told, film, wait, renew } = stand()
  film(1_000, 5)
  expect(told).toEqual(['playing'])
  wait(2_500)
  renew(3_900)
  film(4_000, 5)
  expect(told).toEqual(['playing', 'newest'])
})

it('tells a few times a second of the newest picture where they come late, and of each once', () => {
  const { player, newest, startMs, film, wait } = stand()
  for (let second = 0; second < 2; second += 1) {
    film(1_000 * second, 5)
    player.checkStall()
    film(1_000 * second + 500, 5)
    player.checkStall()
  }
  expect(newest).toEqual([])
  // Two seconds have passed: what was filmed then is a second and a half late from now on.
  for (const fromMs of [500, 1_000, 1_500]) {
    film(fromMs, 5)
    wait(250)
  }
  wait(500)
  expect(newest.map(({ ageMs }) => ageMs)).toEqual([1_500, 1_750, 2_000])
  expect(newest.map(({ shownMs }) => shownMs)).toEqual([2_400, 3_150, 3_900].map((atMs) => startMs + atMs))
})

it('does not tell of each picture where it shows few of them on purpose', () => {
  const { told, film, wait, player } = stand()
  player.setPace('keys')
  for (let key = 0; key < 3; key += 1) {
    film(1_000 + key * 2_000, 1)
    wait(2_000)
  }
  expect(told).toEqual(['playing'])
})

it('calls no camera stalled whose key frames are 20 s apart, of which it shows those alone', () => {
  const { told, film, wait, player } = stand()
  player.setPace('keys')
  for (let key = 0; key < 4; key += 1) {
    film(1_000 + key * 20_000, 1)
    wait(20_000)
  }
  expect(told).toEqual(['playing'])
  wait(3_000)
  expect(told).toEqual(['playing', 'stalled'])
})

it('finds out within seconds that a camera stands still which shows all its pictures again, though nobody knows how far apart its key frames are', () => {
  const { told, film, wait, player } = stand()
  player.setPace('keys')
  film(1_000, 1)
  wait(1_000)
  player.setPace('all')
  film(3_000, 5)
  told.length = 0
  wait(3_500)
  expect(told).toEqual(['stalled'])
})

it('waits for the next key frame of a camera that is to show all its pictures again from its last one on, which no camera takes longer for than 22 s', () => {
  const { told, film, wait, player } = stand()
  player.setPace('keys')
  film(1_000, 1)
  wait(15_000)
  player.setPace('all')
  wait(6_500)
  expect(told).toEqual(['playing'])
  wait(1_000)
  expect(told).toEqual(['playing', 'stalled'])
})

it('shows the first key frame of another stream, however soon after a still of the one before', () => {
  const { film, wait, player } = stand()
  player.setPace('stills')
  film(1_000, 1)
  wait(1_000)
  film(2_000, 1)
  expect(player.stats()?.stats.framesShown).toBe(1)
  wait(1_000)
  player.takeMessage('relay', { ...config, stream: 'sub' })
  film(3_000, 1)
  expect(player.stats()?.stats.framesShown).toBe(2)
})

it('finds out as soon as before that a camera stands still of which it shows key frames alone, when it was away once for long', () => {
  const { told, film, wait, player } = stand()
  player.setPace('keys')
  for (const fromMs of [1_000, 3_000, 5_000, 25_000, 27_000]) {
    film(fromMs, 1)
    wait(fromMs === 5_000 ? 20_000 : 2_000)
  }
  told.length = 0
  film(29_000, 1)
  wait(13_000)
  expect(told.at(-1)).toBe('stalled')
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

it('never calls live a camera that hung before it came round, and tells so with its first picture; it is live when it goes on', () => {
  const { told, film, wait, comeRound, player } = stand()
  wait(60_000)
  comeRound(50_000)
  expect(told).toEqual(['stalled'])
  // The picture is there with its age, and no other than that.
  const filmedMs = performance.timeOrigin + performance.now() - 10_000
  expect(player.stats()?.stats).toMatchObject({ framesShown: 1, pictureAgeMs: 10_000, last: { filmedMs } })
  wait(10_000)
  comeRound(50_000)
  expect(told).toEqual(['stalled', 'stalled'])
  film(70_000, 1)
  expect(told).toEqual(['stalled', 'stalled', 'playing'])
})

it('counts the age of a first picture that nothing follows from when it was filmed', () => {
  const { told, wait, comeRound } = stand()
  wait(60_000)
  comeRound(58_000)
  expect(told).toEqual(['playing'])
  wait(1_000)
  expect(told).toEqual(['playing'])
  wait(250)
  expect(told).toEqual(['playing', 'stalled'])
})

it('takes a camera whose clock is wrong for live when its second picture comes', () => {
  const { told, film, wait, comeRound } = stand()
  wait(60_000)
  comeRound(-3_600_000)
  expect(told).toEqual(['stalled'])
  film(-3_600_000 + PICTURE_MS, 3)
  expect(told).toEqual(['stalled', 'playing'])
  wait(2_750)
  // That it is late by its clock is told, and no stall.
  expect(told).toEqual(['stalled', 'playing', 'newest'])
})

it('does not take the old picture with which another connection begins for a sign of life, while the window still plays', () => {
  const { told, film, wait, renew } = stand()
  wait(60_000)
  film(60_000)
  wait(2_500)
  expect(told).toEqual(['playing'])
  // Filmed three seconds ago, though it comes now.
  renew(60_200)
  wait(500)
  expect(told).toEqual(['playing', 'stalled'])
})
