import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { archivesList } from '#contract/calls/archive/archives-list.ts'
import { archivesShareList } from '#contract/calls/archive/archives-share-list.ts'
import type { Event } from '#contract/calls/event/event.ts'
import { eventSearchList } from '#contract/calls/event/event-search-list.ts'
import { plateList } from '#contract/calls/vehicle/plate-list.ts'
import { userConfigsList } from '#contract/calls/config/user-configs-list.ts'
import { archiveFilters } from '#contract/states/archive.ts'
import { DAY_MS } from '#shared/time/day.ts'
import { ServiceClient } from '#tests/support/service-client.ts'
import type { Stack } from '#tests/support/stack.ts'
import { expectSoundEverywhere, look } from './support/axe.ts'
import { pressAt, tabTo } from './support/keys.ts'
import { test } from './support/month.ts'
import { expect } from './support/test.ts'

/** What happened so long before and after an event stands beside it. */
const NEARBY_MS = 2 * 60_000

const events = (page: Page) => page.getByRole('listbox', { name: 'Events' }).getByRole('option')
const filters = (page: Page) => page.getByRole('search', { name: 'Filters' })
const chip = (page: Page, name: string) => filters(page).getByRole('button', { name, exact: true })
const panel = (page: Page) => page.getByRole('dialog')
const count = (page: Page) => page.getByRole('status').filter({ hasText: /event/ }).first()

/** The last 30 days: all that the demonstration has. */
async function openMonth(page: Page): Promise<void> {
  await expect(filters(page)).toBeVisible()
  await chip(page, '30 days').click()
  await expect(chip(page, '30 days')).toHaveAttribute('aria-pressed', 'true')
  await expect(events(page).first()).toBeVisible()
}

/** What the service finds in the last 30 days, as a program asks for it. */
async function found(stack: Stack, filter: object, role?: string) {
  const client = await new ServiceClient(`http://localhost:${stack.port}`).signIn(stack.user(role))
  const toMs = stack.nowMs
  return client.call(eventSearchList, { fromMs: toMs - 30 * DAY_MS, toMs, pageSize: 100, ...filter })
}

test('an event is found by its kind and its camera, opened with what is known of it, and its neighbours are a key away', {
  tag: '@deep',
}, async ({ people }) => {
  const page = await people.enter('/search')
  await openMonth(page)
  await expect(count(page)).toContainText('More than 100 events')
  await chip(page, 'Licence plate').click()
  await expect(page).toHaveURL(/kinds=/)
  await filters(page).getByRole('searchbox', { name: 'Find a site or camera' }).fill('gate 1 – entry')
  await filters(page).getByRole('checkbox', { name: 'Gate 1 – entry' }).check()
  await expect(page).toHaveURL(/cameras=/)
  await expect(events(page).filter({ hasNotText: 'Licence plate' })).toHaveCount(0)
  await expect(events(page).filter({ hasNotText: 'Gate 1 – entry' })).toHaveCount(0)
  await expect(events(page).nth(3).locator('img')).toBeVisible()
  const [first = '', second = ''] = await events(page).allInnerTexts()
  await events(page).first().click()
  await expect(panel(page)).toContainText('Gate 1 – entry')
  await expect(panel(page)).toContainText('Europe/Amsterdam')
  await expect(panel(page).getByRole('link', { name: 'Go to that moment' })).toHaveAttribute(
    'href',
    /\/user\/playback\?at=\d+&cameras=\w+\.\d+$/,
  )
  const time = (text: string) => /\d\d:\d\d:\d\d/.exec(text)?.[0] ?? 'no time'
  await expect(panel(page).locator('dl').first()).toContainText(time(first))
  await page.keyboard.press('ArrowRight')
  await expect(panel(page).locator('dl').first()).toContainText(time(second))
  await page.keyboard.press('ArrowLeft')
  await expect(panel(page).locator('dl').first()).toContainText(time(first))
  await expect(panel(page).getByText('Two minutes before and after on this site')).toBeVisible()
  await expectSoundEverywhere(page, 'an event')
  await page.keyboard.press('Escape')
  await expect(panel(page)).toBeHidden()
})

test('an address that is copied into another tab shows the same search, and the same event', { tag: '@deep' }, async ({ people }) => {
  const page = await people.enter('/search')
  await openMonth(page)
  await chip(page, 'Vehicle').click()
  await chip(page, 'Van').click()
  await expect(page).toHaveURL(/with=/)
  await expect(events(page).first()).toContainText('Vehicle')
  await page.getByRole('button', { name: 'Table' }).click()
  await page.getByRole('row').nth(2).getByRole('cell').nth(4).click()
  await expect(panel(page)).toContainText('Van')
  await expect(page).toHaveURL(/event=/)
  const [rows, facts, said] = [
    await page.getByRole('row').allInnerTexts(),
    await panel(page).locator('dl').first().innerText(),
    await count(page).innerText(),
  ]
  const other = await page.context().newPage()
  await other.goto(page.url())
  await expect(panel(other).locator('dl').first()).toHaveText(facts, { useInnerText: true })
  await other.keyboard.press('Escape')
  await expect(chip(other, 'Van')).toHaveAttribute('aria-pressed', 'true')
  await expect(count(other)).toHaveText(said)
  expect((await other.getByRole('row').allInnerTexts()).slice(0, 10)).toEqual(rows.slice(0, 10))
})

test('results are scrolled through to the last one, as pictures and as a table', { tag: '@deep' }, async ({ people }) => {
  const page = await people.enter('/search')
  await openMonth(page)
  await chip(page, 'Licence plate').click()
  await filters(page).getByRole('searchbox', { name: 'Find a site or camera' }).fill('gate 1 – entry')
  await filters(page).getByRole('checkbox', { name: 'Gate 1 – entry' }).check()
  await expect(page).toHaveURL(/cameras=/)
  await expect(count(page)).toHaveText('More than 100 events')
  const last = async () => {
    await events(page).first().focus()
    await page.keyboard.press('End')
    await expect(count(page)).toHaveText(/^[\d,]+ events?$/, { timeout: 1_000 })
  }
  await expect(last).toPass()
  const total = Number((await count(page).innerText()).replaceAll(/\D/g, ''))
  expect(total).toBeGreaterThan(100)
  expect(await events(page).count(), 'only what is in sight is drawn').toBeLessThan(Math.max(80, total / 2))
  await page.getByRole('button', { name: 'Table' }).click()
  await expect(page.getByRole('table', { name: 'Events' })).toBeVisible()
  await expectSoundEverywhere(page, 'search as a table')
})

test('plates are found by a part of them with wildcards', { tag: '@deep' }, async ({ people, net }) => {
  const { events: seen } = await found(net.stack, { kinds: ['plate'] })
  const plate = seen[0]?.plate ?? ''
  const page = await people.enter('/search')
  await openMonth(page)
  await filters(page)
    .getByRole('searchbox', { name: 'Plate, or part of one' })
    .fill(`${plate.slice(0, 3)}*`)
  await expect(page).toHaveURL(/plate=/)
  await expect(events(page).filter({ hasText: plate }).first()).toBeVisible()
  await expect(events(page).filter({ hasNotText: plate.slice(0, 3) })).toHaveCount(0)
  await events(page).filter({ hasText: plate }).first().click()
  await expect(panel(page).getByRole('heading', { name: 'Plate database' })).toBeVisible()
})

test('what the plate database has of a plate stands beside it, for administrators alone', { tag: '@deep' }, async ({ people, net }) => {
  const client = await new ServiceClient(`http://localhost:${net.stack.port}`).signIn(net.stack.user())
  const { plates } = await client.call(plateList, { pageNum: 1, pageSize: 100 })
  const { events: passed } = await found(net.stack, { kinds: ['plate'] }, 'site-operator')
  const isOf = (seen: Event) => plates.find((one) => one.plate.replaceAll(' ', '') === seen.plate?.replaceAll(' ', ''))
  const seen = passed.find((one) => isOf(one)?.owner)
  if (seen === undefined) throw new Error('No plate of the database was seen.')
  const { groupName, owner } = isOf(seen) ?? { groupName: '', owner: '' }
  const path = `/search?from=${seen.atMs - DAY_MS}&until=${seen.atMs + 1}&event="${seen.eventId}"&at=${seen.atMs}`
  const page = await people.enter(path)
  const part = panel(page)
    .locator('section')
    .filter({ has: page.getByRole('heading', { name: 'Plate database' }) })
  await expect(part).toContainText(groupName)
  await expect(part).toContainText(owner)
  const before = net.proxy.requestedPaths.length
  const other = await people.enter(path, 'site-operator')
  await expect(panel(other)).toContainText(seen.plate ?? '')
  await expect(panel(other).getByText('Two minutes before and after on this site')).toBeVisible()
  await expect(panel(other).getByRole('heading', { name: 'Plate database' })).toHaveCount(0)
  expect(net.proxy.requestedPaths.slice(before)).not.toContain(plateList.path)
})

test('the clip around an event plays, and what else the site saw meanwhile leads there', { tag: '@deep' }, async ({ people, net }) => {
  const { events: newest } = await found(net.stack, {})
  // With two neighbours at least, and long enough ago for its clip to be whole.
  const near = (one: Event) =>
    newest.filter((other) => other.siteName === one.siteName && Math.abs(other.atMs - one.atMs) <= NEARBY_MS && other !== one)
  const seen = newest.find((one) => one.atMs < net.stack.nowMs - NEARBY_MS && near(one).length > 1)
  if (seen === undefined) throw new Error('Nothing has neighbours.')
  const page = await people.enter(`/search?from=${seen.atMs - DAY_MS}&until=${net.stack.nowMs}&event="${seen.eventId}"&at=${seen.atMs}`)
  const clip = panel(page).getByRole('group', { name: 'Recording around the event' })
  await expect(clip.locator('[data-shows="picture"]')).toBeVisible()
  const pictureMs = async () => Number(await clip.locator('[data-picture-ms]').getAttribute('data-picture-ms'))
  expect(Math.abs((await pictureMs()) - seen.atMs)).toBeLessThan(15_000)
  const first = await pictureMs()
  await expect.poll(pictureMs).toBeGreaterThan(first)
  const nearby = panel(page)
    .locator('section')
    .filter({ has: page.getByRole('heading', { name: 'Two minutes before and after on this site' }) })
    .getByRole('button')
  await expect(nearby).toHaveCount(near(seen).length)
  const oldest = near(seen).at(-1)
  await nearby.first().click()
  await expect(page).toHaveURL(new RegExp(`event=[^&]*${oldest?.eventId}`))
  await expect(panel(page).getByRole('group', { name: 'Recording around the event' })).toBeVisible()
})

test('a face that a camera has recognized is found by how sure it is, and whoever may see it learns who it is', { tag: '@deep' }, async ({
  people,
}) => {
  const page = await people.enter('/search')
  await openMonth(page)
  await chip(page, 'Face').click()
  await filters(page).getByRole('group', { name: 'Similarity at least' }).getByRole('button', { name: '90%' }).click()
  await expect(page).toHaveURL(/similarity=90/)
  await expect(events(page).filter({ hasNotText: 'Face' })).toHaveCount(0)
  await events(page).first().click()
  await expect(panel(page).getByRole('heading', { name: 'Recognized person' })).toBeVisible()
  await expect(panel(page)).toContainText('93%')
  await expect(panel(page)).toContainText('Harm Veldkamp')
  await expect(panel(page)).toContainText('XD57031402')
  await expectSoundEverywhere(page, 'somebody who was recognized')
})

test('32 days are refused with a sentence before anything is asked', { tag: '@deep' }, async ({ people, net }) => {
  const page = await people.enter('/search')
  await openMonth(page)
  const asked = () => net.proxy.requestedPaths.filter((path) => path === eventSearchList.path).length
  const until = Number(new URL(page.url()).searchParams.get('until'))
  const before = asked()
  const day = new Date(until - 32 * DAY_MS).toISOString().slice(0, 10)
  await filters(page).getByLabel('From', { exact: true }).fill(day)
  await page.keyboard.press('Enter')
  await expect(page.getByText('Choose another time: At most 31 days.')).toBeVisible()
  await expect(events(page)).toHaveCount(0)
  expect(asked()).toBe(before)
  await expectSoundEverywhere(page, 'a search of 32 days')
  await chip(page, '24 hours').click()
  await expect(events(page).first()).toBeVisible()
  expect(asked()).toBeGreaterThan(before)
})

test('somebody who has keys alone searches, chooses several events and saves them as a list', { tag: '@deep' }, async ({ people }) => {
  const page = await people.enter('/search')
  await expect(events(page).first()).toBeVisible()
  await pressAt(page, chip(page, '7 days'), 'Space')
  await pressAt(page, chip(page, 'Person'), 'Space')
  await expect(events(page).first()).toContainText('Person')
  await tabTo(page, events(page).first())
  await page.keyboard.press('Space')
  await page.keyboard.press('Shift+ArrowRight')
  await page.keyboard.press('Shift+ArrowDown')
  const columns = Number(await page.locator('[role=option]:focus').getAttribute('data-index')) - 1
  await expect(page.getByText(`${columns + 2} events chosen`)).toBeVisible()
  await expectSoundEverywhere(page, 'events that are chosen')
  await page.locator('[role=option][tabindex="0"]').focus()
  const saving = page.waitForEvent('download')
  await pressAt(page, page.getByRole('button', { name: 'Save as a list (csv)' }))
  const lines = (await readFile(await (await saving).path(), 'utf8')).trimEnd().split('\r\n')
  expect(lines).toHaveLength(columns + 3)
  await tabTo(page, page.locator('[role=option][tabindex="0"]'))
  await page.keyboard.press('Escape')
  await expect(page.getByText(/chosen$/)).toBeHidden()
  await page.keyboard.press('Enter')
  await expect(panel(page)).toContainText('Person')
  await page.keyboard.press('Escape')
  await expect(panel(page)).toBeHidden()
})

test('clips of events that are chosen are archived and shared in one go, each by a link of its own', { tag: '@deep' }, async ({
  people,
  net,
}) => {
  const page = await people.enter('/search')
  await openMonth(page)
  await events(page)
    .nth(0)
    .click({ modifiers: ['ControlOrMeta'] })
  await events(page)
    .nth(1)
    .click({ modifiers: ['Shift'] })
  await page.getByRole('button', { name: 'Share clips' }).click()
  const form = page.getByRole('dialog', { name: 'Archive and share' })
  await expect(form).toContainText('2 clips, each with its event in the middle.')
  await form.getByLabel('Length').selectOption({ label: '30 seconds' })
  await form.getByLabel('Case number').fill('LON-7')
  await form.getByLabel('Password, if you want one').fill('abc')
  await form.getByRole('button', { name: 'Archive and share' }).click()
  await expect(form.getByLabel('Password, if you want one')).toHaveAccessibleDescription('At least 4 characters.')
  await form.getByLabel('Password, if you want one').fill('quay seven')
  await expectSoundEverywhere(page, 'archive and share')
  await look(page, 'archive-and-share')
  await form.getByRole('button', { name: 'Archive and share' }).click()
  await expect(form.getByRole('list', { name: 'Archives' }).getByRole('listitem')).toHaveCount(2)
  const links = form.getByLabel('Link')
  await expect(links).toHaveCount(2)
  for (const link of await links.all()) await expect(link).toHaveValue(/\/archives-share\/[0-9a-f]{32}[\w-]{43}$/)
  await look(page, 'archives-begun')
  const client = await new ServiceClient(`http://localhost:${net.stack.port}`).signIn(net.stack.user())
  const { archives } = await client.call(archivesList, { pageNum: 1, status: archiveFilters.all, archiveTitle: 'LON-7' })
  expect(archives).toHaveLength(2)
  for (const { durationMs, batchId, caseNumber } of archives) {
    expect([batchId, caseNumber]).toEqual([null, 'LON-7'])
    // What has just happened is not whole yet.
    expect(durationMs).toBeGreaterThan(14_000)
    expect(durationMs).toBeLessThanOrEqual(30_000)
  }
  for (const { archiveId } of archives)
    expect((await client.call(archivesShareList, { archiveId })).shares).toMatchObject([{ hasPassword: true, state: 'open' }])
})

test('the mouse chooses with Shift and Ctrl, in the table too', { tag: '@deep' }, async ({ people }) => {
  const page = await people.enter('/search')
  await openMonth(page)
  await events(page)
    .nth(1)
    .click({ modifiers: ['ControlOrMeta'] })
  await events(page)
    .nth(4)
    .click({ modifiers: ['Shift'] })
  await expect(page.getByText('4 events chosen')).toBeVisible()
  await page.getByRole('button', { name: 'Table' }).click()
  const rows = page.locator('tbody tr[data-index]')
  await expect(rows.nth(1).getByRole('checkbox')).toBeChecked()
  await rows.nth(6).getByRole('checkbox').click()
  await rows
    .nth(8)
    .locator('td[data-column="site"]')
    .click({ modifiers: ['Shift'] })
  await expect(page.getByText('7 events chosen')).toBeVisible()
  await page.getByRole('button', { name: 'Choose none' }).click()
  await expect(page.getByText(/chosen$/)).toBeHidden()
})

test('the pictures of events that are chosen are given to the system to share, some at once', { tag: '@deep' }, async ({ people }) => {
  const page = await people.enter('/search')
  await openMonth(page)
  await page.evaluate(() => {
    const shared: string[] = []
    Object.assign(globalThis, { shared })
    navigator.canShare = ({ files = [] } = {}) => files.every(({ type }) => type === 'image/jpeg')
    navigator.share = async ({ files = [] } = {}) => void shared.push(...files.map(({ name }) => name))
  })
  const shared = () => page.evaluate(() => (globalThis as unknown as { shared: string[] }).shared)
  const choose = async (index: number, key: 'ControlOrMeta' | 'Shift') =>
    events(page)
      .nth(index)
      .click({ modifiers: [key] })
  await choose(0, 'ControlOrMeta')
  await choose(2, 'Shift')
  await page.getByRole('button', { name: 'Share pictures' }).click()
  await expect.poll(async () => (await shared()).length).toBe(3)
  expect((await shared()).every((name) => name.endsWith('.jpg'))).toBe(true)
  await choose(11, 'Shift')
  await page.getByRole('button', { name: 'Share pictures' }).click()
  await expect(page.getByText('At most 10 pictures are shared at once.')).toBeVisible()
  expect(await shared()).toHaveLength(3)
})

test('what was found is exported as a file for spreadsheets', { tag: '@deep' }, async ({ people }) => {
  const page = await people.enter('/search')
  await openMonth(page)
  await chip(page, 'Face').click()
  await expect(page).toHaveURL(/kinds=/)
  for (const [item, ending] of [
    ['Text file (csv)', 'csv'],
    ['Excel file (xlsx)', 'xlsx'],
    [/^Excel file with pictures/, 'xlsx'],
  ] as const) {
    const saving = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Export what was found' }).click()
    await page.getByRole('menuitem', { name: item }).click()
    const file = await saving
    expect(file.suggestedFilename()).toMatch(new RegExp(`^Events \\d{4}-.+\\.${ending}$`))
    await expect(page.getByText('The file is saved.')).toBeVisible()
    if (ending === 'csv') expect(await readFile(await file.path(), 'utf8')).toMatch(/^\uFEFFTime,Time zone,Event,[^\r]*\r\n[^\r]*,face,/)
  }
})

test('a search that was saved is found again after a reload, and can be deleted', { tag: '@deep' }, async ({ people, net }) => {
  const page = await people.enter('/search')
  await openMonth(page)
  await chip(page, 'Vehicle').click()
  await chip(page, 'Red').click()
  await expect(page).toHaveURL(/vehicleColour/)
  const saved = page.getByRole('dialog', { name: 'Saved searches' })
  await page.getByRole('button', { name: 'Saved', exact: true }).click()
  await saved.getByRole('textbox').fill('Red cars')
  await page.keyboard.press('Enter')
  await expect(saved.getByRole('button', { name: 'Red cars', exact: true })).toBeVisible()
  await expectSoundEverywhere(page, 'saved searches')
  await saved.getByRole('textbox').fill('Red cars')
  await page.keyboard.press('Enter')
  await expect(saved.getByText('You already have a search with this name.')).toBeVisible()
  await page.keyboard.press('Escape')
  await chip(page, 'Clear all filters').click()
  await page.reload()
  await expect(chip(page, 'Vehicle')).toHaveAttribute('aria-pressed', 'false')
  await page.getByRole('button', { name: 'Saved', exact: true }).click()
  await saved.getByRole('button', { name: 'Red cars', exact: true }).click()
  await expect(chip(page, 'Red')).toHaveAttribute('aria-pressed', 'true')
  await expect(chip(page, '30 days')).toHaveAttribute('aria-pressed', 'true')
  await page.getByRole('button', { name: 'Saved', exact: true }).click()
  await saved.getByRole('button', { name: 'Delete “Red cars”' }).click()
  await expect(saved.getByText('No saved searches yet.')).toBeVisible()
  const client = await new ServiceClient(`http://localhost:${net.stack.port}`).signIn(net.stack.user())
  expect((await client.call(userConfigsList, { configType: 'search' })).configs).toEqual([])
})

test('without a network the last search opens with its pictures, and says of when it is', { tag: '@deep' }, async ({ people, net }) => {
  const page = await people.enter('/search')
  await openMonth(page)
  await chip(page, 'Licence plate').click()
  await expect(events(page).first()).toContainText('Licence plate')
  await expect(events(page).nth(3).locator('img')).toBeVisible()
  const shown = await events(page).nth(3).innerText()
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined))
  net.proxy.cut()
  await page.reload()
  await expect(page.getByText(/^Offline/)).toBeVisible()
  await expect(events(page).nth(3)).toHaveText(shown, { useInnerText: true })
  await expect(events(page).nth(3).locator('img')).toBeVisible()
  await expect(page.getByText(/^As of .*\d\d:\d\d$/)).toBeVisible()
  await page.getByRole('link', { name: 'Account' }).click()
  await expect(page).toHaveURL(/\/account/)
  await expect(filters(page)).toBeHidden()
  await page.evaluate(() => history.pushState(null, '', '/user/search'))
  await expect(page).toHaveURL(/kinds=/)
  await expect(events(page).nth(3)).toHaveText(shown, { useInnerText: true })
})

test('somebody who may only watch live is told so, and nothing is asked', { tag: '@deep' }, async ({ people, net }) => {
  const before = net.proxy.requestedPaths.length
  const page = await people.enter('/search', 'live-only')
  await expect(page.getByText('You may watch live video, and not what was recorded.')).toBeVisible()
  expect(net.proxy.requestedPaths.slice(before)).not.toContain(eventSearchList.path)
  await expectSoundEverywhere(page, 'search for somebody who may watch live')
})

test('clips of events that are chosen are downloaded, each as a file of its own, and so is that of one event', { tag: '@deep' }, async ({
  people,
}) => {
  const page = await people.enter('/search')
  await openMonth(page)
  await events(page)
    .nth(0)
    .click({ modifiers: ['ControlOrMeta'] })
  await events(page)
    .nth(1)
    .click({ modifiers: ['ControlOrMeta'] })
  await page.getByRole('button', { name: 'Download clips' }).click()
  const form = page.getByRole('dialog', { name: 'Download clips' })
  await expect(form).toContainText('2 clips, each with its event in the middle.')
  await expectSoundEverywhere(page, 'clips to be downloaded')
  await form.getByRole('button', { name: 'Download', exact: true }).click()
  await expect(form).toContainText('It is being downloaded.')
  await form.getByRole('button', { name: 'Show the downloads' }).click()
  const downloads = page.getByRole('dialog', { name: 'Downloads' })
  const rows = downloads.getByRole('listitem', { name: /\.avi$/ })
  await expect(rows).toHaveCount(2)
  await expect(rows.filter({ hasText: 'Completed' })).toHaveCount(2, { timeout: 30_000 })
  await page.keyboard.press('Escape')
  await expect(downloads).toBeHidden()
  await events(page).nth(5).click()
  await panel(page).getByRole('button', { name: 'Download the clip' }).click()
  const one = page.getByRole('dialog', { name: 'Download the clip' })
  await one.getByLabel('Length').selectOption({ label: '1 minute' })
  await one.getByRole('button', { name: 'Download', exact: true }).click()
  await one.getByRole('button', { name: 'Show the downloads' }).click()
  await expect(rows).toHaveCount(3)
  for (const left of [2, 1, 0]) {
    await rows.first().getByRole('button', { name: 'Remove' }).click()
    await page
      .getByRole('dialog', { name: /^Remove/ })
      .getByRole('button', { name: 'Remove' })
      .click()
    await expect(rows).toHaveCount(left)
  }
})
