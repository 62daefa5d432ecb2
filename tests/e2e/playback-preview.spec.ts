import { expectSoundEverywhere, look } from './support/axe.ts'
import { addressOf, button, expectPicture, pictureMsOf, pointing, windowOf } from './support/playback-page.ts'
import { clip, FPS, test } from './support/recorded.ts'
import { noteCounters, shownCounters, teachCountingNow } from './support/seen-counters.ts'
import { expect } from './support/test.ts'

const PICTURE_MS = 1000 / FPS
const LOOP = clip.pictures.length
/** From one key frame to the next. */
const KEY_MS = PICTURE_MS * clip.pictures.findIndex(({ isKey }, index) => index > 0 && isKey)

test.use({ serviceWorkers: 'block' })

test('above the pointer stands the picture of its moment while another plays on, by keys above the playhead, and none where nothing is recorded', {
  tag: '@deep',
}, async ({ people, recorded }) => {
  const { snOf, startMs } = recorded
  const page = await people.enter(addressOf([snOf('Yard')], startMs + 8_000))
  await teachCountingNow(page)
  const pointed = await pointing(page, 'Yard', { fps: FPS, loop: LOOP, zoomedTo: 'minute' })
  const { slider, preview, previewMs, headMs, pointAt, expectItsNumber } = pointed

  await expect(preview, 'by keys').toBeVisible()
  await slider.press('ArrowLeft')
  await slider.press('ArrowLeft')
  await expect.poll(async () => (await headMs()) - (await previewMs())).toBeLessThan(KEY_MS + 1_000)
  await expectItsNumber()
  await expectSoundEverywhere(page, 'a picture above the time line')
  await look(page, 'playback-preview')
  await slider.press('Escape')
  await expect(preview).toHaveCount(0)
  await slider.press('ArrowRight')
  await expect(preview).toBeVisible()
  await slider.blur()
  await expect(preview).toHaveCount(0)

  // What plays is another moment than what is pointed at, and none of it is passed over.
  await page.getByRole('toolbar', { name: 'Playback' }).getByLabel('Speed').selectOption('1/4×')
  await noteCounters(windowOf(page, 'Yard'))
  await button(page, 'Play').click()
  const seen = new Set<number>()
  for (let share = 0.5; share < 0.62; share += 0.01) {
    const before = await pictureMsOf(page, 'Yard')
    await pointAt(share)
    await expect(preview).toBeVisible()
    seen.add(await previewMs())
    await expect.poll(() => pictureMsOf(page, 'Yard')).toBeGreaterThan(before)
  }
  await button(page, 'Pause').click()
  const counters = await shownCounters(page, 1, LOOP)
  expect(counters).toEqual(counters.map((_, index) => ((counters[0] ?? 0) + index) % LOOP))
  expect(counters.length).toBeGreaterThan(10)
  expect(seen.size).toBeGreaterThan(2)

  // What is pressed is what was pointed at.
  const { x, y } = await pointAt(0.6)
  await expect(preview).toBeVisible()
  await expectItsNumber()
  await page.mouse.click(x, y)
  await expect.poll(async () => Math.abs((await headMs()) - (await previewMs()) - KEY_MS / 2)).toBeLessThan(KEY_MS / 2 + 50)

  // The line has gone along with what was played: twice as much of it begins before the first recording.
  await slider.press('-')
  await slider.blur()
  await pointAt(0.002)
  await expect(preview, 'before the first recording').toHaveCount(0)
  await pointAt(0.6)
  await expect(preview).toBeVisible()
  await page.evaluate(() => {
    const connection = Object.assign(new EventTarget(), { saveData: true })
    Object.defineProperty(navigator, 'connection', { value: connection, configurable: true })
  })
  await pointAt(0.58)
  await expect(preview, 'for who saves data').toHaveCount(0)
})

test('the calendar turns no further back than the service can be asked, and takes no earlier day', { tag: '@deep' }, async ({
  people,
  recorded,
}) => {
  const { snOf, startMs } = recorded
  const page = await people.enter(addressOf([snOf('Yard')], startMs + 5_000))
  await expectPicture(page, 'Yard')
  await button(page, 'Pause').click()
  const day = page.getByLabel('Day', { exact: true })
  const shown = await day.inputValue()
  await day.click()
  await page.getByRole('button', { name: 'Choose the month' }).click()
  const before = page.getByRole('button', { name: 'Year before' })
  const years = Number(shown.slice(0, 4)) - 2_000
  for (let year = 0; year < years; year++) await before.click()
  await expect(before).toBeDisabled()
  await page.getByRole('button', { name: /^Jan/ }).click()
  await expect(page.getByRole('button', { name: 'Month before' })).toBeDisabled()
  await expect(page.getByText(/^Something in what was entered/)).toHaveCount(0)
  await day.fill('1999-12-31')
  await day.press('Tab')
  await expect(day).toHaveValue(shown)
  await expect(page.getByText(/^Something in what was entered/)).toHaveCount(0)
})
