import { expectSoundEverywhere, look } from './support/axe.ts'
import { counterOnScreen } from './support/pixels.ts'
import { addressOf, button, expectPicture, pausedAt, pictureMsOf, windowOf } from './support/playback-page.ts'
import { clip, FPS, test } from './support/recorded.ts'
import { noteCounters, shownCounters, teachCountingNow } from './support/seen-counters.ts'
import { expect } from './support/test.ts'

const PICTURE_MS = 1000 / FPS
const LOOP = clip.pictures.length
/** From one key frame to the next. */
const KEY_MS = PICTURE_MS * clip.pictures.findIndex(({ isKey }, index) => index > 0 && isKey)
/** Presses of a key that zooms from a day to less than a minute. */
const ZOOMS = 11

test.use({ serviceWorkers: 'block' })

test('above the pointer stands the picture of its moment while another plays on, by keys above the playhead, and none where nothing is recorded', {
  tag: '@deep',
}, async ({ people, recorded }) => {
  const { snOf, startMs } = recorded
  const page = await people.enter(addressOf([snOf('Yard')], startMs + 8_000))
  // A line that glides to what was zoomed would be pointed at on its way.
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await teachCountingNow(page)
  await expectPicture(page, 'Yard')
  const number = await pausedAt(page, 'Yard')
  const pictureMs = await pictureMsOf(page, 'Yard')
  const slider = page.getByRole('slider', { name: 'Time of the playback' })
  const preview = page.locator('[data-preview-ms]')
  const previewMs = async () => Number(await preview.getAttribute('data-preview-ms'))
  const headMs = async () => Number(await slider.getAttribute('aria-valuenow'))
  /** The camera counts on from picture to picture: that of this moment has this number. */
  const numberAt = (atMs: number) => (((number + Math.round((atMs - pictureMs) / PICTURE_MS)) % LOOP) + LOOP) % LOOP
  /** The picture has the number of the moment that stands beside it. Both are of one look: what was pointed at before may be there until the next. */
  const expectItsNumber = () =>
    expect
      .poll(
        async () => {
          const atMs = await previewMs()
          const counter = await counterOnScreen(page, preview)
          return counter === undefined || (await previewMs()) !== atMs ? undefined : counter - numberAt(atMs)
        },
        { intervals: [50] },
      )
      .toBe(0)

  await slider.press('+')
  await expect(preview, 'by keys').toBeVisible()
  for (let press = 1; press < ZOOMS; press++) await slider.press('+')
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
  const box = (await slider.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
  const y = box.y + box.height / 2
  await page.getByRole('toolbar', { name: 'Playback' }).getByLabel('Speed').selectOption('1/4×')
  await noteCounters(windowOf(page, 'Yard'))
  await button(page, 'Play').click()
  const seen = new Set<number>()
  for (let share = 0.5; share < 0.62; share += 0.01) {
    const before = await pictureMsOf(page, 'Yard')
    await page.mouse.move(box.x + share * box.width, y)
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
  await page.mouse.move(box.x + 0.6 * box.width, y)
  await expect(preview).toBeVisible()
  await expectItsNumber()
  await page.mouse.click(box.x + 0.6 * box.width, y)
  await expect.poll(async () => Math.abs((await headMs()) - (await previewMs()) - KEY_MS / 2)).toBeLessThan(KEY_MS / 2 + 50)

  await page.mouse.move(box.x + 2, y)
  await expect(preview, 'before the first recording').toHaveCount(0)
  await page.mouse.move(box.x + 0.6 * box.width, y)
  await expect(preview).toBeVisible()
  await page.evaluate(() => {
    const connection = Object.assign(new EventTarget(), { saveData: true })
    Object.defineProperty(navigator, 'connection', { value: connection, configurable: true })
  })
  await page.mouse.move(box.x + 0.58 * box.width, y)
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
