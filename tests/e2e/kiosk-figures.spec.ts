import { createCanvas, loadImage } from '@napi-rs/canvas'
import { stationList } from '#contract/calls/station/station-list.ts'
import { stationOrder } from '#contract/calls/station/station-order.ts'
import { stationShow } from '#contract/calls/station/station-show.ts'
import { stationLimits, type StationOutput } from '#contract/station.ts'
import { chromiumLaunch } from '#tests/support/chromium.ts'
import { contrastIn } from '#tests/support/contrast.ts'
import { ServiceClient } from '#tests/support/service-client.ts'
import { expectSoundEverywhere } from './support/axe.ts'
import { pairKiosk } from './support/paired-kiosk.ts'
import { cameraNamed, screenIn } from './support/station.ts'
import { expect, test } from './support/test.ts'

const NAME = 'Figures screen'
/** It has a sound. */
const CAMERA = 'Gate 1 – entry'
const SECOND_CAMERA = 'Parking – north'
/** A screen says how it is every ten seconds, and the office asks as often. */
const TOLD_MS = 30_000
/** Of what stands still or is dark there is less. */
const LEAST_CONTRAST = 20
const launch = chromiumLaunch()

// As the start-up script has it (docs/kiosk/station.sh): nobody presses anything on a screen.
test.use({ launchOptions: { ...launch, args: [...launch.args, '--autoplay-policy=no-user-gesture-required'] } })

/** The picture that the office has of a screen. */
async function pixelsOf(url: string, pictureUrl: string | null | undefined) {
  const picture = await loadImage(Buffer.from(await (await fetch(url + (pictureUrl ?? ''))).arrayBuffer()))
  const context = createCanvas(picture.width, picture.height).getContext('2d')
  context.drawImage(picture, 0, 0)
  return { context, width: picture.width, height: picture.height }
}
type Pixels = Awaited<ReturnType<typeof pixelsOf>>

function contrastOf({ context, width, height }: Pixels): number {
  return contrastIn(context, { x: 0, y: 0, width, height })
}

/** Whether people read a message on it: letters on its ground, at the foot. */
function showsMessage({ context, width, height }: Pixels): boolean {
  const foot = { x: 0, y: height - 20, width, height: 16 }
  const [red = 0, , blue = 0] = context.getImageData(4, foot.y, 1, 1).data
  return blue > 3 * red + 60 && contrastIn(context, foot) > LEAST_CONTRAST
}

/** Runs in each frame, before the page: hears what goes to the loudspeaker. */
function listen(): void {
  const ears: AnalyserNode[] = []
  const { connect } = AudioNode.prototype as { connect: (this: AudioNode, to: AudioNode) => AudioNode }
  AudioNode.prototype.connect = function (this: AudioNode, ...to: [AudioNode]) {
    if (to[0] instanceof AudioDestinationNode) {
      const ear = this.context.createAnalyser()
      const silence = this.context.createGain()
      silence.gain.value = 0
      connect.call(this, ear)
      connect.call(ear, silence)
      connect.call(silence, this.context.destination)
      ears.push(ear)
    }
    return connect.apply(this, to)
  } as typeof AudioNode.prototype.connect
  const loudness = () =>
    ears.reduce((most, ear) => {
      if (ear.context.state !== 'running') return most
      const samples = new Float32Array(ear.fftSize)
      ear.getFloatTimeDomainData(samples)
      return samples.reduce((peak, sample) => Math.max(peak, Math.abs(sample)), most)
    }, 0)
  Object.assign(globalThis, { loudness })
}

test('the office sees how each screen is, a picture of it each minute and what troubled it, and has it be heard or mute', {
  tag: '@deep',
}, async ({ browser, people, stack }) => {
  test.slow()
  const url = `http://localhost:${stack.port}`
  const admin = await new ServiceClient(url).signIn(stack.user())
  const { sn: cameraSn, chlIndex } = await cameraNamed(admin, CAMERA)
  const kiosk = await pairKiosk(browser, admin, { url, name: NAME, prepare: (page) => page.addInitScript(listen) })
  const { screen, sn } = kiosk
  const window = screen.locator('[data-window="0"]')
  await admin.call(stationShow, { sn, voId: 1, wish: { kind: 'camera', sn: cameraSn, chlIndex } })
  await expect(window).toHaveAttribute('data-told', 'live')
  const office = await people.enter('/settings/stations')
  await office.getByRole('button', { name: new RegExp(NAME) }).press('Enter')
  const panel = office.getByRole('dialog', { name: NAME })
  const row = (name: string) => panel.locator('dt', { hasText: name }).locator('xpath=following-sibling::dd[1]')
  const output = async () => (await admin.call(stationList, undefined)).stations.find((one) => one.sn === sn)?.outputs[0]

  await test.step('how it is', async () => {
    await expect(row('Age of its oldest picture')).toHaveText(/^[0-2](\.\d)? s$/, { timeout: TOLD_MS })
    await expect(row('Last heard of')).toHaveText(/^\d+s ago$/)
    await expect(row('Dropped pictures')).toHaveText(/^\d+(\.\d)?%$/)
    await expect(row('Memory of the page')).toHaveText(/^\d+ MB$/)
    await expect(row('Load of the processor')).toHaveText(/^(Low load|Moderate|High: .+|Critical: .+|Not told by its browser)$/)
    await expect(row('Last start')).toHaveText(/^Started, \d+(s|m) ago$/)
    await expect(row('Size of the screen')).toHaveText('1280x720')
    await panel.getByRole('button', { name: 'Reload' }).press('Enter')
    await expect(row('Last start')).toHaveText(/^Reloaded by the office, \d+s ago$/, { timeout: 2 * TOLD_MS })
    await expect(window).toHaveAttribute('data-told', 'live')
  })

  await test.step('a picture of it each minute', async () => {
    await expect(panel.getByRole('img', { name: /^Screen 1, / })).toBeVisible({ timeout: TOLD_MS })
    const first = await output()
    expect(contrastOf(await pixelsOf(url, first?.pictureUrl))).toBeGreaterThan(LEAST_CONTRAST)
    await expect(panel.getByText(new RegExp(`^1 ${CAMERA} · \\d+s ago$`))).toBeVisible()
    // What people read on the screen is on the next picture too.
    const readsMessage = async () => showsMessage(await pixelsOf(url, (await output())?.pictureUrl))
    expect(await readsMessage()).toBe(false)
    await admin.call(stationOrder, { sn, voId: 1, order: { kind: 'message', text: 'Gate 2 is closed', lastsMs: 600_000 } })
    await expect.poll(readsMessage, { timeout: stationLimits.screenshotEveryMs + TOLD_MS }).toBe(true)
    await admin.call(stationOrder, { sn, voId: 1, order: { kind: 'message', text: '', lastsMs: 1_000 } })
  })

  await test.step('what troubled it', async () => {
    await expect(panel.getByText('None in the last 31 days.')).toBeVisible()
    await stack.simulate('offline', '--camera', CAMERA, '--for', '25s')
    await expect(window).toContainText('The camera is offline.')
    const trouble = panel.getByRole('list', { name: 'Troubles' }).getByRole('listitem')
    await expect(trouble).toContainText(`The camera is offline. · ${CAMERA}`, { timeout: TOLD_MS })
    await expect(trouble).toContainText(/Screen 1 · .+ · still$/)
    // It is found among many without being opened.
    const card = office.getByRole('button', { name: new RegExp(NAME), includeHidden: true })
    await expect(card).toContainText('1 picture not live')
    await expectSoundEverywhere(office, 'a viewing station in trouble')
    await expect(window).toHaveAttribute('data-told', 'live', { timeout: 2 * TOLD_MS })
    await expect(trouble).toContainText(/Screen 1 · .+ · \d+ sec$/, { timeout: TOLD_MS })
    await expect(card).not.toContainText('not live')
  })

  await test.step('heard, and mute', async () => {
    const loudness = () => window.evaluate(() => (globalThis as unknown as { loudness: () => number }).loudness())
    expect(await loudness()).toBe(0)
    await panel.getByRole('button', { name: 'Sound on' }).press('Enter')
    await expect.poll(loudness).toBeGreaterThan(0)
    await panel.getByRole('button', { name: 'Mute' }).press('Enter')
    await expect(panel.getByRole('button', { name: 'Sound on' })).toBeVisible()
    await expect.poll(loudness).toBe(0)
  })
  await kiosk.leave()
})

test('the office sees what is on the second screen too, another picture each minute, and of each screen only what is on that one', {
  tag: '@deep',
}, async ({ browser, people, stack }) => {
  test.slow()
  const url = `http://localhost:${stack.port}`
  const admin = await new ServiceClient(url).signIn(stack.user())
  const name = 'Second figures'
  const kiosk = await pairKiosk(browser, admin, { url, name })
  const second = await kiosk.page.context().newPage()
  await second.goto(`${url}/user/kiosk?screen=2`)
  const camera = await cameraNamed(admin, SECOND_CAMERA)
  await admin.call(stationShow, { sn: kiosk.sn, voId: 2, wish: { kind: 'camera', sn: camera.sn, chlIndex: camera.chlIndex } })
  await expect(screenIn(second).locator('[data-window="0"]')).toHaveAttribute('data-told', 'live')
  const output = async (voId: StationOutput) =>
    (await admin.call(stationList, undefined)).stations.find(({ sn }) => sn === kiosk.sn)?.outputs.find((one) => one.voId === voId)
  const pixels = async (voId: StationOutput) => pixelsOf(url, (await output(voId))?.pictureUrl)

  const office = await people.enter('/settings/stations')
  await office.getByRole('button', { name: new RegExp(name) }).press('Enter')
  const panel = office.getByRole('dialog', { name })
  await panel.getByRole('button', { name: 'Screen 2' }).press('Enter')
  await expect(panel.getByRole('img', { name: /^Screen 2, / })).toBeVisible({ timeout: TOLD_MS })
  await expect(panel.getByText(new RegExp(`^2 ${SECOND_CAMERA} · \\d+s ago$`))).toBeVisible()
  // It showed the time of day until just now.
  await expect.poll(async () => contrastOf(await pixels(2)), { timeout: TOLD_MS }).toBeGreaterThan(LEAST_CONTRAST)
  expect(showsMessage(await pixels(2))).toBe(false)

  await admin.call(stationOrder, { sn: kiosk.sn, voId: 2, order: { kind: 'message', text: 'Gate 2 is closed', lastsMs: 600_000 } })
  const minute = { timeout: stationLimits.screenshotEveryMs + TOLD_MS }
  await expect.poll(async () => showsMessage(await pixels(2)), minute).toBe(true)
  const orderedMs = (await output(2))?.picturedAtMs ?? 0
  await expect.poll(async () => (await output(1))?.picturedAtMs ?? 0, minute).toBeGreaterThan(orderedMs)
  expect(showsMessage(await pixels(1))).toBe(false)
  await kiosk.leave()
})
