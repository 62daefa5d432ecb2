import { archiveCalls } from '#contract/calls/archive/archive-calls.ts'
import type { Archive } from '#contract/calls/archive/archive.ts'
import { archivesShare } from '#contract/calls/archive/archives-share.ts'
import { shareDurations } from '#contract/archives.ts'
import { siteChannelList } from '#contract/calls/device/site-channel-list.ts'
import { archiveFilters } from '#contract/states/archive.ts'
import { ServiceClient } from '#tests/support/service-client.ts'
import { expect, test } from './support/house.ts'
import { addAlarmOf } from './support/many-alarms.ts'
import { expectLive, openCamera, signIn, windowOf } from './support/test.ts'

/** Its clocks show another time than those of the sites, all of which are in Amsterdam, in each half of the year. */
const OWN = 'Asia/Kolkata'
const CAMERA = 'Gate 1 – entry'
const TITLE = 'By the clocks of the gate'

test.use({ hasCameras: true, serviceWorkers: 'block', timezoneId: OWN })

const text = (timeMs: number, timeZone: string, timeStyle: 'medium' | 'long') =>
  new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle, hourCycle: 'h23', timeZone }).format(timeMs)
/** With the zone. */
const atSite = (timeMs: number) => text(timeMs, 'Europe/Amsterdam', 'long')

async function makeArchive(client: ServiceClient): Promise<Archive> {
  const find = async () => (await client.call(siteChannelList, {})).channels.find(({ channelName }) => channelName === CAMERA)
  await expect.poll(find).toBeDefined()
  const { sn = '', chlIndex = 0 } = (await find()) ?? {}
  const startMs = Date.now() - 60_000
  const wish = { title: TITLE, sn, chlIndex, startMs, endMs: startMs + 8_000 }
  await expect.poll(() => client.call(archiveCalls.archivesCreate, wish).then(() => 'made', String)).toBe('made')
  const made = async () =>
    (await client.call(archiveCalls.archivesList, { pageNum: 1, status: archiveFilters.success, archiveTitle: TITLE })).archives[0]
  await expect.poll(made, { timeout: 30_000 }).toBeDefined()
  const archive = await made()
  if (archive === undefined) throw new Error('The archive is gone.')
  return archive
}

test('whoever is in another zone reads everywhere when it happened by the clocks of the site, with their zone', async ({
  page,
  house: { stack },
}) => {
  test.slow()
  const client = await new ServiceClient(`http://127.0.0.1:${stack.port}`).signIn(stack.user())
  const archive = await makeArchive(client)
  const { url } = await client.call(archivesShare, { archiveId: archive.archiveId, emails: [], durationMinutes: shareDurations.hours2 })
  const recorded = atSite(archive.startMs)
  await signIn(page, stack, { path: '/archives' })

  await test.step('in the list of archives, and in its filter', async () => {
    await expect(page.getByRole('link', { name: TITLE })).toContainText(recorded)
    await page.getByRole('button', { name: 'Table', exact: true }).click()
    await expect(page.getByRole('row').filter({ hasText: TITLE })).toContainText(recorded)
    await page.getByRole('button', { name: 'Filters' }).click()
    await page.getByLabel('Recorded within a time').check()
    await expect(page.getByText('By the clocks of Europe/Amsterdam')).toBeVisible()
    await page.keyboard.press('Escape')
  })

  await test.step('on the page of an archive, which tells what a person did by their own', async () => {
    await page.getByRole('row').filter({ hasText: TITLE }).getByText(TITLE).first().click()
    await expect(page.getByRole('definition').filter({ hasText: recorded })).toBeVisible()
    await expect(page.getByRole('definition').filter({ hasText: text(archive.createdAtMs, OWN, 'medium') })).toBeVisible()
    await expect(page.locator('output').filter({ hasText: /GMT\+\d/ })).toBeVisible()
  })

  await test.step('where archives are chosen for a download, and in the list of downloads', async () => {
    await page.getByRole('button', { name: 'Downloads' }).first().click()
    const downloads = page.getByRole('dialog', { name: 'Download' })
    await downloads.getByRole('button', { name: 'Add from archives' }).click()
    const chosen = downloads.getByRole('listitem', { name: TITLE })
    await expect(chosen).toContainText(recorded)
    await chosen.getByRole('button', { name: /^Download/ }).click()
    await downloads.getByRole('button', { name: 'Show the downloads' }).click()
    await expect(downloads.getByRole('listitem', { name: `${TITLE}.avi` })).toContainText(`${recorded} – ${atSite(archive.endMs)}`)
    await page.keyboard.press('Escape')
  })

  await test.step('among the alarms, in their detail and their filter', async () => {
    const startedMs = stack.nowMs - 1_800_000
    await addAlarmOf(stack, CAMERA, startedMs)
    await page.goto(`${new URL(page.url()).origin}/user/alerts`)
    const started = atSite(startedMs)
    await expect(page.getByText(started, { exact: true }).first()).toBeVisible()
    await page.getByText(started, { exact: true }).first().click()
    await expect(page.getByRole('dialog').getByText(started, { exact: true })).toBeVisible()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Filters' }).click()
    await page.getByLabel('Only of a span of time').check()
    await expect(page.getByText('By the clocks of Europe/Amsterdam')).toBeVisible()
  })

  await test.step('in the name and under a picture that was taken of the wall', async () => {
    await page.goto(`${new URL(page.url()).origin}/user/live?split=1`)
    await openCamera(page, CAMERA)
    await expectLive(page, 1)
    await windowOf(page, 1).focus()
    await page.keyboard.press('s')
    await page.getByRole('button', { name: 'Show the snapshots' }).click()
    const gallery = page.getByRole('dialog', { name: 'Snapshots and recordings' })
    const taken = gallery.getByRole('list', { name: 'Snapshots' }).getByRole('listitem')
    await expect(taken).toContainText(/\d\d:\d\d:\d\d GMT\+[12]/)
    const saving = page.waitForEvent('download')
    await taken.getByRole('button', { name: /^Download/ }).click()
    const hour = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', timeZone: 'Europe/Amsterdam' }).format(stack.nowMs)
    expect((await saving).suggestedFilename()).toContain(`, ${hour}-`)
  })

  await test.step('whoever opens a share, where no site is known, reads it with the zone of their own', async () => {
    await page.goto(url)
    await expect(page.getByText(`${CAMERA} · ${text(archive.startMs, OWN, 'long')}`)).toBeVisible()
  })
})
