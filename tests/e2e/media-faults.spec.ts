import { join } from 'node:path'
import { test as base, type Page } from '@playwright/test'
import type { StreamKind } from '#contract/enums.ts'
import { loadClip } from '#tests/support/clip.ts'
import { DirectRelay } from '#tests/support/direct-relay.ts'
import { servePage } from '#tests/support/page-server.ts'
import { expect } from './support/expect.ts'
import type { Lab } from './media-page/lab-api.ts'
import { CameraHouse } from './support/camera-house.ts'

declare const lab: Lab

const clip = loadClip(new URL('../fixtures/counter-640x360-15.h264', import.meta.url))
/** 2 Mbit/s. */
const THIN_BYTES_PER_S = 250_000

/** Windows of a page with real parts behind them: RTSP cameras, the bridge, the service with its relay, and a line from there. */
const test = base.extend<object, { served: { url: string }; house: CameraHouse }>({
  served: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of the fixtures from this pattern
    async ({}, lend) => {
      const served = await servePage(join(import.meta.dirname, 'media-page'), 0)
      await lend(served)
      await served.close()
    },
    { scope: 'worker' },
  ],
  house: [
    async ({ served }, lend) => {
      const house = await CameraHouse.open(clip, new URL(served.url).origin)
      await lend(house)
      await house.close()
    },
    { scope: 'worker' },
  ],
})

/** Goes with the media worker: decoding a picture of a large stream takes longer than it is to the next one. */
const slowDecoder = `
const Quick = VideoDecoder
globalThis.VideoDecoder = class extends Quick {
  #waiting = []
  #isBusy = false
  get decodeQueueSize() {
    return this.#waiting.length + super.decodeQueueSize
  }
  decode(chunk) {
    this.#waiting.push(chunk)
    this.#work()
  }
  reset() {
    this.#waiting = []
    super.reset()
  }
  #work() {
    if (this.#isBusy || this.state !== 'configured' || this.#waiting.length === 0) return
    const chunk = this.#waiting.shift()
    super.decode(chunk)
    this.#isBusy = true
    setTimeout(() => {
      this.#isBusy = false
      this.#work()
    }, chunk.byteLength > 10_000 ? 100 : 0)
  }
}
`

async function open(page: Page, url: string, house: CameraHouse): Promise<void> {
  await page.exposeFunction('labRelayAddress', () => house.relayAddress())
  await page.goto(url)
  await page.evaluate(() => lab.start(4))
}

const show = (page: Page, window: number, sn: string, offered: StreamKind[] = ['main']) =>
  page.evaluate(([at, name, streams]) => lab.show(at, name, streams), [window, sn, offered] as const)
const stateOf = (page: Page, window: number) => page.evaluate((at) => lab.state(at).kind, window)
const historyOf = (page: Page, window: number) => page.evaluate((at) => lab.history(at), window)

/** What the link, or the machine, lets a window that plays show. A machine that is busy with other things may let it show still less. */
const carriedTo = (page: Page, window: number, by: 'link' | 'machine' = 'link') =>
  page.evaluate(
    ([at, limit]) => {
      const state = lab.state(at)
      if (state.kind !== 'playing') return state.kind
      return state.less?.limit === limit ? state.less.shows : 'everything'
    },
    [window, by] as const,
  )

test('a camera whose packets get lost shows whole pictures alone, says so when none is left, and goes on by itself; the window beside it does not suffer', {
  tag: '@deep',
}, async ({ page, served, house }) => {
  await open(page, served.url, house)
  await show(page, 0, 'FIELD00001')
  await show(page, 1, 'PATH000001')
  for (const window of [0, 1]) await expect.poll(() => stateOf(page, window)).toBe('playing')
  const before = await historyOf(page, 1)

  await test.step('some packets: each picture that is seen is the one that was filmed, to the pixel', async () => {
    let lost = 0
    house.loss = (packet) => {
      const isLost = packet % 61 === 0
      if (isLost) lost += 1
      return isLost
    }
    await page.evaluate(() => [0, 1].forEach((window) => lab.watch(window)))
    /** Of each picture that both windows have shown: whether they have shown the same. */
    const compare = async () => {
      const [lossy, whole] = await page.evaluate(() => [lab.seen(0), lab.seen(1)] as const)
      return lossy.flatMap(([counter, sum]) => whole.filter(([other]) => other === counter).map(([, right]) => sum === right))
    }
    await expect.poll(async () => (lost > 2 ? (await compare()).length : 0)).toBeGreaterThan(30)
    expect(await compare()).not.toContain(false)
    expect(await page.evaluate(() => lab.seen(0).map(([counter]) => counter))).not.toContain(-1)
  })

  await test.step('so many that no picture is whole', async () => {
    house.loss = (packet) => packet % 2 === 0
    await expect.poll(() => stateOf(page, 0)).toBe('stalled')
    expect(await page.evaluate(() => lab.read(0))).toBeDefined()
    house.loss = () => false
    await expect.poll(() => stateOf(page, 0)).toBe('playing')
    expect(await historyOf(page, 1)).toEqual(before)
  })
})

test('over a line of 2 Mbit/s windows go down to sub streams and key frames, say so, stay close behind, and come back; one that has another way does not suffer', {
  tag: '@deep',
}, async ({ page, served, house }) => {
  const plugin = new DirectRelay()
  await plugin.listen()
  plugin.add('LOCAL00001', clip, { stream: 'main', codec: 'avc1.4d4016', width: 640, height: 360, fps: 15 })
  await page.exposeFunction('labPreview', (window: number, sn: string) => {
    if (sn !== 'LOCAL00001') throw new Error('The plugin does not know it.')
    plugin.preview(window, sn)
    return plugin.url('plugin')
  })
  await page.exposeFunction('labStop', (window: number) => plugin.stopPreview(window))
  await open(page, served.url, house)
  await page.evaluate(() => lab.setPlugin(true))
  await show(page, 0, 'LOCAL00001')
  await show(page, 1, 'YARD000001', ['main', 'sub'])
  await show(page, 2, 'DOCK000001')
  await show(page, 3, 'HALL000001')
  for (const window of [0, 1, 2, 3]) await expect.poll(() => carriedTo(page, window)).toBe('everything')
  const before = await historyOf(page, 0)

  house.line.thinBack(THIN_BYTES_PER_S)
  await expect.poll(() => carriedTo(page, 3)).toBe('keys')
  await expect.poll(() => carriedTo(page, 1)).toBe('sub')
  for (const [window, sn] of [
    [1, 'YARD000001'],
    [2, 'DOCK000001'],
    [3, 'HALL000001'],
  ] as const) {
    await expect
      .poll(async () => house.ageMs(sn, await page.evaluate((at) => lab.read(at), window)), `age in window ${window}`)
      .toBeLessThan(2_500)
  }

  house.line.thinBack(Number.POSITIVE_INFINITY)
  for (const window of [1, 2, 3]) await expect.poll(() => carriedTo(page, window), { timeout: 80_000 }).toBe('everything')
  expect(await historyOf(page, 0)).toEqual(before)
  await plugin.close()
})

test('a main stream that this machine is too slow for gives way to the sub stream, which says why', { tag: '@deep' }, async ({
  page,
  served,
  house,
}) => {
  await page.addInitScript((before) => {
    const Plain = Worker
    globalThis.Worker = class extends Plain {
      constructor(url: string | URL, options?: WorkerOptions) {
        const both = `import ${JSON.stringify(new URL(url, location.href).href)}\n${before}`
        super(URL.createObjectURL(new Blob([both], { type: 'text/javascript' })), options)
      }
    }
  }, slowDecoder)
  await open(page, served.url, house)
  await show(page, 0, 'YARD000001', ['main', 'sub'])
  await expect.poll(() => carriedTo(page, 0, 'machine')).toBe('sub')
  await expect.poll(() => page.evaluate(() => lab.stats(0)?.stream)).toBe('sub')
  expect(await historyOf(page, 0)).toEqual(['connecting', 'playing'])
})
