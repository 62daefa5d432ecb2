import { eventSearchList } from '#contract/calls/event/event-search-list.ts'
import { DAY_MS } from '#shared/time/day.ts'
import { ServiceClient } from '#tests/support/service-client.ts'
import { expectSoundEverywhere, look } from './support/axe.ts'
import { test } from './support/month.ts'
import { expect } from './support/test.ts'

test.use({ serviceWorkers: 'block' })

test('the passes of a plate have pictures and days, lead to what was recorded, and are reached from an event', {
  tag: '@deep',
}, async ({ people, stack }) => {
  const client = await new ServiceClient(`http://localhost:${stack.port}`).signIn(stack.user())
  const toMs = stack.nowMs
  const { events } = await client.call(eventSearchList, { fromMs: toMs - 31 * DAY_MS, toMs, kinds: ['plate'], pageSize: 100 })
  const counts = Map.groupBy(events, ({ plate }) => plate ?? '')
  const [plate = '', seen = []] =
    [...counts].toSorted((one, other) => one[1].length - other[1].length).find(([, those]) => those.length > 1) ?? []
  expect(seen.length).toBeGreaterThan(1)

  const page = await people.enter(`/search?event=%22${seen[0]?.eventId}%22&at=${seen[0]?.atMs}`)
  await page.getByRole('dialog').getByRole('link', { name: plate }).click()
  const field = page.getByRole('searchbox', { name: /^Plate; / })
  await expect(field).toHaveValue(plate)
  // As it was at one moment: vehicles pass all the time.
  await page.goto(`${page.url()}&until=${toMs}`)
  const passes = page.getByRole('listitem').filter({ has: page.getByRole('link', { name: 'Go to that moment' }) })
  await expect(passes.first().getByRole('img')).toBeVisible()
  await expect(passes.first().getByRole('link', { name: plate })).toBeVisible()
  const { events: all } = await client.call(eventSearchList, { fromMs: toMs - 31 * DAY_MS, toMs, plate, pageSize: 100 })
  await expect(page.getByText(`${all.length} passes`)).toBeVisible()
  const days = page.getByRole('table', { name: 'Passes by day' }).locator('tbody tr')
  const counted = (await days.locator('td').allInnerTexts()).map(Number)
  expect(counted.reduce((sum, count) => sum + count, 0)).toBe(all.length)
  expect(await passes.first().getByRole('link', { name: 'Go to that moment' }).getAttribute('href')).toContain(`at=${all[0]?.atMs}`)
  await look(page, 'passes-1440')
  await expectSoundEverywhere(page, 'Passes of a plate')

  await page.getByRole('button', { name: '31 days before' }).click()
  await expect(page.getByText(`“${plate}” was not seen in this time.`)).toBeVisible()
  await page.getByRole('button', { name: '31 days later' }).click()
  await expect(passes.first()).toBeVisible()
  await field.fill('')
  await expect(page.getByText('the newest 100 passes')).toBeVisible()
})

test('who has no right to the plate database finds the passes alone', { tag: '@deep' }, async ({ people }) => {
  const page = await people.enter('/vehicle', 'site-operator')
  await expect(page.getByRole('heading', { name: 'Vehicle' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Plate Database' })).toHaveCount(0)
  await page.goto(page.url().replace(/vehicle.*/, 'vehicle/plates'))
  await expect(page.getByText(/Plate Database/)).toBeVisible()
  await expect(page).not.toHaveURL(/plates/)
})
