import type { Page } from '@playwright/test'
import { deep } from '#tests/support/depth.ts'
import { expectSound, expectSoundEverywhere, look } from './support/axe.ts'
import { cameraOf, dragTo, expect, expectLive, openCamera, openTools, pressTool, signIn, test, windowOf } from './support/test.ts'
import { setVisibility } from './support/visibility.ts'

const CAMERA = 'Gate 1 – entry'
const OTHER = 'Parking – south'
const THIRD = 'Gate 1 – exit'

/** One page for all: what is left open by one test is closed by it. */
let page: Page
test.describe.configure({ mode: 'serial' })
test.use({ serviceWorkers: deep('allow', 'block') })
test.beforeAll(async ({ browser, stack }) => {
  page = await (await browser.newContext()).newPage()
  await signIn(page, stack, { role: 'site-operator', path: '/live?split=4' })
  await openCamera(page, CAMERA)
  await expectLive(page, 1)
})
test.afterAll(() => page.context().close())

/** Where the whole picture of window 1 is on the page, also beyond the window's edges. */
async function pictureBox() {
  const box = await windowOf(page, 1).locator('[data-picture]').boundingBox()
  if (box === null) throw new Error('No picture.')
  return box
}

async function windowBox() {
  const box = await windowOf(page, 1).boundingBox()
  if (box === null) throw new Error('No window.')
  return box
}

const zoomWord = () => windowOf(page, 1).getByRole('status', { name: /times as large$/ })

test('the tools of a window open by mouse and by key, are walked by arrows and letters, and give the focus back', {
  tag: '@deep',
}, async () => {
  const first = windowOf(page, 1)
  const menu = await openTools(page, 1)
  const item = (name: string) => menu.getByRole('menuitem', { name })
  const topmost = menu.getByRole('menuitem').first()
  await expect(topmost).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(menu).toBeHidden()
  await expect(first.getByRole('button', { name: 'Tools of the window' })).toBeFocused()

  await first.focus()
  await page.keyboard.press('t')
  await expect(topmost).toBeFocused()
  await page.keyboard.press('ArrowUp')
  await expect(item('Remove from the wall')).toBeFocused()
  await page.keyboard.press('ArrowUp')
  await expect(item('Full screen')).toBeFocused()
  await page.keyboard.press('r')
  await expect(item('Remove from the wall')).toBeFocused()
  await page.keyboard.press('ArrowUp')
  // In the full screen of the window too.
  await page.keyboard.press('Enter')
  await expect.poll(() => page.evaluate(() => document.fullscreenElement?.getAttribute('data-cell'))).toBe('0')
  await page.keyboard.press('t')
  await expect(topmost).toBeFocused()
  await page.keyboard.press('End')
  await expect(item('Remove from the wall')).toBeFocused()
  await item('Full screen').click()
  await expect.poll(() => page.evaluate(() => document.fullscreenElement)).toBeNull()

  // A small window has the menu only.
  await page.getByRole('button', { name: '64 windows', exact: true }).click()
  await expect(first.getByRole('button')).toHaveCount(1)
  await page.getByRole('button', { name: '4 windows', exact: true }).click()
  await expect(first.getByRole('button')).not.toHaveCount(1)
})

test('the wheel zooms where the pointer is, the picture and the map’s frame are dragged, and the window still goes by its name', async () => {
  const first = windowOf(page, 1)
  const box = await windowBox()
  const whole = await pictureBox()
  const at = { x: whole.x + whole.width * 0.25, y: whole.y + whole.height * 0.6 }
  await page.mouse.move(at.x, at.y)
  await page.mouse.wheel(0, -700)
  await expect(zoomWord()).toHaveAccessibleName(/^4\.1 times/)
  const underPointer = async () => {
    const box = await pictureBox()
    return [(at.x - box.x) / box.width, (at.y - box.y) / box.height].map((share) => Math.round(share * 100) / 100)
  }
  await expect.poll(underPointer).toEqual([0.25, 0.6])
  const large = await pictureBox()
  await look(page, 'zoomed')

  await page.mouse.down()
  await page.mouse.move(at.x + 40, at.y + 10, { steps: 3 })
  await page.mouse.up()
  await expect.poll(async () => Math.round((await pictureBox()).x - large.x)).toBe(40)
  await expect(first).toHaveAttribute('data-cell', '0')

  const map = await first.locator('[data-map]').boundingBox()
  if (map === null) throw new Error('No map.')
  await page.mouse.move(map.x + map.width / 2, map.y + map.height / 2)
  await page.mouse.down()
  await page.mouse.move(map.x + map.width - 1, map.y + map.height - 1, { steps: 3 })
  await page.mouse.up()
  // The picture's lower right corner is that of the window.
  await expect.poll(async () => Math.round((await pictureBox()).x + (await pictureBox()).width)).toBe(Math.round(box.x + box.width))
  await openTools(page, 1)
  await expectSoundEverywhere(page, 'tools of a zoomed window')
  await page.keyboard.press('Escape')
  await expect.poll(windowBox).toEqual(box)

  // By its name a zoomed window goes to another place.
  const name = await first.locator('[data-name]').boundingBox()
  const third = await windowOf(page, 3).boundingBox()
  if (name === null || third === null) throw new Error('Nothing to drag.')
  await page.mouse.move(name.x + 20, name.y + 8)
  await page.mouse.down()
  await page.mouse.move(third.x + 80, third.y + 80, { steps: 5 })
  await page.mouse.up()
  await expect(windowOf(page, 3)).toHaveAttribute('data-zoomed', 'true')
  await page.keyboard.press('Shift+ArrowUp')
  await expect(first).toHaveAttribute('data-zoomed', 'true')
})

test('by keyboard a picture is zoomed and looked through to its edge, two fingers zoom it too, and another camera begins whole', {
  tag: '@deep',
}, async () => {
  const first = windowOf(page, 1)
  await first.focus()
  await page.keyboard.press('0')
  await expect(zoomWord()).toHaveCount(0)
  await page.keyboard.press('+')
  await expect(zoomWord()).toHaveAccessibleName('1.5 times as large')
  const box = await windowBox()
  // To the right edge, and then on to the next window.
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowRight')
  await expect.poll(async () => Math.round((await pictureBox()).x + (await pictureBox()).width)).toBe(Math.round(box.x + box.width))
  await page.keyboard.press('ArrowRight')
  await expect(windowOf(page, 2)).toBeFocused()
  await pressTool(page, 1, '1×')
  await expect(zoomWord()).toHaveCount(0)

  const session = await page.context().newCDPSession(page)
  const middle = { x: box.x + box.width / 2, y: box.y + box.height / 2 }
  const fingers = (way: number) => [
    { x: middle.x - way, y: middle.y },
    { x: middle.x + way, y: middle.y },
  ]
  await session.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: fingers(40) })
  await session.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: fingers(80) })
  await session.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: fingers(120) })
  await session.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
  await expect(zoomWord()).toHaveAccessibleName('3 times as large')

  // A zoomed window on a wall of many shows the main stream, whatever its size.
  await page.getByRole('button', { name: '16 windows', exact: true }).click()
  await first.focus()
  await page.keyboard.press('0')
  await page.keyboard.press('i')
  const figures = first.getByRole('definition')
  await expect(figures.filter({ hasText: /^Sub · 640×360/ })).toBeVisible()
  await pressTool(page, 1, '4×')
  await expect(figures.filter({ hasText: /^Main · 1280×720/ })).toBeVisible()
  await page.keyboard.press('i')
  await page.keyboard.press('Delete')
  await openCamera(page, OTHER)
  await expectLive(page, 1)
  await expect(zoomWord()).toHaveCount(0)
})

test('a picture fits, fills its window, is stretched, shown pixel by pixel or in another shape, and stays so over a reload', {
  tag: '@deep',
}, async () => {
  const shaped = ({ width, height }: { width: number; height: number }) => ({
    width: Math.round(width),
    height: Math.round(height),
    ratio: Number((width / height).toFixed(2)),
  })
  const shapeOf = async () => shaped(await pictureBox())
  const windowShape = async () => shaped(await windowBox())
  /** To the pixel: the two are rounded apart. */
  const expectAsLarge = (side: 'width' | 'height') =>
    expect.poll(async () => Math.abs((await pictureBox())[side] - (await windowBox())[side])).toBeLessThanOrEqual(1)
  // The window is as high as its picture; what the stage has beyond lies around the wall, until a picture takes it.
  const fitted = await windowShape()
  expect(await shapeOf()).toMatchObject({ ratio: 1.78 })
  await expectAsLarge('width')
  await expectAsLarge('height')
  await pressTool(page, 1, 'Fill')
  await expect.poll(async () => (await windowShape()).height).toBeGreaterThan(fitted.height + 20)
  await expectAsLarge('height')
  await expect.poll(shapeOf).toMatchObject({ ratio: 1.78 })
  await pressTool(page, 1, 'Stretch')
  await expectAsLarge('width')
  await expectAsLarge('height')
  await pressTool(page, 1, '4:3')
  await expect.poll(shapeOf).toMatchObject({ ratio: 1.33 })
  await expect(windowOf(page, 1).locator('[data-picture] > *')).toHaveCSS('object-fit', 'fill')
  await pressTool(page, 1, '1:1')
  await expect.poll(shapeOf).toMatchObject({ width: 1280, ratio: 1.78 })
  // It is larger than its window: the map says where one is.
  await expect(windowOf(page, 1).locator('[data-map]')).toBeVisible()
  await page.reload()
  await expectLive(page, 1)
  await expect.poll(shapeOf).toMatchObject({ width: 1280, ratio: 1.78 })
})

test('all pictures of the wall are made to fill their windows at once, and are whole again at once', { tag: '@deep' }, async () => {
  await openCamera(page, THIRD)
  const windows = [windowOf(page, 1), page.locator('[data-cell][data-state="playing"]').nth(1)]
  await expect(windows[1]!).toBeVisible()
  /** How much of the window is left beside the picture, and how much of the picture beyond the window, pixels. */
  const beside = () =>
    Promise.all(
      windows.map(async (window) => {
        const [picture, place] = await Promise.all([window.locator('[data-picture]').boundingBox(), window.boundingBox()])
        const [wide, high] = [(picture?.width ?? 0) - (place?.width ?? 0), (picture?.height ?? 0) - (place?.height ?? 0)]
        return { left: Math.round(Math.max(0, -wide, -high)), cut: Math.round(Math.max(0, wide, high)) }
      }),
    )
  const press = async (name: string, says: string) => {
    await page.getByRole('button', { name: 'Layouts' }).click()
    await page.getByRole('dialog', { name: 'Layouts' }).getByRole('button', { name }).click()
    await expect(page.getByText(says)).toBeVisible()
  }
  // Windows that are wider than the pictures.
  await page.setViewportSize({ width: 1440, height: 600 })
  await press('Fill every window', 'Every picture fills its window; its edges may be cut.')
  await expect
    .poll(async () => (await beside()).map(({ left, cut }) => ({ left, isCut: cut > 20 })))
    .toEqual([
      { left: 0, isCut: true },
      { left: 0, isCut: true },
    ])
  await page.reload()
  await expectLive(page, 1)
  await expect.poll(async () => (await beside()).map(({ left }) => left)).toEqual([0, 0])
  await press('Whole pictures in every window', 'Every picture is shown whole.')
  await expect.poll(async () => (await beside()).map(({ cut }) => cut)).toEqual([0, 0])
  await page.setViewportSize({ width: 1440, height: 900 })
})

test('a picture floats over other windows, plays on while the page is hidden, and goes with its camera', { tag: '@deep' }, async () => {
  const floating = () => page.evaluate(() => document.pictureInPictureElement?.closest('[data-cell]')?.getAttribute('data-cell'))
  await windowOf(page, 2).focus()
  await openCamera(page, CAMERA)
  await expectLive(page, 2)
  await pressTool(page, 1, 'Picture in picture')
  await expect.poll(floating).toBe('0')
  await setVisibility(page, 'hidden')
  await expect(windowOf(page, 2)).toHaveAttribute('data-state', 'paused')
  await expectLive(page, 1)
  await setVisibility(page, 'visible')
  await expectLive(page, 2)
  const menu = await openTools(page, 1)
  await expect(menu.getByRole('menuitemcheckbox', { name: 'Picture in picture' })).toBeChecked()
  await page.keyboard.press('Escape')
  // By key, on and off.
  await page.keyboard.press('2')
  await page.keyboard.press('o')
  await expect.poll(floating).toBe('1')
  // Another camera in its window is not what somebody wanted to keep in view.
  await dragTo(page, cameraOf(page, 'Parking – north'), windowOf(page, 2))
  await expect.poll(floating).toBeUndefined()
  await expectLive(page, 2)
  await windowOf(page, 2).focus()
  await page.keyboard.press('o')
  await expect.poll(floating).toBe('1')
  await page.keyboard.press('Delete')
  await expect.poll(floating).toBeUndefined()
})

test('a camera opens in a window of its own on another screen, shares the sockets, leaves the wall as it is, and is closed there', {
  tag: '@deep',
}, async ({ stack }) => {
  await page.evaluate(() => {
    const [here, there] = [{}, { availLeft: 1920, availTop: 40, availWidth: 2560, availHeight: 1400 }]
    Object.defineProperty(screen, 'isExtended', { value: true })
    const placed: number[][] = []
    const open = window.open.bind(window)
    Object.assign(globalThis, {
      placed,
      getScreenDetails: async () => ({ screens: [here, there], currentScreen: here }),
      open: (...how: Parameters<typeof open>) => {
        const opened = open(...how)
        const note = (...numbers: number[]) => void placed.push(numbers)
        return opened && Object.assign(opened, { moveTo: note, resizeTo: note })
      },
    })
  })
  await pressTool(page, 1, '1:1')
  const opening = page.waitForEvent('popup')
  await pressTool(page, 1, 'Open in a new window')
  const popup = await opening
  await expectLive(popup, 1)
  expect(await page.evaluate(() => (globalThis as unknown as { placed: number[][] }).placed)).toEqual([
    [1920, 40],
    [2560, 1400],
  ])
  await expect(popup).toHaveTitle(new RegExp(`^${OTHER} – `))
  await expect(popup.getByRole('navigation', { name: 'Main menu' })).toHaveCount(0)
  // As it was shown on the wall, and one more tab of the same session.
  await expect(windowOf(popup, 1)).toHaveAttribute('data-shape', 'original')
  await expect.poll(async () => (await stack.stats('service'))['pushSockets']).toBe(1)
  await expect.poll(async () => (await stack.stats('plugin'))['controlSockets']).toBe(1)
  await expectSound(popup, 'a camera in a window of its own')
  await look(popup, 'own-window')
  await windowOf(popup, 1).hover()
  const closing = popup.waitForEvent('close')
  await windowOf(popup, 1).getByRole('button', { name: 'Close the window' }).click()
  await closing
  await expectLive(page, 1)

  // The whole wall too, by key.
  const opening2 = page.waitForEvent('popup')
  await windowOf(page, 1).focus()
  await page.keyboard.press('Shift+N')
  const wall = await opening2
  await expectLive(wall, 1)
  await expect(wall.locator('[data-cell]')).toHaveCount(16)
  // An address that says nothing leads to the wall.
  await wall.goto(stack.address('/live/window'))
  await wall.waitForURL((url) => url.pathname.endsWith('/live'))
  await wall.close()
  await page.reload()
  await expectLive(page, 1)
  await expect(page.locator('[data-cell]')).toHaveCount(16)
})

test('a recording that is given a length ends by itself, and a length of one’s own is at most an hour', { tag: '@deep' }, async () => {
  test.slow()
  const timer = windowOf(page, 1).getByRole('timer')
  const menu = await openTools(page, 1)
  const lengths = menu.getByRole('group', { name: 'Record for' }).getByRole('menuitemradio')
  await expect(lengths).toHaveText(['30 sec', '1 min', '5 min', '15 min', 'Other…'])
  await expectSoundEverywhere(page, 'lengths of a recording')
  await lengths.filter({ hasText: '30 sec' }).press('Enter')
  await expect(timer).toHaveText(/^00:\d\d \/ 00:30$/)

  // While it runs another length may be chosen for it.
  await openTools(page, 1)
  const ends = menu.getByRole('group', { name: 'End the recording after' })
  await expect(ends.getByRole('menuitemradio', { name: '30 sec' })).toBeChecked()
  await ends.getByRole('menuitemradio', { name: 'Other…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Length of the recording' })
  const minutes = dialog.getByLabel('Minutes')
  await expect(minutes).toBeFocused()
  for (const wrong of ['61', '0', '1.5', 'ten', '']) {
    await minutes.fill(wrong)
    await minutes.press('Enter')
    await expect(minutes, wrong).toHaveAccessibleDescription('Enter whole minutes, from 1 to 60.')
    await expect(minutes).toHaveValue(wrong)
  }
  await expectSoundEverywhere(page, 'a length of one’s own')
  await minutes.fill('60')
  await minutes.press('Enter')
  await expect(dialog).toBeHidden()
  await expect(timer).toHaveText(/^00:\d\d \/ 60:00$/)

  await openTools(page, 1)
  await ends.getByRole('menuitemradio', { name: '30 sec' }).click()
  await expect(page.getByText('The recording has ended after 30 sec, and is kept.')).toBeVisible({ timeout: 60_000 })
  await expect(timer).toBeHidden()
})
