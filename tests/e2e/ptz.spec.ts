import { createCanvas, loadImage } from '@napi-rs/canvas'
import type { Page } from '@playwright/test'
import { ptzExecute } from '#contract/calls/device/ptz-execute.ts'
import { ptzGet } from '#contract/calls/device/ptz-get.ts'
import { siteChannelList } from '#contract/calls/device/site-channel-list.ts'
import { PTZ_FUNCTION, type PtzAct, type PtzState } from '#contract/ptz.ts'
import { ServiceClient } from '#tests/support/service-client.ts'
import type { Stack } from '#tests/support/stack.ts'
import { expectSoundEverywhere, look } from './support/axe.ts'
import { expect, expectLive, openCamera, signIn, test, watchComplaints, windowOf } from './support/test.ts'

const CAMERA = 'Parking – visitors'
const WIDTH = 64
const HEIGHT = 36

/** The camera that moves, asked beside the page. */
class Camera {
  readonly #client: ServiceClient
  readonly #place: { sn: string; chlIndex: number }

  private constructor(client: ServiceClient, place: { sn: string; chlIndex: number }) {
    this.#client = client
    this.#place = place
  }

  static async find(stack: Stack): Promise<Camera> {
    const client = await new ServiceClient(`http://localhost:${stack.port}`).signIn(stack.user())
    const { channels } = await client.call(siteChannelList, {})
    const found = channels.find(({ capability }) => capability.supportFun.includes(PTZ_FUNCTION))
    if (found === undefined) throw new Error('No camera moves.')
    const { sn, chlIndex } = found
    return new Camera(client, { sn, chlIndex })
  }

  async state(): Promise<PtzState> {
    return this.#client.call(ptzGet, this.#place)
  }

  async status(): Promise<PtzState['status']> {
    return (await this.state()).status
  }

  async act(act: PtzAct): Promise<void> {
    await this.#client.call(ptzExecute, { ...this.#place, act })
  }

  /** Goes to a preset, and waits until it is there. */
  async goTo(index: number): Promise<void> {
    await this.act({ act: 'preset-go', index })
    await this.untilStill()
  }

  async untilStill(): Promise<void> {
    await expect.poll(async () => (await this.status()).doing).toBe('still')
  }
}

let camera: Camera
test.beforeAll(async ({ stack }) => {
  camera = await Camera.find(stack)
})

/** Signs in, puts the camera on the wall and opens its panel by keyboard. */
async function openPanel(page: Page, stack: Stack, role?: string): Promise<void> {
  await camera.goTo(1)
  await signIn(page, stack, { path: '/live?split=1', ...(role === undefined ? {} : { role }) })
  await openCamera(page, CAMERA)
  await expectLive(page, 1)
  await windowOf(page, 1).focus()
  await page.keyboard.press('p')
  await expect(panelOf(page)).toBeVisible()
  await expect(doingIn(page)).toContainText('Still')
}

/** The line that says what the camera does. */
const doingIn = (page: Page) => panelOf(page).locator('> [role="status"]')
const panelOf = (page: Page) => page.getByRole('complementary', { name: `PTZ of ${CAMERA}` })

/** What the window shows, small and grey. */
async function pictureIn(page: Page): Promise<number[]> {
  const video = await windowOf(page, 1).locator('video, canvas').first().boundingBox()
  if (video === null) throw new Error('There is no picture.')
  // What is written over the picture stands at its edges.
  const clip = { x: video.x + video.width * 0.1, y: video.y + video.height * 0.15, width: video.width * 0.8, height: video.height * 0.7 }
  const picture = await loadImage(await page.screenshot({ clip }))
  const pen = createCanvas(WIDTH, HEIGHT).getContext('2d')
  pen.drawImage(picture, 0, 0, WIDTH, HEIGHT)
  const { data } = pen.getImageData(0, 0, WIDTH, HEIGHT)
  return Array.from({ length: WIDTH * HEIGHT }, (_, index) => data[index * 4 + 1] ?? 0)
}

function difference(one: readonly number[], other: readonly number[]): number {
  return one.reduce((sum, value, index) => sum + Math.abs(value - (other[index] ?? 0)), 0) / one.length
}

test('a held button turns the camera and its picture until it is let go, and a preset brings the picture back', async ({ page, stack }) => {
  const complaints = watchComplaints(page)
  await openPanel(page, stack)
  const before = await pictureIn(page)
  const start = await camera.status()
  await panelOf(page).getByRole('button', { name: 'Right', exact: true }).hover()
  await page.mouse.down()
  // Longer than a movement lasts that nobody renews.
  await expect.poll(async () => (await camera.status()).pan).toBe(25)
  await page.mouse.up()
  await camera.untilStill()
  const stopped = await camera.status()
  expect(stopped.tilt).toBe(start.tilt)
  await expect.poll(async () => difference(before, await pictureIn(page))).toBeGreaterThan(10)
  await panelOf(page).getByRole('button', { name: '1 Overview', exact: true }).click()
  await expect(page.getByText('Operation successful.')).toBeVisible()
  await camera.untilStill()
  expect((await camera.status()).pan).toBe(start.pan)
  await expect.poll(async () => difference(before, await pictureIn(page))).toBeLessThan(3)
  await expect(page.getByText('Operation successful.')).toBeHidden()
  expect(complaints).toEqual([])
})

test('eight directions, zoom and the stop are all there for pointer, keyboard and screen reader', async ({ page, stack }) => {
  await openPanel(page, stack)
  const directions: [string, number, number][] = [
    ['Up and left', -1, 1],
    ['Up', 0, 1],
    ['Up and right', 1, 1],
    ['Left', -1, 0],
    ['Right', 1, 0],
    ['Down and left', -1, -1],
    ['Down', 0, -1],
    ['Down and right', 1, -1],
  ]
  for (const [name, pan, tilt] of directions) {
    await camera.goTo(1)
    // A press without pointer or key, as a screen reader makes it.
    await panelOf(page)
      .getByRole('button', { name, exact: true })
      .evaluate((button: HTMLElement) => button.click())
    await expect
      .poll(async () => JSON.stringify([Math.sign((await camera.status()).pan), Math.sign((await camera.status()).tilt)]))
      .toBe(JSON.stringify([pan, tilt]))
    await camera.untilStill()
  }
  await camera.goTo(1)
  await panelOf(page).focus()
  await page.keyboard.down('ArrowLeft')
  await page.keyboard.down('ArrowUp')
  await expect.poll(async () => (await camera.status()).pan < -2 && (await camera.status()).tilt > 1).toBe(true)
  await page.keyboard.up('ArrowUp')
  await page.keyboard.up('ArrowLeft')
  await camera.untilStill()
  await page.keyboard.down('+')
  await expect.poll(async () => (await camera.status()).zoom).toBeGreaterThan(1.5)
  await page.keyboard.up('+')
  await camera.untilStill()
  const lens = [
    ['Zoom out', 'zoom', -1],
    ['Focus nearer', 'focus', -1],
    ['Open the iris', 'iris', 1],
  ] as const
  for (const [name, axis, way] of lens) {
    const before = (await camera.status())[axis]
    await panelOf(page)
      .getByRole('button', { name })
      .evaluate((button: HTMLElement) => button.click())
    await expect.poll(async () => Math.sign((await camera.status())[axis] - before)).toBe(way)
    await camera.untilStill()
  }
  await page.keyboard.press('Escape')
  await expect(panelOf(page)).toBeHidden()
  // The arrows belong to the wall again.
  const { pan } = await camera.status()
  await page.keyboard.press('ArrowRight')
  expect((await camera.status()).pan).toBe(pan)
})

test('a click centres, a drag steers, a box is zoomed into, and the panel closes when the window is live no more', async ({
  page,
  stack,
}) => {
  await openPanel(page, stack)
  const box = await windowOf(page, 1).boundingBox()
  if (box === null) throw new Error('There is no window.')
  const at = (x: number, y: number) => [box.x + box.width * x, box.y + box.height * y] as const
  await page.mouse.click(...at(0.7, 0.5))
  await expect.poll(async () => (await camera.status()).pan).toBeGreaterThan(3)
  await camera.untilStill()
  const whole = await camera.status()
  expect(whole.tilt).toBe(0)
  await camera.goTo(1)
  // In a picture that is zoomed four times the same place of the window is nearer to the middle of the picture.
  await page.mouse.move(...at(0.5, 0.5))
  await page.mouse.wheel(0, -700)
  await expect(windowOf(page, 1)).toHaveAttribute('data-zoomed', 'true')
  await page.mouse.click(...at(0.7, 0.5))
  await expect.poll(async () => (await camera.status()).pan).toBeGreaterThan(whole.pan * 0.15)
  await camera.untilStill()
  expect((await camera.status()).pan).toBeLessThan(whole.pan * 0.4)
  await page.mouse.wheel(0, 2000)
  await expect(windowOf(page, 1)).toHaveAttribute('data-zoomed', 'false')
  await camera.goTo(1)
  await page.mouse.move(...at(0.5, 0.5))
  await page.mouse.down()
  await page.mouse.move(...at(0.4, 0.5), { steps: 4 })
  await expect.poll(async () => (await camera.status()).pan).toBeLessThan(-1)
  await page.mouse.up()
  await camera.untilStill()
  await camera.goTo(1)
  await panelOf(page).getByRole('button', { name: 'Draw a box to zoom into' }).click()
  await page.mouse.move(...at(0.4, 0.4))
  await page.mouse.down()
  await page.mouse.move(...at(0.6, 0.6), { steps: 4 })
  await look(page, 'ptz-box')
  await page.mouse.up()
  await expect.poll(async () => (await camera.status()).zoom).toBeGreaterThan(2)
  await camera.untilStill()

  // What was just seen cannot be steered, nor can a window without a camera.
  const reason = page.getByText('A camera can be moved only while its picture is live.')
  await windowOf(page, 1).focus()
  await page.keyboard.press('b')
  await expect(reason).toBeVisible()
  await expect(panelOf(page)).toHaveCount(0)
  await page.keyboard.press('b')
  await expect(windowOf(page, 1)).toHaveAttribute('data-replay', 'false')
  await page.keyboard.press('p')
  await expect(panelOf(page)).toBeVisible()
  await windowOf(page, 1).focus()
  await page.keyboard.press('Delete')
  await expect(page.getByText('Choose a window with a camera first.')).toBeVisible()
  await expect(page.getByRole('complementary', { name: /^PTZ/ })).toHaveCount(0)
})

test('a finger steers on a narrow screen, by button and on the picture', async ({ page, stack }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await camera.goTo(1)
  await signIn(page, stack, { path: '/live?split=1' })
  await page.getByRole('button', { name: 'Choose a camera', exact: true }).first().click()
  await openCamera(page, CAMERA)
  await expectLive(page, 1)
  await page.getByRole('button', { name: 'PTZ', exact: true }).click()
  const session = await page.context().newCDPSession(page)
  await session.send('Emulation.setTouchEmulationEnabled', { enabled: true })
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', x?: number, y?: number) =>
    session.send('Input.dispatchTouchEvent', { type, touchPoints: x === undefined || y === undefined ? [] : [{ x, y }] })
  const button = await panelOf(page).getByRole('button', { name: 'Left', exact: true }).boundingBox()
  const video = await windowOf(page, 1).boundingBox()
  if (button === null || video === null) throw new Error('There is nothing to touch.')
  await touch('touchStart', button.x + 20, button.y + 20)
  await expect.poll(async () => (await camera.status()).pan).toBe(-25)
  await touch('touchEnd')
  await camera.untilStill()
  await touch('touchStart', video.x + 100, video.y + 100)
  await touch('touchMove', video.x + 130, video.y + 100)
  await touch('touchMove', video.x + 180, video.y + 100)
  await expect.poll(async () => (await camera.status()).pan).toBeGreaterThan(-20)
  await touch('touchEnd')
  await camera.untilStill()
})

test('a tab that dies while a button is held lets the camera stop', async ({ page, stack }) => {
  await openPanel(page, stack)
  await panelOf(page).getByRole('radio', { name: '1' }).check({ force: true })
  await panelOf(page).getByRole('button', { name: 'Left', exact: true }).hover()
  await page.mouse.down()
  await expect.poll(async () => (await camera.status()).doing).toBe('moving')
  const session = await page.context().newCDPSession(page)
  const dead = new Promise((resolve) => page.once('crash', resolve))
  void session.send('Page.crash').catch(() => {})
  await dead
  await camera.untilStill()
})

test('a cruise is put together by dragging and by keyboard, checked, run, and stopped', async ({ page, stack }) => {
  await openPanel(page, stack)
  await panelOf(page).getByRole('tab', { name: 'Presets' }).focus()
  await page.keyboard.press('ArrowRight')
  await panelOf(page).getByRole('button', { name: 'New cruise' }).click()
  const dialog = page.getByRole('dialog', { name: 'New cruise' })
  await dialog.getByRole('button', { name: 'Add a preset' }).click()
  await dialog.getByRole('button', { name: 'Add a preset' }).click()
  await dialog.getByLabel('Preset of stop 2').selectOption('2')
  await dialog.getByLabel('Preset of stop 3').selectOption('3')
  await expect(dialog.getByLabel('Seconds at stop 1')).toHaveValue('30')
  await dialog.getByLabel('Seconds at stop 1').fill('14')
  await dialog.getByLabel('Name').fill('round')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog.getByText('This name is taken.')).toBeVisible()
  await dialog.getByLabel('Name').fill('Night')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog.getByRole('alert')).toContainText('15 to 240 seconds')
  await dialog.getByLabel('Seconds at stop 1').fill('15')
  const chosen = () =>
    dialog.getByLabel(/^Preset of stop/).evaluateAll((all: HTMLSelectElement[]) => all.map(({ value }) => value).join(' '))
  const [first, last] = await Promise.all(
    [1, 3].map((number) => dialog.getByRole('button', { name: `Move stop ${number}`, exact: true }).boundingBox()),
  )
  if (!first || !last) throw new Error('There is no handle.')
  await page.mouse.move(first.x + 10, first.y + 10)
  await page.mouse.down()
  await page.mouse.move(last.x + 10, last.y + 12, { steps: 6 })
  await look(page, 'ptz-cruise-drag')
  await page.mouse.up()
  await expect.poll(chosen).toBe('2 3 1')
  await dialog.getByRole('button', { name: 'Move stop 2', exact: true }).focus()
  await page.keyboard.press('ArrowUp')
  await expect.poll(chosen).toBe('3 2 1')
  await expect(dialog.getByText('Place 1 of 3')).toBeAttached()
  await expectSoundEverywhere(page, 'PTZ cruise')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog).toBeHidden()
  const made = (await camera.state()).cruises.find(({ name }) => name === 'Night')
  expect(made?.presets).toEqual([
    { index: 3, speed: 5, holdS: 30 },
    { index: 2, speed: 5, holdS: 30 },
    { index: 1, speed: 5, holdS: 15 },
  ])
  await camera.goTo(3)
  const there = await camera.status()
  await camera.goTo(1)
  await panelOf(page).getByRole('button', { name: 'Run “Night”' }).click()
  await expect(doingIn(page)).toHaveText('Cruise “Night” runs')
  await expect.poll(async () => (await camera.status()).pan).toBe(there.pan)
  await panelOf(page).getByRole('button', { name: 'Stop “Night”' }).click()
  await expect(doingIn(page)).toContainText('Still')
  await panelOf(page).getByRole('button', { name: 'Delete “Night”' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await expect(panelOf(page).getByRole('button', { name: 'Run “Night”' })).toHaveCount(0)
})

test('presets are made, renamed, moved and deleted, and a track is recorded and run again', async ({ page, stack }) => {
  await openPanel(page, stack)
  const panel = panelOf(page)
  await panel.getByRole('button', { name: 'Save where the camera looks' }).click()
  const dialog = page.getByRole('dialog')
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await panel.getByRole('button', { name: 'Save where the camera looks' }).click()
  await dialog.getByLabel('Name').fill('Ramp: left')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog.getByText('None of these characters')).toBeVisible()
  await dialog.getByLabel('Name').fill('Ramp')
  await page.keyboard.press('Enter')
  await expect(panel.getByRole('button', { name: '4 Ramp' })).toBeVisible()
  await panel.getByRole('button', { name: 'Rename “Ramp”' }).click()
  await dialog.getByLabel('Name').fill('Overview')
  await page.keyboard.press('Enter')
  await expect(dialog.getByText('This name is taken.')).toBeVisible()
  await dialog.getByLabel('Name').fill('Slope')
  await page.keyboard.press('Enter')
  await expect(dialog).toBeHidden()
  await camera.goTo(3)
  const there = await camera.status()
  await panel.getByRole('button', { name: 'Move “Slope” to where the camera looks' }).click()
  await expect(page.getByText('Operation successful.')).toBeVisible()
  await camera.goTo(1)
  await panel.getByRole('button', { name: '4 Slope' }).click()
  await expect.poll(async () => (await camera.status()).pan).toBe(there.pan)
  await panel.getByRole('button', { name: 'Delete “Slope”' }).click()
  await dialog.getByRole('button', { name: 'Delete' }).click()
  await expect(panel.getByRole('button', { name: '4 Slope' })).toHaveCount(0)

  await camera.goTo(1)
  await panel.getByRole('tab', { name: 'Tracks' }).click()
  await panel.getByRole('button', { name: 'Record a track' }).click()
  await dialog.getByLabel('Name').fill('Beat')
  await page.keyboard.press('Enter')
  await expect(doingIn(page)).toHaveText('Recording a track')
  await panel.getByRole('button', { name: 'Up', exact: true }).hover()
  await page.mouse.down()
  await expect.poll(async () => (await camera.status()).tilt).toBeGreaterThan(4)
  await page.mouse.up()
  await panel.getByRole('button', { name: 'Stop recording' }).click()
  await expect(panel.getByRole('button', { name: 'Run “Beat”' })).toBeVisible()
  const end = (await camera.status()).tilt
  await camera.goTo(2)
  await panel.getByRole('button', { name: 'Run “Beat”' }).click()
  await expect.poll(async () => (await camera.status()).doing).toBe('still')
  await expect.poll(async () => (await camera.status()).tilt).toBe(end)
  await panel.getByRole('button', { name: 'Delete “Beat”' }).click()
  await dialog.getByRole('button', { name: 'Delete' }).click()
  await expect(panel.getByRole('button', { name: 'Run “Beat”' })).toHaveCount(0)
})

test('a gamepad steers while the panel is open', async ({ page, stack }) => {
  await page.addInitScript(() => {
    const axes = [0, 0, 0, 0]
    Object.assign(globalThis, { stick: axes })
    const pad = { axes, buttons: Array.from({ length: 8 }, () => ({ value: 0 })) }
    navigator.getGamepads = () => [pad] as unknown as Gamepad[]
  })
  await openPanel(page, stack)
  await expect(panelOf(page).getByText('A gamepad is connected.')).toBeVisible()
  const push = (x: number) => page.evaluate((value) => void Object.assign(Reflect.get(globalThis, 'stick'), [value]), x)
  await push(0.6)
  await expect.poll(async () => (await camera.status()).pan).toBeGreaterThan(3)
  await push(0)
  await camera.untilStill()
  await page.keyboard.press('Escape')
  const { pan } = await camera.status()
  await push(1)
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))))
  expect((await camera.status()).pan).toBe(pan)
})

test('the panel closes, and says why, when the camera is fixed, not live, or not to be moved by this person', async ({ page, stack }) => {
  await openPanel(page, stack)
  await openCamera(page, 'Gate 1 – entry')
  await expect(page.getByText('This camera cannot be moved.').or(page.getByText('only while its picture is live'))).toBeVisible()
  await expect(page.getByRole('complementary', { name: /^PTZ/ })).toHaveCount(0)
  await openCamera(page, CAMERA)
  await expectLive(page, 1)
  await page.getByRole('button', { name: 'PTZ', exact: true }).click()
  await expect(panelOf(page)).toBeVisible()
  await stack.stopPart('simulator', 'SIGKILL')
  await expect(page.getByText('A camera can be moved only while its picture is live.')).toBeVisible()
  await expect(panelOf(page)).toHaveCount(0)
  await stack.startPart('simulator')
  await expect
    .poll(() =>
      camera
        .status()
        .then(({ doing }) => doing)
        .catch(() => 'offline'),
    )
    .toBe('still')
})

test('who may only watch is told so, and has no way to move the camera', async ({ page, stack }) => {
  await signIn(page, stack, { role: 'live-only', path: '/live?split=1' })
  await openCamera(page, CAMERA)
  await expectLive(page, 1)
  await page.getByRole('button', { name: 'PTZ', exact: true }).click()
  await expect(page.getByText('You do not have the right to move this camera.')).toBeVisible()
  await expect(page.getByRole('complementary', { name: /^PTZ/ })).toHaveCount(0)
})

test('the panel is sound in both languages and themes, wide and narrow', async ({ page, stack }) => {
  await openPanel(page, stack)
  await expectSoundEverywhere(page, 'PTZ')
  await page.evaluate(() => localStorage.setItem('sightline.language', 'zh-CN'))
  await page.reload()
  await expectLive(page, 1)
  await windowOf(page, 1).focus()
  await page.keyboard.press('p')
  await expect(page.getByRole('complementary', { name: `${CAMERA} 的云台控制` })).toContainText('静止')
  await page.getByRole('tab', { name: '轨迹' }).click()
  await expectSoundEverywhere(page, 'PTZ in Chinese')
})
