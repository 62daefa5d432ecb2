import { eventSearchList } from '#contract/calls/event/event-search-list.ts'
import { DAY_MS } from '#shared/time/day.ts'
import { deep } from '#tests/support/depth.ts'
import { jpegOf } from '#tests/support/seen-events.ts'
import { ServiceClient } from '#tests/support/service-client.ts'
import { expectSoundEverywhere, look } from './support/axe.ts'
import { expect, test } from './support/test.ts'
import { WatchedCamera } from './support/watched-camera.ts'

const HOUR_MS = 3_600_000

test.use({ serviceWorkers: deep('allow', 'block') })

/** The short form of what `search.spec.ts` and `passes.spec.ts` do with all of a month, which takes longer to make than these take. */
test('what a camera has read is found by its kind and its camera, opened with what is known of it, its neighbours are a key away, and its plate leads to its passes', async ({
  people,
  stack,
}) => {
  const camera = await WatchedCamera.connect(stack)
  const name = camera.nameOf(0)
  const number = Math.floor(100 + Math.random() * 900)
  // No plate of the simulator's own clips has these letters.
  const [plate, other] = [`WQ ${number} T`, `QW ${number} B`]
  const snapshot = jpegOf('teal').toString('base64')
  const beganMs = stack.nowMs
  camera.tell(0, { event: 'person' })
  camera.tell(1, { event: 'plate', plate: other })
  for (const [hoursAgo, read] of [plate, other, plate].entries())
    camera.tell(0, { event: 'plate', plate: read, snapshot, atMs: beganMs - hoursAgo * HOUR_MS })
  const client = await new ServiceClient(`http://localhost:${stack.port}`).signIn(stack.user())
  const known = { fromMs: beganMs - DAY_MS, toMs: beganMs, plate, pageSize: 100 }
  await expect.poll(async () => (await client.call(eventSearchList, known)).events.length).toBe(2)

  const page = await people.enter('/search')
  const filters = page.getByRole('search', { name: 'Filters' })
  const events = page.getByRole('listbox', { name: 'Events' }).getByRole('option')
  const panel = page.getByRole('dialog')
  await filters.getByRole('button', { name: 'Licence plate', exact: true }).click()
  await expect(page).toHaveURL(/kinds=/)
  await filters.getByRole('searchbox', { name: 'Find a site or camera' }).fill(name)
  await filters.getByRole('checkbox', { name }).check()
  await expect(page).toHaveURL(/cameras=/)
  await expect(events).toHaveText([plate, other, plate].map((read) => new RegExp(read)))
  await expect(events.filter({ hasText: name })).toHaveCount(3)
  await expect(events.first().locator('img')).toBeVisible()

  await test.step('opened, and its neighbours', async () => {
    const [first = '', second = ''] = await events.allInnerTexts()
    await events.first().click()
    await expect(panel).toContainText(name)
    await expect(panel).toContainText('Europe/Amsterdam')
    await expect(panel.getByRole('link', { name: 'Go to that moment' })).toHaveAttribute(
      'href',
      /\/user\/playback\?at=\d+&cameras=\w+\.\d+$/,
    )
    const time = (text: string) => /\d\d:\d\d:\d\d/.exec(text)?.[0] ?? 'no time'
    const facts = panel.locator('dl').first()
    await expect(facts).toContainText(time(first))
    await page.keyboard.press('ArrowRight')
    await expect(facts).toContainText(time(second))
    await page.keyboard.press('ArrowLeft')
    await expect(facts).toContainText(time(first))
    await expect(panel.getByText('Two minutes before and after on this site')).toBeVisible()
    await expectSoundEverywhere(page, 'an event')
  })

  await test.step('its plate, and the days on which it passed', async () => {
    await panel.getByRole('link', { name: plate }).click()
    await expect(page.getByRole('searchbox', { name: /^Plate; / })).toHaveValue(plate)
    await expect(page.getByText('2 passes')).toBeVisible()
    const passes = page.getByRole('listitem').filter({ has: page.getByRole('link', { name: 'Go to that moment' }) })
    await expect(passes).toHaveCount(2)
    await expect(passes.first().getByRole('img')).toBeVisible()
    const days = page.getByRole('table', { name: 'Passes by day' }).locator('tbody tr td')
    const counted = (await days.allInnerTexts()).map(Number)
    expect(counted.reduce((sum, count) => sum + count, 0)).toBe(2)
    await look(page, 'passes-of-a-plate')
    await expectSoundEverywhere(page, 'Passes of a plate')
  })
  await camera.close()
})
