import { deviceBind } from '#contract/calls/device/device-bind.ts'
import { deviceUnbind } from '#contract/calls/device/device-unbind.ts'
import { stationShow } from '#contract/calls/station/station-show.ts'
import { GATEWAY_PATH } from '#contract/device-gateway.ts'
import { channelStatuses, deviceTypes, type StreamKind } from '#contract/enums.ts'
import type { ChannelSource, SourceUnit, StreamHandle, StreamSink } from '#device/agent/channel-source.ts'
import { DeviceAgent } from '#device/agent/device-agent.ts'
import { Gop } from '#shared/media/gop.ts'
import { loadClip } from '#tests/support/clip.ts'
import { ServiceClient } from '#tests/support/service-client.ts'
import { pairKiosk } from './support/paired-kiosk.ts'
import { expect, test } from './support/test.ts'

const { pictures } = loadClip(new URL('../fixtures/counter-640x360-15.h264', import.meta.url))
const FPS = 15
const HOUR_MS = 3_600_000
const format = { codec: 'avc1.42c01e', width: 640, height: 360, fps: FPS }

/** Films by a clock of its own until it is stopped, as a camera does that hangs. */
class OwnClockCamera implements ChannelSource {
  readonly #now: () => number
  readonly #gop = new Gop<Omit<SourceUnit, 'isPreroll'>>()
  readonly #sinks = new Set<StreamSink>()
  readonly #timer = setInterval(() => this.#film(), 1_000 / FPS)
  #count = 0

  constructor(now: () => number) {
    this.#now = now
  }

  stop(): void {
    clearInterval(this.#timer)
  }

  open(_chlIndex: number, _stream: StreamKind, sink: StreamSink): StreamHandle {
    this.#sinks.add(sink)
    sink.opened(format)
    for (const { unit, isPreroll } of this.#gop.burst()) sink.unit({ ...unit, isPreroll })
    return { close: () => this.#sinks.delete(sink) }
  }

  #film(): void {
    const picture = pictures[this.#count % pictures.length]
    if (picture === undefined) throw new Error('A clip without pictures.')
    const ptsUs = Math.round((this.#count * 1e6) / FPS)
    this.#count += 1
    const unit = { isKey: picture.isKey, data: picture.unit, ptsUs, captureMs: this.#now() }
    this.#gop.push(unit)
    for (const sink of this.#sinks) sink.unit({ ...unit, isPreroll: false })
  }
}

for (const [title, errorMs] of [
  ['behind', -HOUR_MS],
  ['ahead', HOUR_MS],
] as const)
  test(`a camera whose clock is an hour ${title} is live from its first picture, and its age is the true one; when it hangs it is called not live`, {
    tag: '@deep',
  }, async ({ browser, stack }) => {
    const url = `http://localhost:${stack.port}`
    const admin = await new ServiceClient(url).signIn(stack.user())
    const now = () => Date.now() + errorMs
    const camera = new OwnClockCamera(now)
    const sn = `OWNCLOCK${title.toUpperCase()}`
    const securityCode = 'OWNCLOCKCODE'
    const agent = new DeviceAgent({
      url: url.replace('http', 'ws') + GATEWAY_PATH,
      description: { sn, devType: deviceTypes.ipc, name: `Clock ${title}`, model: 'C-1', version: '1.0' },
      securityCode,
      channels: [{ chlIndex: 0, name: 'Yard', status: channelStatuses.online, supportFun: [], streams: [{ stream: 'main', ...format }] }],
      source: camera,
      now,
      log: () => {},
    })
    agent.start()
    await agent.firstAttempt
    await admin.call(deviceBind, { sn, securityCode, siteId: 'harbor-gate' })
    const kiosk = await pairKiosk(browser, admin, { url, name: `Screen ${title}` })
    // All that its window says, however short, and each age.
    await kiosk.screen.locator('main').evaluate((main) => {
      const said: string[] = []
      const ages: number[] = []
      const note = () => {
        const { told, age } = main.querySelector<HTMLElement>('[data-window="0"]')?.dataset ?? {}
        if (told !== undefined && said.at(-1) !== told) said.push(told)
        if (age !== undefined) ages.push(Number(age))
      }
      new MutationObserver(note).observe(main, { subtree: true, childList: true, attributeFilter: ['data-told', 'data-age'] })
      Object.assign(globalThis, { said, ages })
    })
    await expect
      .poll(() => admin.failure(stationShow, { sn: kiosk.sn, voId: 1, wish: { kind: 'camera', sn, chlIndex: 0 } }).then(({ code }) => code))
      .toBe(200)
    const window = kiosk.screen.locator('[data-window="0"]')
    await expect(window).toHaveAttribute('data-told', 'live')
    await expect(window).toHaveAttribute('data-age')
    const { said, ages } = await window.evaluate(() => {
      const noted = globalThis as unknown as { said: string[]; ages: number[] }
      return { said: noted.said, ages: noted.ages }
    })
    expect(said.slice(0, 2)).toEqual(['connecting', 'live'])
    // On a slow machine it is some seconds old; by its own clock it would be an hour.
    expect(Math.max(...ages.map(Math.abs))).toBeLessThan(HOUR_MS / 2)
    camera.stop()
    await expect(window).toHaveAttribute('data-told', 'frozen')
    await expect(window.getByRole('status')).toContainText(/Not live.*Picture: \d+s ago/)
    await kiosk.leave()
    await admin.call(deviceUnbind, { sn })
    await agent.stop()
  })
