import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { ARCHIVE_DOWNLOAD_PATH, shareDurations } from '#contract/archives.ts'
import { archivesShare } from '#contract/calls/archive/archives-share.ts'
import { siteChannelList } from '#contract/calls/device/site-channel-list.ts'
import { codeOf } from '#contract/errors.ts'
import { archiveStatuses, type ArchiveStatus } from '#contract/states/archive.ts'
import { openDatabase } from '#server/db/open.ts'
import { writePieceList } from '#server/video/archive/piece-list.ts'
import { DAY_MS } from '#shared/time/day.ts'
import type { Stack } from '#tests/support/stack.ts'
import { expectSoundEverywhere, look } from './support/axe.ts'
import { expect, test, type House } from './support/house.ts'
import { addFaceOf, cameraNamed } from './support/many-alarms.ts'
import { signIn, watchComplaints } from './support/test.ts'

test.use({ hasCameras: true, serviceWorkers: 'block' })

const HERE = 'Gate 1 – entry'
const THERE = 'Shop – tills'

interface Row {
  title: string
  camera: string
  startMs: number
  status: ArchiveStatus
  failCode?: number
  /** Under which its file would be. */
  key?: string
}

/** Writes archives into the service's tables, the first the newest; as if another process worked on those that are being made. Answers with the identifier of the first. */
async function addArchives(stack: Stack, rows: readonly Row[]): Promise<string> {
  const ids = rows.map(() => randomUUID())
  const db = await openDatabase(join(stack.dataFolder, 'sightline.db'))
  for (const [index, { title, camera, startMs, status, failCode = null, key = null }] of rows.entries()) {
    const { id: site_id, site_name, organization_id, sn, chl_index } = await cameraNamed(db, camera)
    const place = { organization_id, site_id, site_name, sn, chl_index, camera_name: camera, stream: 'main' as const }
    const shape = key === null ? { codec: null, width: null, height: null } : { codec: 'avc1.64001f', width: 640, height: 360 }
    const file = { ...shape, size_bytes: key === null ? null : 1_000, object_key: key, piece_sha256s_json: writePieceList([]) }
    const work = { status, fail_code: failCode, progress: 40, lease_until_ms: stack.nowMs + DAY_MS }
    const maker = { user_id: 'harbor-admin', archived_by: 'Marit de Vries', created_at_ms: stack.nowMs - index * 1_000 }
    const clip = { id: ids[index] ?? '', title, start_at_ms: startMs, end_at_ms: startMs + 4_000 }
    await db
      .insertInto('archive')
      .values({ ...clip, ...place, ...file, ...work, ...maker })
      .execute()
  }
  await db.destroy()
  return ids[0] ?? ''
}

/** Comes when the simulator's cameras are there. */
async function camerasThere(house: House): Promise<void> {
  const admin = await house.client('administrator')
  const names = async () => (await admin.call(siteChannelList, {})).channels.map(({ channelName }) => channelName)
  await expect.poll(names).toEqual(expect.arrayContaining([HERE, THERE]))
}

test('archives are called off and tried again in the list, a failed one says why, and the list is narrowed and paged', {
  tag: '@deep',
}, async ({ page, house }) => {
  test.slow()
  const complaints = watchComplaints(page)
  const { stack } = house
  await camerasThere(house)
  const nowMs = stack.nowMs
  const recordedMs = nowMs - 120_000
  const lost = { camera: HERE, status: archiveStatuses.fail, failCode: codeOf('past-unavailable') }
  await addArchives(stack, [
    { title: 'Being made', camera: HERE, startMs: nowMs - 3 * DAY_MS, status: archiveStatuses.processing },
    { ...lost, title: 'Out of reach', startMs: recordedMs },
    ...Array.from({ length: 21 }, (_, index): Row => ({ ...lost, title: `Old ${index + 1}`, startMs: nowMs - 40 * DAY_MS })),
    { title: 'At the tills', camera: THERE, startMs: nowMs - 3 * DAY_MS, status: archiveStatuses.cancelled },
  ])
  await addFaceOf(stack, HERE, recordedMs + 2_000, { x: 0.1, y: 0.1, width: 0.1, height: 0.2 })
  await signIn(page, stack, { path: '/archives' })
  const tile = (title: string) => page.getByRole('listitem').filter({ has: page.getByRole('link', { name: title, exact: true }) })

  await test.step('one is called off where it stands', async () => {
    await expect(tile('Being made')).toContainText('Processing 40 %')
    await tile('Being made').getByRole('button', { name: 'Cancel the making of “Being made”' }).click()
    await expect(tile('Being made')).toContainText('Cancelled')
    await expect(tile('Being made').getByRole('button', { name: 'Try “Being made” again' })).toBeVisible()
  })

  await test.step('a page at a time', async () => {
    await expect(page.getByText('1–20 of 24')).toBeVisible()
    await expect(tile('At the tills')).toHaveCount(0)
    await page.getByRole('button', { name: 'Next page' }).press('Enter')
    await expect(tile('At the tills')).toBeVisible()
    await expect(page.getByText('21–24 of 24')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Next page' })).toBeDisabled()
    await page.getByRole('button', { name: 'Previous page' }).click()
    await expect(tile('Being made')).toBeVisible()
  })

  await test.step('by state, time, site and camera', async () => {
    const total = (text: string) => expect(page.getByText(text, { exact: true })).toBeVisible()
    await page.getByRole('button', { name: 'Failed', exact: true }).click()
    await total('1–20 of 22')
    await page.getByRole('button', { name: 'Filters' }).click()
    const filters = page.getByRole('dialog', { name: 'Filters' })
    await filters.getByLabel('Recorded within a time').check()
    await total('1–1 of 1')
    await filters.getByRole('button', { name: '30 days' }).click()
    await expectSoundEverywhere(page, 'filters of archives')
    await look(page, 'archive-filters')
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'All', exact: true }).click()
    await total('1–3 of 3')
    await page.getByRole('button', { name: 'Filters (1)' }).click()
    const site = filters.getByRole('listitem').filter({ hasText: 'Harbor Shop' })
    await site.getByLabel('Harbor Shop', { exact: true }).check()
    await total('1–1 of 1')
    await expect(tile('At the tills')).toBeVisible()
    await filters.getByRole('button', { name: 'Clear all filters' }).click()
    await total('1–20 of 24')
    await site.getByRole('button', { name: 'Cameras of “Harbor Shop”' }).click()
    await site.getByLabel(THERE).check()
    await total('1–1 of 1')
    // A link shows the same to whoever is sent it.
    await page.reload()
    await expect(tile('At the tills')).toBeVisible()
    await total('1–1 of 1')
    await page.getByRole('button', { name: 'Filters (1)' }).click()
    await filters.getByRole('button', { name: 'Clear all filters' }).click()
    await page.keyboard.press('Escape')
  })

  await test.step('a failed one says why, is tried again, and has what was seen meanwhile as its chapters', async () => {
    const why = 'Recordings of this camera cannot be fetched.'
    await expect(tile('Out of reach')).toContainText(why)
    await expectSoundEverywhere(page, 'archives that failed')
    await look(page, 'archives-failed')
    await page.getByRole('button', { name: 'Table', exact: true }).click()
    const line = page.getByRole('row').filter({ hasText: 'Out of reach' })
    await expect(line.getByText(why)).toBeVisible()
    await expect(line).toContainText('Failed')
    await expectSoundEverywhere(page, 'a table of archives that failed')
    await look(page, 'archives-failed-table')
    await page.getByRole('button', { name: 'Pictures', exact: true }).click()
    await page.getByRole('link', { name: 'Out of reach', exact: true }).click()
    await expect(page.getByRole('status').filter({ hasText: why })).toContainText('Failed')
    await expect(page.getByRole('button', { name: 'Share' })).toHaveCount(0)
    await page.getByRole('button', { name: 'Try again' }).click()
    const player = page.getByRole('group', { name: 'Player' })
    await expect(player.locator('video')).toHaveCount(1, { timeout: 60_000 })
    const mark = player.getByRole('button', { name: /^Face \d\d:\d\d:\d\d, / })
    await expect(mark).toHaveCount(1)
    const slider = player.getByRole('slider', { name: 'Moment', exact: true })
    const moment = () => expect.poll(async () => Number(await slider.inputValue()))
    const name = player.getByText(/^Face \d\d:\d\d:\d\d$/)
    await moment().toBeLessThan(1_000)
    await expect(name).toHaveCount(0)
    await mark.click()
    await moment().toBeGreaterThan(1_500)
    await moment().toBeLessThan(2_500)
    await expect(name).toBeVisible()
    await slider.fill('0')
    await moment().toBeLessThan(1_000)
    await player.focus()
    await page.keyboard.press('n')
    await moment().toBeGreaterThan(1_500)
  })
  expect(complaints).toEqual([])
})

test('whoever saves a file that is gone, or while the network is, reads why on the page where they are, and so does a visitor', async ({
  people,
  house,
  browser,
}) => {
  const { stack } = house
  await camerasThere(house)
  const lost: Row = {
    title: 'Lost',
    camera: HERE,
    startMs: stack.nowMs - 120_000,
    status: archiveStatuses.success,
    key: 'archives/lost.mp4',
  }
  const archiveId = await addArchives(stack, [lost])
  const page = await people.enter(`/archives-details/${archiveId}`)
  const name = page.getByRole('heading', { level: 1, name: 'Lost' })
  await name.evaluate((heading) => heading.setAttribute('data-stays', ''))
  const download = page.getByRole('button', { name: 'Download with proof' })
  const said = page.getByRole('alert').filter({ hasText: /This file|The service/ })
  await download.click()
  await expect(said).toHaveText('This file is gone, or you may not have it any more. Reload the page.')
  await page.route(`**${ARCHIVE_DOWNLOAD_PATH}`, (route) => route.abort('connectionrefused'))
  await download.click()
  await expect(said).toHaveText('The service cannot be reached. Check the network.')
  await page.unroute(`**${ARCHIVE_DOWNLOAD_PATH}`)
  await expect(name).toHaveAttribute('data-stays')
  await expect(page.locator('iframe')).toHaveCount(0)

  const admin = await house.client('administrator')
  const { url } = await admin.call(archivesShare, { archiveId, emails: [], durationMinutes: shareDurations.hours2 })
  const context = await browser.newContext({ locale: 'zh-CN' })
  const visitor = await context.newPage()
  await visitor.goto(stack.address(new URL(url).pathname.replace(/^\/user/, '')))
  await visitor.getByRole('button', { name: /^下载/ }).click()
  await expect(visitor.getByRole('alert').filter({ hasText: '此文件已不存在' })).toBeVisible()
  await expect(visitor.getByRole('heading', { name: 'Lost' })).toBeVisible()
  await context.close()
})
