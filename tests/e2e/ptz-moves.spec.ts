import { createCanvas, loadImage } from '@napi-rs/canvas'
import type { Page } from '@playwright/test'
import { look } from './support/axe.ts'
import { deepStep } from './support/deep-step.ts'
import { CAMERA, MovingCamera, openPanel, panelOf } from './support/moving-camera.ts'
import { expect, expectLive, openCamera, signIn, test, watchComplaints, windowOf } from './support/test.ts'

const WIDTH = 64
const HEIGHT = 36

let camera: MovingCamera
test.beforeAll(async ({ stack }) => {
  camera = await MovingCamera.find(stack)
})

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

test('a held button turns the camera and its picture until it is let go, and a preset brings the picture back', { tag: '@deep' }, async ({
  people,
  stack,
}) => {
  const page = await people.tab()
  const complaints = watchComplaints(page)
  await openPanel(page, stack, camera)
  const before = await pictureIn(page)
  const start = await camera.status()
  await panelOf(page).getByRole('slider', { name: 'Speed' }).fill('1')
  await panelOf(page).getByRole('button', { name: 'Right', exact: true }).hover()
  await page.mouse.down()
  // That takes longer than a movement lasts that nobody renews.
  await camera.expect(({ pan }) => pan).toBeGreaterThan(15)
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
  await deepStep('the message goes by itself', () => expect(page.getByText('Operation successful.')).toBeHidden())
  expect(complaints).toEqual([])
})

test('eight directions, zoom and the stop are all there for pointer, keyboard and screen reader', { tag: '@deep' }, async ({
  people,
  stack,
}) => {
  const page = await people.tab()
  await openPanel(page, stack, camera)
  const directions = [
    ['Up and left', -1, 1],
    ['Down and right', 1, -1],
    ['Up', 0, 1],
    ['Down', 0, -1],
    ['Up and right', 1, 1],
    ['Down and left', -1, -1],
    ['Left', -1, 0],
    ['Right', 1, 0],
  ] as const
  for (const [name, ...way] of directions) {
    const before = await camera.status()
    // A press without pointer or key, as a screen reader makes it.
    await panelOf(page)
      .getByRole('button', { name, exact: true })
      .evaluate((button: HTMLElement) => button.click())
    await camera.expect(({ pan, tilt }) => [Math.sign(pan - before.pan), Math.sign(tilt - before.tilt)]).toEqual(way)
    await camera.untilStill()
  }
  await camera.goTo(1)
  await panelOf(page).focus()
  await page.keyboard.down('ArrowLeft')
  await page.keyboard.down('ArrowUp')
  await camera.expect(({ pan, tilt }) => pan < -2 && tilt > 1).toBe(true)
  await page.keyboard.up('ArrowUp')
  await page.keyboard.up('ArrowLeft')
  await camera.untilStill()
  await page.keyboard.down('+')
  await camera.expect(({ zoom }) => zoom).toBeGreaterThan(1.5)
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
    await camera.expect((status) => Math.sign(status[axis] - before)).toBe(way)
    await camera.untilStill()
  }
  await page.keyboard.press('Escape')
  await expect(panelOf(page)).toBeHidden()
  // The arrows belong to the wall again.
  const { pan } = await camera.status()
  await page.keyboard.press('ArrowRight')
  expect((await camera.status()).pan).toBe(pan)
})

test('a click centres, a drag steers, a box is zoomed into, and the panel closes when the window is live no more', {
  tag: '@deep',
}, async ({ people, stack }) => {
  const page = await people.tab()
  await openPanel(page, stack, camera)
  const box = await windowOf(page, 1).boundingBox()
  if (box === null) throw new Error('There is no window.')
  const at = (x: number, y: number) => [box.x + box.width * x, box.y + box.height * y] as const
  await page.mouse.click(...at(0.7, 0.5))
  await camera.expect(({ pan }) => pan).toBeGreaterThan(3)
  await camera.untilStill()
  const whole = await camera.status()
  expect(whole.tilt).toBe(0)
  await camera.goTo(1)
  // In a picture that is zoomed four times the same place of the window is nearer to the middle of the picture.
  await page.mouse.move(...at(0.5, 0.5))
  await page.mouse.wheel(0, -700)
  await expect(windowOf(page, 1)).toHaveAttribute('data-zoomed', 'true')
  await page.mouse.click(...at(0.7, 0.5))
  await camera.expect(({ pan }) => pan).toBeGreaterThan(whole.pan * 0.15)
  await camera.untilStill()
  expect((await camera.status()).pan).toBeLessThan(whole.pan * 0.4)
  await page.mouse.wheel(0, 2000)
  await expect(windowOf(page, 1)).toHaveAttribute('data-zoomed', 'false')
  await camera.goTo(1)
  await page.mouse.move(...at(0.5, 0.5))
  await page.mouse.down()
  await page.mouse.move(...at(0.4, 0.5), { steps: 4 })
  await camera.expect(({ pan }) => pan).toBeLessThan(-1)
  await page.mouse.up()
  await camera.untilStill()
  await camera.goTo(1)
  await panelOf(page).getByRole('button', { name: 'Draw a box to zoom into' }).click()
  await page.mouse.move(...at(0.4, 0.4))
  await page.mouse.down()
  await page.mouse.move(...at(0.6, 0.6), { steps: 4 })
  await look(page, 'ptz-box')
  await page.mouse.up()
  await camera.expect(({ zoom }) => zoom).toBeGreaterThan(2)
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

test('a finger steers on a narrow screen, by button and on the picture', { tag: '@deep' }, async ({ people, stack }) => {
  const page = await people.tab()
  await page.setViewportSize({ width: 390, height: 844 })
  await camera.goTo(1)
  await page.goto(stack.address('/live?split=1'))
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
  await camera.expect(({ pan }) => pan).toBe(-25)
  await touch('touchEnd')
  await camera.untilStill()
  await touch('touchStart', video.x + 100, video.y + 100)
  await touch('touchMove', video.x + 130, video.y + 100)
  await touch('touchMove', video.x + 180, video.y + 100)
  await camera.expect(({ pan }) => pan).toBeGreaterThan(-20)
  await touch('touchEnd')
  await camera.untilStill()
})

test('a gamepad steers while the panel is open', { tag: '@deep' }, async ({ people, stack }) => {
  const page = await people.tab()
  await page.addInitScript(() => {
    const axes = [0, 0, 0, 0]
    Object.assign(globalThis, { stick: axes })
    const pad = { axes, buttons: Array.from({ length: 8 }, () => ({ value: 0 })) }
    navigator.getGamepads = () => [pad] as unknown as Gamepad[]
  })
  await openPanel(page, stack, camera)
  await expect(panelOf(page).getByText('A gamepad is connected.')).toBeVisible()
  const push = (x: number) => page.evaluate((value) => void Object.assign(Reflect.get(globalThis, 'stick'), [value]), x)
  await push(0.6)
  await camera.expect(({ pan }) => pan).toBeGreaterThan(3)
  await push(0)
  await camera.untilStill()
  await page.keyboard.press('Escape')
  const { pan } = await camera.status()
  await push(1)
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))))
  expect((await camera.status()).pan).toBe(pan)
})

test('a tab that dies while a button is held lets the camera stop', { tag: '@deep' }, async ({ page, stack }) => {
  await signIn(page, stack)
  await openPanel(page, stack, camera)
  await panelOf(page).getByRole('slider', { name: 'Speed' }).fill('1')
  await panelOf(page).getByRole('button', { name: 'Left', exact: true }).hover()
  await page.mouse.down()
  await camera.expect(({ doing }) => doing).toBe('moving')
  const session = await page.context().newCDPSession(page)
  const dead = new Promise((resolve) => page.once('crash', resolve))
  void session.send('Page.crash').catch(() => {})
  await dead
  await camera.untilStill()
})
