import type { Page } from '@playwright/test'
import { eventSearchList } from '#contract/calls/event/event-search-list.ts'
import { eventVideoExistDayList } from '#contract/calls/event/event-video-exist-day-list.ts'
import { eventVideoSearch } from '#contract/calls/event/event-video-search.ts'
import { deep } from '#tests/support/depth.ts'
import { expectSound, expectSoundEverywhere } from './support/axe.ts'
import { deepStep } from './support/deep-step.ts'
import { addPlateOf } from './support/many-alarms.ts'
import { counterOnScreen } from './support/pixels.ts'
import { addressOf, button, expectPicture, numberOf, pausedAt, pictureMsOf, windowOf } from './support/playback-page.ts'
import { clip, FPS, test } from './support/recorded.ts'
import { cameraOf, expect, signIn } from './support/test.ts'

const PICTURE_MS = 1000 / FPS
const LOOP = clip.pictures.length
const CAMERAS = ['Yard', 'Gate', 'Dock', 'Ramp'] as const
/** Whose numbers are read off the screen. */
const READ = deep<readonly (typeof CAMERAS)[number][]>(CAMERAS, CAMERAS.slice(0, 2))

test.use({ serviceWorkers: 'block' })

/** The pictures come in their order, each before the last one, so far back. */
async function expectBackwards(page: Page, name: string, byMs: number): Promise<void> {
  const seen: number[] = []
  await expect
    .poll(async () => {
      const atMs = await pictureMsOf(page, name)
      if (atMs !== seen.at(-1)) seen.push(atMs)
      return (seen[0] ?? 0) - atMs
    })
    .toBeGreaterThan(byMs)
  for (const [index, atMs] of seen.slice(1).entries()) expect(atMs).toBeLessThan((seen[index] ?? 0) + 1_000)
}

test('four recorded cameras play one moment together, which is the moment that the time line says; backwards and faster too', async ({
  people,
  recorded,
}) => {
  const { startMs, snOf, ageMs } = recorded
  const page = await people.enter(addressOf(CAMERAS.map(snOf), startMs + 3_000))
  for (const name of CAMERAS) await expectPicture(page, name)
  // They go on: each shows a later picture.
  const before = await pictureMsOf(page, 'Yard')
  await expect.poll(() => pictureMsOf(page, 'Yard')).toBeGreaterThan(before + 1_000)
  await pausedAt(page, 'Yard')
  const slider = page.getByRole('slider', { name: 'Time of the playback' })
  const atMs = Number(await slider.getAttribute('aria-valuenow'))
  for (const name of CAMERAS) {
    await expect.poll(async () => Math.abs((await pictureMsOf(page, name)) - atMs)).toBeLessThan(100)
    if (!READ.includes(name)) continue
    const number = await numberOf(page, name)
    // The very picture that this camera filmed then, by its own count.
    const filmedMs = Date.now() - (ageMs(name, number) ?? 0)
    const apartMs = Math.abs(filmedMs - atMs) % (LOOP * PICTURE_MS)
    expect(Math.min(apartMs, LOOP * PICTURE_MS - apartMs)).toBeLessThan(400)
  }
  await expectSound(page, 'playback')

  await button(page, 'Play').click()
  await button(page, 'Backwards').click()
  await expectBackwards(page, 'Yard', 1_500)
  await button(page, 'Backwards').click()
  await page.getByLabel('Speed').selectOption('4×')
  const slower = await pictureMsOf(page, 'Yard')
  await expect.poll(() => pictureMsOf(page, 'Yard')).toBeGreaterThan(slower + 2_000)
})

test('before it is known which moment is seen, nothing is asked about its day or its month', { tag: '@deep' }, async ({
  page,
  stack,
  line: { port, proxy },
  recorded,
}) => {
  const held = Promise.withResolvers<void>()
  await page.route('**/js/media-worker-*.js', async (route) => {
    await held.promise
    await route.continue()
  })
  const atMs = recorded.startMs + 3_000
  await signIn(page, stack, { port, path: addressOf([recorded.snOf('Yard'), recorded.snOf('Gate')], atMs) })
  await expect(windowOf(page, 'Gate')).toBeVisible()
  const ofTheMoment = [eventVideoExistDayList.path, eventSearchList.path]
  const asked = (path: string) => proxy.requestedPaths.includes(path)
  // Of all that there is, whenever: both are asked for in one go with those, if they are.
  await expect.poll(() => asked(eventVideoSearch.path)).toBe(true)
  await expect(page.getByRole('treeitem', { name: /Yard/ })).toBeVisible()
  expect(ofTheMoment.filter(asked)).toEqual([])
  await expect(page.getByText(/^Something in what was entered/)).toHaveCount(0)
  held.resolve()
  await expectPicture(page, 'Yard')
  await expect.poll(() => ofTheMoment.filter(asked)).toEqual(ofTheMoment)
  await expect(page.getByLabel('Day', { exact: true })).not.toHaveValue(/^1970/)
  await expect(page.getByText(/^Something in what was entered/)).toHaveCount(0)
})

test('a camera that is looked at in the past when the line has died without a word is seen within seconds, by another line', {
  tag: '@deep',
}, async ({ page, stack, line: { port, proxy }, recorded }) => {
  await signIn(page, stack, { port, path: addressOf([recorded.snOf('Yard')], recorded.startMs + 3_000) })
  await expectPicture(page, 'Yard')
  await pausedAt(page, 'Yard')
  proxy.leaveDead()
  await cameraOf(page, 'Gate').dblclick()
  await expect(windowOf(page, 'Gate')).toHaveAttribute('data-shows', 'loading')
  // The service gives such a line up after twenty seconds at the earliest.
  await expect(windowOf(page, 'Gate')).toHaveAttribute('data-shows', 'picture', { timeout: 12_000 })
})

test('of two cameras one is heard and one enlarged; the calendar leads to what a day has first, and a window to the live wall', async ({
  people,
  recorded,
}) => {
  const { startMs, firstMs, snOf } = recorded
  const page = await people.enter(addressOf([snOf('Yard'), snOf('Gate')], startMs + 5_000))
  for (const name of ['Yard', 'Gate']) await expectPicture(page, name)
  await button(page, 'Pause').click()
  const sound = (name: string) => windowOf(page, name).getByRole('button', { name: 'Sound' })
  for (const [one, other] of [
    ['Yard', 'Gate'],
    ['Gate', 'Yard'],
  ] as const) {
    await sound(one).click()
    await expect(sound(one)).toHaveAttribute('aria-pressed', 'true')
    await expect(sound(other)).toHaveAttribute('aria-pressed', 'false')
  }

  /** How many times as wide as its window a picture is drawn. */
  const timesOf = async (name: string) => {
    const [window, picture] = await Promise.all([
      windowOf(page, name).boundingBox(),
      windowOf(page, name).locator('video, canvas').boundingBox(),
    ])
    return Math.round(((picture?.width ?? 0) / (window?.width ?? 1)) * 10) / 10
  }
  await deepStep('by the wheel and by keys, as live', async () => {
    const leftOf = async (name: string) => (await windowOf(page, name).locator('video, canvas').boundingBox())?.x ?? 0
    await windowOf(page, 'Gate').locator('[data-scale]').hover()
    await page.mouse.wheel(0, -200)
    await expect.poll(() => timesOf('Gate')).toBeGreaterThan(1.4)
    await page.keyboard.press('0')
    await expect.poll(() => timesOf('Gate')).toBe(1)
    await page.keyboard.press('+')
    await expect.poll(() => timesOf('Gate')).toBe(1.5)
    const left = await leftOf('Gate')
    await page.keyboard.press('ArrowRight')
    await expect.poll(() => leftOf('Gate')).toBeLessThan(left)
  })
  // Two presses of a button are no wish for the full screen.
  await windowOf(page, 'Gate').getByRole('button', { name: 'Larger' }).dblclick()
  // By half for each press.
  await expect.poll(async () => (await timesOf('Gate')) / deep(1.5, 1)).toBeCloseTo(2.25, 0)
  expect(await page.evaluate(() => document.fullscreenElement)).toBeNull()
  expect(await timesOf('Yard')).toBe(1)
  await expectSound(page, 'playback, enlarged')

  await page.getByLabel('Day', { exact: true }).click()
  // The first one: it may have been recorded over midnight.
  await page
    .getByRole('button', { name: /, Recorded$/ })
    .first()
    .click()
  const slider = page.getByRole('slider', { name: 'Time of the playback' })
  await expect.poll(async () => Math.abs(Number(await slider.getAttribute('aria-valuenow')) - firstMs)).toBeLessThan(1_000)
  // Of the camera that began first: the other one had nothing yet, by as much as a busy machine made of it.
  await expect(page.locator('[data-shows="picture"]').first()).toBeVisible()

  await windowOf(page, 'Gate').focus()
  await windowOf(page, 'Gate').getByRole('button', { name: 'Open on the live wall' }).click()
  await expect(page.getByRole('group', { name: /: Gate, Live$/ })).toBeVisible()
  await expect(page).toHaveURL(/\/live/)
  await expect(page).not.toHaveURL(/camera=/)
})

test('a recording is stepped through picture by picture, on and back, and none is missing', { tag: '@deep' }, async ({
  people,
  recorded,
}) => {
  const page = await people.enter(addressOf([recorded.snOf('Yard')], recorded.startMs + 2_000))
  await expectPicture(page, 'Yard')
  let number = await pausedAt(page, 'Yard')
  for (const [name, way, times] of [
    ['One picture on', 1, 20],
    // Over the begin of a group of pictures, which are decoded from their own begin.
    ['One picture back', -1, 40],
  ] as const) {
    for (let step = 0; step < times; step++) {
      await button(page, name).click()
      const next = (number + way + LOOP) % LOOP
      await expect.poll(() => counterOnScreen(page, windowOf(page, 'Yard')), { intervals: [20] }).toBe(next)
      number = next
    }
  }
})

test('the picture follows the playhead while it is dragged, and a time that is typed is gone to', { tag: '@deep' }, async ({
  people,
  recorded,
}) => {
  const page = await people.enter(addressOf([recorded.snOf('Yard')], recorded.startMs + 2_000))
  await expectPicture(page, 'Yard')
  await pausedAt(page, 'Yard')
  const slider = page.getByRole('slider', { name: 'Time of the playback' })
  await slider.focus()
  for (let press = 0; press < 14; press++) await page.keyboard.press('+')
  const before = await pictureMsOf(page, 'Yard')
  const box = await slider.boundingBox()
  if (box === null) throw new Error('There is no time line.')
  const [x, y] = [box.x + box.width / 2, box.y + 8]
  await page.mouse.move(x, y)
  await page.mouse.down()
  await page.mouse.move(x + 40, y, { steps: 4 })
  await page.mouse.move(x + 160, y, { steps: 8 })
  await expect.poll(() => pictureMsOf(page, 'Yard')).not.toBe(before)
  await page.mouse.up()
  await expectPicture(page, 'Yard')
})

test('before anything was recorded the page says so, and gaps are skipped by themselves', { tag: '@deep' }, async ({
  people,
  recorded,
}) => {
  const page = await people.enter(addressOf([recorded.snOf('Yard')], recorded.firstMs - 60_000))
  await expect(windowOf(page, 'Yard')).toHaveAttribute('data-shows', 'picture', { timeout: 30_000 })
  expect(await pictureMsOf(page, 'Yard')).toBeGreaterThanOrEqual(recorded.firstMs - 2_000)
  await page.getByLabel('Skip gaps').uncheck()
  for (let leap = 0; leap < 3; leap++) await button(page, '10 seconds back').click()
  await expect(page.getByText('Nothing was recorded at this time.')).toBeVisible()
})

test('a day of which nothing can be seen is refused with those that can, and the day that is seen stays', { tag: '@deep' }, async ({
  people,
  recorded,
}) => {
  const page = await people.enter(addressOf([recorded.snOf('Yard')], recorded.startMs + 5_000))
  await expectPicture(page, 'Yard')
  await pausedAt(page, 'Yard')
  const slider = page.getByRole('slider', { name: 'Time of the playback' })
  const before = await slider.getAttribute('aria-valuenow')
  const day = page.getByLabel('Day', { exact: true })
  const shown = await day.inputValue()
  for (const elsewhere of ['2020-01-01', '2090-01-01']) {
    await day.fill(elsewhere)
    await expect(page.getByText(/^What was recorded from .+ to .+ can be seen here\.$/)).toBeVisible()
    await day.press('Enter')
    await expect(day).toHaveValue(shown)
    await expect(day).toBeFocused()
  }
  await expect(slider).toHaveAttribute('aria-valuenow', before ?? '')
})

test('whoever may watch live only is told so where the past is, and led to nothing that is refused', { tag: '@deep' }, async ({
  people,
  recorded,
}) => {
  const page = await people.enter(addressOf([recorded.snOf('Yard')], recorded.startMs + 5_000), 'live-only')
  // Pages that were left are kept, hidden.
  const refusal = page.getByText('You may watch live video, and not what was recorded.').filter({ visible: true })
  await expect(refusal).toBeVisible()
  await expect(page.getByRole('region', { name: 'Time line' })).toBeHidden()
  await expect(page.getByRole('complementary', { name: 'Cameras' })).toBeHidden()
  await page.getByRole('link', { name: 'Archives', exact: true }).click()
  await expect(refusal).toBeVisible()
  await expect(page.getByRole('button', { name: 'Try again' })).toBeHidden()
  await expect(page.getByRole('alert')).toHaveCount(0)
  await page.getByRole('link', { name: 'Search', exact: true }).click()
  await expect(page.getByText('There are no cameras here that you may choose.')).toBeVisible()
})

test('the keys of players steer the playback, choose its windows, keep a picture and lead from event to event', { tag: '@deep' }, async ({
  people,
  recorded,
  stack,
}) => {
  const { sns, startMs } = recorded
  const events = [startMs + 4_000, startMs + 7_000]
  const dayBeforeMs = startMs - 30 * 3_600_000
  for (const [index, eventMs] of [...events, dayBeforeMs].entries()) await addPlateOf(stack, 'Gate', eventMs, `KEY ${index}`)
  const page = await people.enter(addressOf(sns, startMs + 6_000))
  for (const name of CAMERAS) await expectPicture(page, name)
  const slider = page.getByRole('slider', { name: 'Time of the playback' })
  const atMs = async () => Number(await slider.getAttribute('aria-valuenow'))
  const press = (key: string) => page.keyboard.press(key)
  /** The playhead comes to within this of a moment. */
  const expectAt = (ms: number, withinMs: number) => expect.poll(async () => Math.abs((await atMs()) - ms)).toBeLessThan(withinMs)

  await press('k')
  await expect(button(page, 'Play')).toBeVisible()
  await press('Space')
  await expect(button(page, 'Pause')).toBeVisible()
  await press('k')
  await expect(button(page, 'Play')).toBeVisible()

  // The events of the day are asked for after the pictures.
  await expect(async () => {
    await press('l')
    await press('Shift+ArrowLeft')
    await expect.poll(async () => Math.abs((await atMs()) - (events[1] ?? 0)), { timeout: 1_000 }).toBeLessThan(100)
  }).toPass()
  await press('Shift+ArrowLeft')
  await expectAt(events[0] ?? 0, 100)
  // Over the end of the day, too.
  await press('Shift+ArrowLeft')
  await expectAt(dayBeforeMs, 100)
  await press('Shift+ArrowRight')
  await expectAt(events[0] ?? 0, 100)
  await press('Shift+ArrowRight')
  await expectAt(events[1] ?? 0, 100)
  await press('j')
  await expectAt((events[1] ?? 0) - 10_000, 100)
  await press('l')
  await expectAt(events[1] ?? 0, 100)
  for (const name of CAMERAS) await expectPicture(page, name)

  const stood = await atMs()
  await press('.')
  await expect.poll(atMs).toBeGreaterThan(stood)
  const stepped = await atMs()
  expect(stepped - stood).toBeLessThan(2 * PICTURE_MS)
  await press(',')
  await expect.poll(atMs).toBeLessThan(stepped)

  for (const [index, name] of CAMERAS.entries()) {
    await press(String(index + 1))
    await expect(windowOf(page, name)).toHaveAttribute('aria-current', 'true')
    await expect(page.locator('[aria-current="true"][data-shows]')).toHaveCount(1)
  }
  /** What is on the whole screen: a window, all of them, or nothing. */
  const onWholeScreen = () =>
    page.evaluate(() => {
      const element = document.fullscreenElement
      return element?.getAttribute('aria-label') ?? (element === null ? undefined : element.querySelectorAll('[data-shows]').length)
    })
  await press('2')
  await press('f')
  await expect.poll(onWholeScreen).toMatch(/^Window 2: Gate, /)
  await press('f')
  await expect.poll(onWholeScreen).toBeUndefined()
  await press('Shift+F')
  await expect.poll(onWholeScreen).toBe(sns.length)
  await press('Shift+F')
  await expect.poll(onWholeScreen).toBeUndefined()
  // On the time line, too, as far as it has no use for them itself.
  await slider.focus()
  await press('3')
  await expect(windowOf(page, 'Dock')).toHaveAttribute('aria-current', 'true')
  const stoodAt = await atMs()
  await press('ArrowRight')
  await expectAt(stoodAt + 1_000, 1)
  await press('Space')
  await expect(button(page, 'Pause')).toBeVisible()
  await press('Space')
  await expect(button(page, 'Play')).toBeVisible()
  await windowOf(page, 'Gate').focus()
  await press('Enter')
  await expect.poll(onWholeScreen).toMatch(/^Window 2: Gate, /)
  await windowOf(page, 'Gate').getByRole('button', { name: 'Full screen' }).click()
  await expect.poll(onWholeScreen).toBeUndefined()
  await press('2')
  await press('s')
  await expect(page.getByText('The picture is kept among the snapshots.')).toBeVisible()
  await press('b')
  await expect(button(page, 'Backwards')).toHaveAttribute('aria-pressed', 'true')
  const before = await atMs()
  await press('k')
  await expect.poll(atMs).toBeLessThan(before - 1_000)
  await press('k')
  await press('b')
  await expect(button(page, 'Backwards')).toHaveAttribute('aria-pressed', 'false')

  // A key that is typed into a field is no command.
  await page.getByRole('button', { name: 'Save part…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Save a part' })
  await dialog.getByLabel('Length').selectOption({ label: 'Another length' })
  await dialog.getByLabel('Minutes').fill('')
  await dialog.getByLabel('Minutes').pressSequentially('jk')
  await expect(button(page, 'Play')).toBeAttached()
  await expectSoundEverywhere(page, 'the part to be saved of four cameras')
  await press('Escape')
  await expect(dialog).toBeHidden()
  await page.getByLabel('Day', { exact: true }).click()
  await expectSoundEverywhere(page, 'the playback with its calendar')
  await press('Escape')
})

/** As a browser does that lets the page be heard only when somebody allows it: what is to begin waits. */
function holdSound(): void {
  const Usual = AudioContext
  class Held extends Usual {
    constructor(options?: AudioContextOptions) {
      super(options)
      void super.suspend()
    }

    override resume(): Promise<void> {
      return new Promise(() => {})
    }
  }
  Object.assign(globalThis, { AudioContext: Held })
}

for (const { browser, prepare, said } of [
  {
    browser: 'holds the page silent',
    prepare: holdSound,
    said: 'The browser keeps this page silent. Allow it to play sound, and press the button once more.',
  },
  {
    browser: 'has no sound card',
    prepare: () => void Reflect.deleteProperty(globalThis, 'AudioContext'),
    said: 'This browser has nothing to play sound with.',
  },
])
  test(`whoever wants to hear a camera is told when the browser ${browser}`, { tag: '@deep' }, async ({ people, recorded, stack }) => {
    const page = await people.tab()
    await page.addInitScript(prepare)
    await page.goto(stack.address(addressOf(recorded.sns.slice(0, 1), recorded.startMs + 2_000)))
    await expectPicture(page, 'Yard')
    const sound = windowOf(page, 'Yard').getByRole('button', { name: 'Sound' })
    await sound.click()
    await expect(page.getByText(said)).toBeVisible()
    await expect(sound).toHaveAttribute('aria-pressed', 'false')
  })
