import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { MediaUnit } from '#contract/media.ts'
import type { DropReason, StreamConfig } from '#workers/media/pipeline.ts'
import type { UnitDecoder } from '#workers/media/decoder.ts'
import { PlayedChunk, PlayedDecoder } from '#tests/support/played-decoder.ts'

const PICTURE_MS = 40
/** Two seconds of video since the last key frame. */
const GIVEN = 50

class Window {
  #browser: PlayedDecoder | undefined
  shown = 0
  /** When the pictures that were shown were filmed. */
  readonly shownMs: number[] = []
  readonly dropped: DropReason[] = []
  readonly #decoder: UnitDecoder
  #pictures = 0

  constructor() {
    this.#decoder = new Decoder({
      isEmpty: () => this.shown === 0,
      onFrame: (frame, { captureMs }) => {
        frame.close()
        this.shownMs.push(captureMs)
        this.shown += 1
      },
      onDropped: (frames, why) => this.dropped.push(...Array.from({ length: frames }, () => why)),
      onFault: () => {},
    })
  }

  get load(): number {
    return this.#decoder.load
  }

  get browser(): PlayedDecoder {
    if (this.#browser === undefined) throw new Error('The window has made no decoder.')
    return this.#browser
  }

  async open(): Promise<void> {
    await this.#decoder.configure({ codec: 'avc1.64001f' } as StreamConfig)
  }

  /** `agoPictures`: by so many pictures the source begins before what it has sent last, as another one does that takes over. */
  take({ isKey = false, isPreroll = false, agoPictures = 0 } = {}): void {
    const before = PlayedDecoder.made.length
    this.#pictures -= agoPictures
    const ptsUs = this.#pictures++ * PICTURE_MS * 1000
    this.#decoder.push({ isKey, isPreroll, ptsUs, captureMs: ptsUs / 1000, data: new Uint8Array(1) } as unknown as MediaUnit)
    if (PlayedDecoder.made.length > before) this.#browser = PlayedDecoder.made.at(-1)
  }

  /** Two seconds, or so many pictures, to begin with, and the newest picture. */
  begin(given = GIVEN): void {
    for (let number = 0; number < given; number++) this.take({ isKey: number === 0, isPreroll: true })
    this.take()
  }

  /** Decodes the key frame, and what waited for that. */
  catchUp(): void {
    this.browser.work(1)
    this.browser.work(GIVEN)
  }

  close(): void {
    this.#decoder.close()
  }
}

async function openWindow(): Promise<Window> {
  const window = new Window()
  await window.open()
  windows.push(window)
  return window
}
let windows: Window[]
let Decoder: typeof UnitDecoder

beforeEach(async () => {
  // What the windows of a worker have in common begins anew.
  vi.resetModules()
  Decoder = (await import('#workers/media/decoder.ts')).UnitDecoder
  vi.useFakeTimers()
  PlayedDecoder.forget()
  windows = []
  vi.stubGlobal('VideoDecoder', PlayedDecoder)
  vi.stubGlobal('EncodedVideoChunk', PlayedChunk)
})
afterEach(() => {
  for (const window of windows) window.close()
  vi.advanceTimersByTime(10_000)
  expect(PlayedDecoder.open).toBe(0)
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** Windows that are in the middle of their pictures, each decoded at once. */
async function playing(count: number): Promise<Window[]> {
  const list: Window[] = []
  for (let number = 0; number < count; number++) list.push(await openWindow())
  for (const window of list) {
    window.take({ isKey: true })
    window.browser.work(1)
  }
  return list
}

describe('a wall whose windows begin', () => {
  it('is not taken for one that this machine is too slow for: what windows are given to begin with is decoded, and the newest picture is shown', async () => {
    const [first, second] = [await openWindow(), await openWindow()]
    first.begin()
    second.begin()
    for (let live = 0; live < 40; live++) {
      vi.advanceTimersByTime(PICTURE_MS)
      for (const window of [first, second]) {
        window.take()
        window.browser.work(3)
      }
    }
    expect([first.dropped, second.dropped]).toEqual([[], []])
    expect([first.load, second.load]).toEqual([0, 0])
    expect(first.shown).toBeGreaterThan(10)
  })

  it('leaves those in peace that play already: they fall behind for a while, and are not thought to be too many', async () => {
    const [old] = (await playing(1)) as [Window]
    const fresh = await openWindow()
    fresh.begin()
    for (let live = 0; live < 20; live++) {
      vi.advanceTimersByTime(PICTURE_MS)
      old.take()
    }
    fresh.browser.work(GIVEN + 1)
    old.browser.work(20)
    // One older picture and the newest four are shown.
    expect(old.dropped).toHaveLength(15)
    expect(new Set(old.dropped)).toEqual(new Set(['beginning']))
    expect(old.load).toBe(0)
    expect(old.shown).toBe(6)
  })

  it('is measured again a second after the last has caught up', async () => {
    const [old] = (await playing(1)) as [Window]
    const fresh = await openWindow()
    fresh.begin()
    fresh.catchUp()
    vi.advanceTimersByTime(1_000)
    for (let live = 0; live < 100; live++) {
      old.take()
      vi.advanceTimersByTime(PICTURE_MS * 0.95)
      old.browser.work(1)
      vi.advanceTimersByTime(PICTURE_MS * 0.05)
    }
    expect(old.load).toBeGreaterThan(0.9)
    for (let live = 0; live < 6; live++) old.take()
    old.browser.work(6)
    expect(new Set(old.dropped)).toEqual(new Set(['behind']))
  })

  it('is measured later after one that took long: what has piled up needs as long again', async () => {
    const [old] = (await playing(1)) as [Window]
    const fresh = await openWindow()
    fresh.begin()
    vi.advanceTimersByTime(2_000)
    fresh.browser.work(GIVEN + 1)
    /** Each picture is ready just before the next one comes. */
    const playSlowly = (pictures: number) => {
      for (let live = 0; live < pictures; live++) {
        old.take()
        vi.advanceTimersByTime(PICTURE_MS * 0.95)
        old.browser.work(1)
        vi.advanceTimersByTime(PICTURE_MS * 0.05)
      }
    }
    playSlowly(49)
    expect(old.load).toBe(0)
    playSlowly(100)
    expect(old.load).toBeGreaterThan(0.9)
  })

  it('shows something while it catches up: a window without one has its key frame first and an older picture each 400 ms, and one with a picture waits for the newest', async () => {
    const [fresh, again] = [await openWindow(), (await playing(1))[0] as Window]
    expect([fresh.shown, again.shown]).toEqual([0, 1])
    await again.open()
    for (const window of [fresh, again]) window.begin()
    const pictures: number[][] = []
    for (let live = 0; live < 25; live++) {
      vi.advanceTimersByTime(PICTURE_MS)
      for (const window of [fresh, again]) window.browser.work(1)
      pictures.push([fresh.shown, again.shown])
    }
    expect(pictures[0]).toEqual([1, 1])
    // After 40, 440 and 840 ms: pictures come every 40 ms.
    expect(pictures.at(-1)).toEqual([3, 1])
    for (const window of [fresh, again]) window.browser.work(GIVEN)
    expect([fresh.shown, again.shown]).toEqual([4, 2])
    expect([fresh.dropped, again.dropped]).toEqual([[], []])
  })

  it('has the key frames of all windows decoded and shown before anything behind them', async () => {
    const wall = [await openWindow(), await openWindow(), await openWindow()]
    const queues = () => wall.map(({ browser }) => browser.decodeQueueSize)
    for (const window of wall) window.begin()
    expect(queues()).toEqual([1, 1, 1])
    for (const window of wall.slice(1)) window.browser.work(1)
    vi.advanceTimersByTime(PICTURE_MS)
    expect(wall.map(({ shown }) => shown)).toEqual([0, 1, 1])
    expect(queues()).toEqual([1, 0, 0])
    wall[0]?.browser.work(1)
    vi.advanceTimersByTime(PICTURE_MS)
    expect(queues()).toEqual([GIVEN, GIVEN, GIVEN])
    for (const window of wall) window.browser.work(GIVEN)
    expect(wall.map(({ shown }) => shown)).toEqual([2, 2, 2])
    expect(wall.flatMap(({ dropped }) => dropped)).toEqual([])
  })

  it('waits for no window whose key frame cannot be decoded, or which is closed', async () => {
    const wall = [await openWindow(), await openWindow(), await openWindow()] as const
    for (const window of wall) window.begin()
    wall[0].browser.work(1)
    wall[1].browser.fail('EncodingError')
    wall[2].close()
    vi.advanceTimersByTime(PICTURE_MS)
    expect(wall[0].browser.decodeQueueSize).toBe(GIVEN)
    expect(wall[1].dropped).toHaveLength(GIVEN + 1)
  })

  it('waits again where key frames come late, and not where decoders keep them back until others come behind them', async () => {
    const queues: number[] = []
    const beginLate = async (decode: (browser: PlayedDecoder) => void) => {
      const window = await openWindow()
      window.begin()
      queues.push(window.browser.decodeQueueSize)
      vi.advanceTimersByTime(200)
      decode(window.browser)
      window.close()
    }
    const slowly = (browser: PlayedDecoder) => browser.work(1)
    const keepBack = (browser: PlayedDecoder) => {
      browser.holdsBack = 1
      browser.work(GIVEN)
    }
    for (let round = 0; round < 4; round++) await beginLate(slowly)
    expect(queues.splice(0)).toEqual([1, 1, 1, 1])
    for (let round = 0; round < 4; round++) await beginLate(keepBack)
    expect(queues.splice(0)).toEqual([1, 1, 1, GIVEN + 1])
    await beginLate(slowly)
    await beginLate(slowly)
    expect(queues).toEqual([GIVEN + 1, 1])
  })

  it('shows a key frame at once that nothing has come behind of yet', async () => {
    const window = await openWindow()
    window.take({ isKey: true, isPreroll: true })
    window.browser.work(1)
    expect(window.shown).toBe(1)
  })

  it('goes back to no older picture where the screen shows one, when what stands behind the key frame comes later than that', async () => {
    const [window] = (await playing(1)) as [Window]
    for (let live = 0; live < 9; live++) {
      window.take()
      window.browser.work(1)
    }
    const before = window.shownMs.splice(0)
    expect(before.at(-1)).toBe(9 * PICTURE_MS)
    await window.open()
    window.take({ isKey: true, isPreroll: true, agoPictures: 8 })
    window.browser.work(1)
    vi.advanceTimersByTime(100)
    expect(window.shownMs).toEqual([])
    for (let past = 0; past < 9; past++) window.take({ isPreroll: true })
    window.take()
    window.browser.work(10)
    expect(window.shownMs).toEqual([12 * PICTURE_MS])
  })

  it('shows a key frame that is newer than what the screen shows, when nothing comes behind it', async () => {
    const [window] = (await playing(1)) as [Window]
    await window.open()
    window.take({ isKey: true, isPreroll: true })
    window.browser.work(1)
    vi.advanceTimersByTime(100)
    expect(window.shownMs).toEqual([0, PICTURE_MS])
  })

  it('shows no key frame first that is older than most groups of pictures are long', async () => {
    const window = await openWindow()
    window.begin(2 * GIVEN)
    window.browser.work(1)
    expect([window.shown, window.browser.decodeQueueSize]).toEqual([0, 2 * GIVEN])
    window.browser.work(2 * GIVEN)
    expect(window.shown).toBe(1)
  })

  it('is too much after all when one cannot catch up', async () => {
    const [slow] = [await openWindow()]
    slow.begin()
    for (let live = 0; live < 100; live++) {
      vi.advanceTimersByTime(PICTURE_MS)
      slow.take()
    }
    expect(new Set(slow.dropped)).toEqual(new Set(['beginning']))
    for (let live = 0; live < 100; live++) {
      vi.advanceTimersByTime(PICTURE_MS)
      slow.take()
    }
    expect(slow.shown).toBe(0)
    expect(slow.dropped).toContain('behind')
  })
})

describe('a window that this machine is too slow for', () => {
  /** Two seconds of pictures, of which half are decoded. */
  function fallBehind(window: Window): number[] {
    const shown: number[] = []
    for (let live = 0; live < GIVEN; live++) {
      vi.advanceTimersByTime(PICTURE_MS)
      window.take()
      if (live % 2 === 1) window.browser.work(1)
      shown.push(window.shown)
    }
    return shown
  }

  it('goes on to show pictures, some times a second, and jumps to the next key frame past all that still waits', async () => {
    const [window] = (await playing(1)) as [Window]
    const shown = fallBehind(window)
    // Every third of those that are decoded, one in 80 ms.
    expect([shown[24], shown[GIVEN - 1]]).toEqual([7, 11])
    const before = { shown: window.shown, dropped: window.dropped.length }
    window.take({ isKey: true })
    expect(window.dropped.length - before.dropped).toBe(GIVEN / 2)
    window.browser.work(1)
    expect(window.shown).toBe(before.shown + 1)
    for (let live = 0; live < 10; live++) {
      window.take()
      window.browser.work(1)
    }
    expect(window.shown).toBe(before.shown + 11)
    expect(window.shown + window.dropped.length).toBe(1 + GIVEN + 1 + 10)
    expect(PlayedDecoder.made).toHaveLength(1)
  })
})
