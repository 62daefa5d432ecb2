import { isDeepStrictEqual } from 'node:util'
import { createCanvas } from '@napi-rs/canvas'
import type { Page } from '@playwright/test'
import { alarmHandle } from '#contract/calls/event/alarm-handle.ts'
import { alarmSearchList } from '#contract/calls/event/alarm-search-list.ts'
import { isDeep } from '#tests/support/depth.ts'
import { ServiceClient } from '#tests/support/service-client.ts'
import { expectSound, expectSoundEverywhere, resize, sizes } from './support/axe.ts'
import { deepStep } from './support/deep-step.ts'
import { edgedPicture, edgesSeen } from './support/edged-picture.ts'
import { showNewer } from './support/held-alarms.ts'
import { addManyAlarms } from './support/many-alarms.ts'
import { test } from './support/net.ts'
import { spreadOfLines } from './support/table-lines.ts'
import { expect } from './support/test.ts'
import { WatchedCamera } from './support/watched-camera.ts'

test.use({ serviceWorkers: 'block' })

const rowOf = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name })

test('what one does about an alarm is seen by a colleague at once, who goes on with it, and all of it stands in its history', async ({
  people,
  net: { stack },
}) => {
  test.slow()
  const camera = await WatchedCamera.connect(stack)
  const name = camera.nameOf(0)
  const [one, colleague] = [await people.enter('/alerts'), await people.enter('/alerts', 'site-operator')]
  // That tabs of one person hear the same the short form sees where alarms come in.
  const others = isDeep ? [await people.enter('/alerts')] : []
  const inTheOtherTab = (text: string) =>
    deepStep('it is seen in the other tab', async () => {
      for (const page of others) await expect(rowOf(page, name)).toContainText(text)
    })
  for (const page of [one, ...others, colleague]) await expect(page.getByRole('heading', { name: 'Alarms', level: 1 })).toBeVisible()
  // A camera that hangs on its side.
  const tall = createCanvas(180, 320).toBuffer('image/jpeg')
  camera.see(0, tall, { x: 0.5, y: 0.25, width: 0.25, height: 0.5 })
  for (const page of [one, ...others, colleague]) await showNewer(page, name)
  await expect(one).toHaveTitle(/^\(1\) Alarms – /)

  await rowOf(colleague, name).locator('td[data-column="source"]').click()
  const theirs = colleague.getByRole('dialog')
  await expect(theirs.getByRole('status').filter({ hasText: 'Unhandled' })).toBeVisible()
  // What was seen is framed where it is in the picture.
  const picture = theirs.getByRole('img', { name: /^Picture of / })
  const frame = theirs.locator('svg:has(rect + rect) rect').last()
  // What comes in above moves both.
  await expect(async () => {
    const [whole, framed] = [await picture.boundingBox(), await frame.boundingBox()]
    const shownWidth = ((whole?.height ?? 0) * 180) / 320
    // Its line is two pixels wide.
    expect((framed?.width ?? 0) - 2).toBeCloseTo(shownWidth / 4, 0)
    expect((framed?.x ?? 0) + 1 - (whole?.x ?? 0)).toBeCloseTo((whole?.width ?? 0) / 2, 0)
    expect((framed?.y ?? 0) + 1 - (whole?.y ?? 0)).toBeCloseTo((whole?.height ?? 0) / 4, 0)
  }).toPass()
  await one.getByRole('button', { name: `Acknowledge “${name}”` }).click()
  await expect(rowOf(one, name)).toContainText('Acknowledged')
  await inTheOtherTab('Acknowledged')
  await expect(theirs.getByRole('status').filter({ hasText: /Acknowledged last by Marit de Vries/ })).toBeVisible()
  // Who acknowledges has read, for themselves alone.
  await expect(one).toHaveTitle(/^Alarms – /)
  await expect(colleague).toHaveTitle(/^\(\d+\) /)

  // The colleague gives it to themselves, with a note; all of it stands in the history.
  await theirs.getByRole('button', { name: 'Assign', exact: true }).click()
  const form = colleague.getByRole('dialog', { name: 'Assign to a colleague' })
  await form.getByLabel('Assigned to').selectOption({ label: 'Jonas Bakker' })
  await form.getByRole('button', { name: 'Assign' }).click()
  await expect(rowOf(one, name)).toContainText('Jonas Bakker')
  await inTheOtherTab('Jonas Bakker')
  await theirs.getByRole('button', { name: 'Add a note' }).click()
  await theirs.getByLabel('Note').fill('A fox at the gate')
  await theirs.getByRole('button', { name: 'Save the note' }).click()
  await expect(theirs.getByRole('list', { name: 'What was done' }).getByRole('listitem')).toHaveText([
    /A fox at the gate.*Jonas Bakker/,
    /Assigned to Jonas Bakker/,
    /Acknowledged.*Marit de Vries/,
  ])
  await expectSoundEverywhere(colleague, 'the panel of an alarm')

  await deepStep('by single keys, which mean nothing in a dialog that was opened out of the panel', async () => {
    const stands = (state: string) => theirs.getByRole('status').filter({ hasText: `${state} last by Jonas Bakker` })
    await colleague.keyboard.press('f')
    await expect(stands('False alarm')).toBeVisible()
    await colleague.keyboard.press('g')
    await form.getByRole('button', { name: 'Cancel' }).focus()
    await colleague.keyboard.press('a')
    await colleague.keyboard.press('Escape')
    await expect(form).toBeHidden()
    await expect(stands('False alarm')).toBeVisible()
    await colleague.keyboard.press('a')
    await expect(stands('Acknowledged')).toBeVisible()
    await colleague.keyboard.press('n')
    await expect(theirs.getByLabel('Note')).toBeFocused()
  })
  await camera.close()
})

test('an alarm that is acknowledged without a network shows so at once, is sent once, and a colleague who was faster is told of', async ({
  people,
  net: { stack, proxy },
}) => {
  test.slow()
  const camera = await WatchedCamera.connect(stack)
  const [mine, lost] = [camera.nameOf(0), camera.nameOf(1)]
  const page = await people.enter('/alerts')
  await expect(page.getByRole('heading', { name: 'Alarms', level: 1 })).toBeVisible()
  camera.see(0)
  camera.see(1)
  await showNewer(page, mine)
  await showNewer(page, lost)
  const sent = () => proxy.requestedPaths.filter((path) => path === alarmHandle.path).length
  const before = sent()
  proxy.cut()
  for (const name of [mine, lost]) {
    await page.getByRole('button', { name: `Acknowledge “${name}”` }).click()
    await expect(rowOf(page, name)).toContainText('Acknowledged')
  }
  // Meanwhile a colleague, whose network is there, has found out about one of them.
  const colleague = await new ServiceClient(`http://127.0.0.1:${stack.port}`).signIn(stack.user('site-operator'))
  const { alarms } = await colleague.call(alarmSearchList, { pageSize: 20, kinds: ['motion'], states: ['open'] })
  const taken = alarms.find(({ sourceName }) => sourceName === lost)
  expect(taken).toBeDefined()
  const change = { state: 'false-alarm' as const }
  await colleague.call(alarmHandle, { alarms: [{ alarmId: taken?.alarmId ?? '', version: 0 }], change })
  proxy.restore()
  await expect(rowOf(page, lost)).toContainText('False alarm', { timeout: 30_000 })
  await page.getByRole('link', { name: /^1 change/ }).click()
  const conflict = page.getByRole('listitem', { name: 'Acknowledge 1 alarm' })
  await expect(conflict).toContainText('Changed by somebody else meanwhile')
  await expect(conflict.getByRole('row', { name: /^Handled by/ })).toContainText('Jonas Bakker')
  await conflict.getByRole('button', { name: 'Keep what is there now' }).click()
  await expect(conflict).toBeHidden()
  expect(sent() - before).toBe(2)
  const { alarms: now } = await colleague.call(alarmSearchList, { pageSize: 20, kinds: ['motion'] })
  const of = (name: string) => now.find(({ sourceName }) => sourceName === name)?.handling
  expect(of(mine)).toMatchObject({ state: 'acknowledged', version: 1 })
  expect(of(lost)).toMatchObject({ state: 'false-alarm', version: 1 })
  await camera.close()
})

test('the list goes on without an end, keeps its place while alarms arrive, and is narrowed by what stands in its address', {
  tag: '@deep',
}, async ({ people, net: { stack } }) => {
  test.slow()
  const camera = await WatchedCamera.connect(stack)
  const { sourceName, remove } = await addManyAlarms(stack, 350)
  const page = await people.enter('/alerts')
  const rows = page.locator('tbody tr[data-index]')
  await expect(rows.first()).toBeVisible()
  // Three of one cause are one row, which opens to them.
  const burst = rowOf(page, sourceName).first().getByRole('button', { name: '3 alarms' })
  await burst.click()
  await expect(burst).toHaveAttribute('aria-expanded', 'true')
  await expectSoundEverywhere(page, 'the list of alarms')
  const scroller = page.locator('main [class*="body"]').first()
  const lastIndex = async () => Number(await rows.last().getAttribute('data-index'))
  await expect(async () => {
    await scroller.evaluate((element) => element.scrollTo(0, element.scrollHeight))
    expect(await lastIndex()).toBeGreaterThan(340)
  }).toPass({ timeout: 30_000 })

  // Somewhere in the middle nothing moves when something happens.
  await scroller.evaluate((element) => element.scrollTo(0, 4_000))
  await expect.poll(lastIndex).toBeLessThan(200)
  const shown = async () => ({
    top: await scroller.evaluate((element) => element.scrollTop),
    times: await rows.locator('[data-column="time"]').allTextContents(),
  })
  let before = await shown()
  // Rows that come into sight are drawn and measured behind the scrolling.
  await expect
    .poll(async () => {
      const last = before
      before = await shown()
      return isDeepStrictEqual(before, last)
    })
    .toBe(true)
  camera.see(0)
  await expect(page.getByRole('button', { name: '1 new alarm', exact: true })).toBeAttached()
  expect(await shown()).toEqual(before)
  await page.getByRole('button', { name: '1 new alarm', exact: true }).click()
  await expect(rowOf(page, camera.nameOf(0))).toBeVisible()

  // What is listed stands in the address: whoever is sent it sees the same.
  await page.getByRole('button', { name: 'Filters' }).click()
  const filters = page.getByRole('search', { name: 'Filters' })
  await filters.getByRole('group', { name: 'Handling' }).getByRole('button', { name: 'Acknowledged' }).click()
  await filters.getByRole('group', { name: 'Kinds of alarms' }).getByRole('button', { name: 'Motion' }).click()
  // A rule is offered though none of its alarms is in the list.
  await expect(rowOf(page, camera.nameOf(0))).toHaveCount(0)
  await expect(
    filters
      .getByRole('group', { name: 'Rule' })
      .getByRole('button', { name: /^Motion of WATCH/ })
      .first(),
  ).toBeVisible()
  await expectSoundEverywhere(page, 'the filters of alarms')
  await page.keyboard.press('Escape')
  await expect(page).toHaveURL(/states=.*acknowledged.*kinds=.*motion/)
  await expect(rowOf(page, sourceName)).toHaveCount(0)
  await page.goto(page.url().replace('acknowledged', 'open'))
  await expect(rowOf(page, sourceName).first()).toBeVisible()

  // Several at once, by keys.
  await rows.first().focus()
  await page.keyboard.press('Space')
  await page.keyboard.press('Shift+ArrowDown')
  const bar = page.getByRole('group', { name: 'What is chosen' })
  await expect(bar).toContainText(/[24] alarms chosen/)
  await expectSoundEverywhere(page, 'alarms that are chosen')
  await bar.getByRole('button', { name: 'Acknowledge' }).click()
  await expect(bar).toBeHidden()
  await expect(rowOf(page, camera.nameOf(0))).toHaveCount(0)

  // All of them are read at once, by the person alone.
  await page.getByRole('button', { name: 'Mark all as read' }).click()
  await expect(page.getByRole('link', { name: 'Alarms', exact: true })).toBeVisible()

  // More than 31 days are not asked for.
  await page.goto(stack.address('/alerts?from=0&until=9000000000', Number(new URL(page.url()).port)))
  await expect(page.getByText(/31 days/).first()).toBeVisible()
  await remove()
  await camera.close()
})

test('a note that is begun outlasts Escape, other alarms and a closed panel, and the focus stays with what was done', {
  tag: '@deep',
}, async ({ people, net: { stack } }) => {
  const { sourceName, remove } = await addManyAlarms(stack, 6)
  const page = await people.enter('/alerts')
  await rowOf(page, sourceName).last().locator('td[data-column="source"]').click()
  const panel = page.getByRole('dialog')
  const note = panel.getByLabel('Note')
  const goOn = panel.getByRole('button', { name: 'Go on with your note' })
  await expect(panel.getByRole('button', { name: 'Add a note' })).toBeVisible()
  await page.keyboard.press('n')
  await note.fill('A fox at the')
  await page.keyboard.press('Escape')
  await expect(goOn).toBeFocused()
  await goOn.click()
  await expect(note).toHaveValue('A fox at the')
  await panel.getByRole('button', { name: 'Newer alarm' }).click()
  await expect(note).toBeHidden()
  await panel.getByRole('button', { name: 'Older alarm' }).click()
  await expect(note).toHaveValue('A fox at the')
  await panel.getByRole('button', { name: 'Close' }).click()
  await rowOf(page, sourceName).last().locator('td[data-column="source"]').click()
  await goOn.click()
  await note.fill('A fox at the gate')
  await panel.getByRole('button', { name: 'Save the note' }).click()
  await expect(panel.getByRole('button', { name: 'Change the note' })).toBeFocused()
  // What is called off is gone.
  await page.keyboard.press('n')
  await note.fill('Two foxes')
  await panel.getByRole('button', { name: 'Cancel' }).click()
  await expect(panel.getByRole('button', { name: 'Change the note' })).toBeFocused()

  await panel.getByRole('button', { name: 'Acknowledge' }).click()
  await expect(panel.getByRole('status').filter({ hasText: 'Acknowledged' })).toBeFocused()
  await remove()
})

test('a span of time that cannot be listed is said to be one of the filters, with ways out, among alarms and archives', {
  tag: '@deep',
}, async ({ people, net: { stack } }) => {
  for (const [path, page] of [
    ['/alerts', await people.enter('/alerts')],
    ['/archives', await people.enter('/archives')],
  ] as const) {
    await page.goto(stack.address(`${path}?from=9000000000&until=8000000000`, Number(new URL(page.url()).port)))
    await expect(page.getByText('The span of time in the filters cannot be shown.')).toBeVisible()
    await expect(page.getByText('Ends before it begins.')).toBeVisible()
    await page.getByRole('button', { name: 'Change the filters' }).click()
    await expect(page.getByRole('dialog', { name: 'Filters' })).toBeVisible()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Show all times' }).click()
    await expect(page).not.toHaveURL(/from=/)
    await expect(page.getByText('The span of time in the filters cannot be shown.')).toBeHidden()
  }
})

test('in the list a picture is whole whatever its shape, and all words of a row stand on one line', { tag: '@deep' }, async ({
  people,
  net: { stack },
}) => {
  const camera = await WatchedCamera.connect(stack)
  const page = await people.enter('/alerts')
  await expect(page.getByRole('heading', { name: 'Alarms', level: 1 })).toBeVisible()
  const shapes = [
    { width: 180, height: 320 },
    { width: 640, height: 200 },
  ]
  for (const [index, { width, height }] of shapes.entries()) camera.see(index, edgedPicture(width, height))
  // It has none.
  camera.see(2)
  for (const index of [0, 1, 2]) await showNewer(page, camera.nameOf(index))
  for (const size of [sizes[0], { width: 1920, height: 1080 }]) {
    await resize(page, size)
    for (const [index, shape] of shapes.entries()) {
      const row = rowOf(page, camera.nameOf(index))
      await expect.poll(() => edgesSeen(row.getByRole('img', { name: /^Picture of / }), shape)).toEqual(['left', 'top', 'right', 'bottom'])
      const [picture, around] = [await row.getByRole('img', { name: /^Picture of / }).boundingBox(), await row.boundingBox()]
      expect(picture?.y).toBeGreaterThanOrEqual(around?.y ?? Number.NaN)
      expect((picture?.y ?? 0) + (picture?.height ?? 0)).toBeLessThanOrEqual((around?.y ?? 0) + (around?.height ?? 0))
    }
    // Those with a picture and those without, those that somebody has done something about and those of the weeks before.
    const rows = page.locator('tbody tr[data-index]')
    for (let index = 0; index < Math.min(await rows.count(), 8); index += 1)
      expect(await spreadOfLines(rows.nth(index)), `row ${index}, ${size.width}`).toBeLessThanOrEqual(1)
  }
  await camera.close()
})

test('an alarm of somebody whom the camera knows tells who it is, how sure it is, what they wear, and the rule', async ({
  people,
  net: { stack },
}) => {
  const camera = await WatchedCamera.connect(stack, {
    name: 'Known at the gate',
    trigger: { kind: 'ai', condition: { eventKind: 'face', attributes: { gender: ['female'] } } },
  })
  const page = await people.enter('/alerts')
  await expect(page.getByRole('heading', { name: 'Alarms', level: 1 })).toBeVisible()
  const face = { event: 'face', similarity: 93, attributes: { gender: 'female', glasses: 'yes' } } as const
  const person = { owner: 'Ada <b>Vos</b>', birthday: '1984-05-01', nativePlace: 'Zwolle', idType: 'passport', idNumber: 'NX 12' } as const
  // Nobody is woken by somebody else.
  camera.tell(1, { ...face, attributes: { gender: 'male' } })
  camera.tell(0, { ...face, person })
  const name = camera.nameOf(0)
  await showNewer(page, name)
  await expect(rowOf(page, camera.nameOf(1))).toHaveCount(0)
  await rowOf(page, name).locator('td[data-column="source"]').click()
  const panel = page.getByRole('dialog', { name: 'Face' })
  await expect(panel.getByRole('heading', { name: 'Recognized person' })).toBeVisible()
  const facts = panel.locator('dl')
  for (const [title, value] of [
    ['Rule', 'Known at the gate'],
    ['Gender', 'Female'],
    ['Glasses', 'Yes'],
    ['Similarity', '93%'],
    ['Name', person.owner],
    ['Birthday', person.birthday],
    ['Native place', person.nativePlace],
    ['ID type', 'Passport'],
    ['ID number', person.idNumber],
  ] as const)
    await expect(facts.locator('dt', { hasText: new RegExp(`^${title}$`) }).locator('xpath=following-sibling::dd[1]')).toHaveText(value)
  if (isDeep) await expectSound(page, 'the panel of a known face')
  await camera.close()
})

test('the bell shows the latest unread alarms on every page, and leads to each of them', { tag: '@deep' }, async ({
  people,
  net: { stack },
}) => {
  const camera = await WatchedCamera.connect(stack)
  const page = await people.enter('/account')
  camera.see(2)
  await page.getByRole('button', { name: 'The latest of 1 unread alarm' }).click()
  const latest = page.getByRole('dialog', { name: 'Latest unread alarms' })
  await expect(latest.getByRole('listitem')).toHaveText([new RegExp(camera.nameOf(2))])
  await expectSound(page, 'the latest unread alarms')
  await page.setViewportSize(sizes[1])
  await page.getByRole('button', { name: 'The latest of 1 unread alarm' }).click()
  await expect(latest.getByRole('listitem')).toHaveCount(1)
  await expectSound(page, 'the latest unread alarms, narrow')
  await latest.getByRole('listitem').getByRole('link').click()
  await expect(page.getByRole('dialog').filter({ hasText: camera.nameOf(2) })).toBeVisible()
  await expect(latest).toBeHidden()
  await camera.close()
})
