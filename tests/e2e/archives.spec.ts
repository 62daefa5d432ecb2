import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { BrowserContext } from '@playwright/test'
import { archiveStatuses, type ArchiveStatus } from '#contract/states/archive.ts'
import { openDatabase } from '#server/db/open.ts'
import { deep, isDeep } from '#tests/support/depth.ts'
import { numbersIn } from '#tests/support/look-at-clip.ts'
import type { Stack } from '#tests/support/stack.ts'
import { expectSound, expectSoundEverywhere, look } from './support/axe.ts'
import { deepStep } from './support/deep-step.ts'
import { addAlarmOf } from './support/many-alarms.ts'
import { RECORDED_MS, test } from './support/recorded.ts'
import { expect } from './support/test.ts'

const CASE = 'LON-2026-118'
const REDACTED_CASE = 'LON-2026-119'

test.use({ serviceWorkers: 'block' })

/** Opens the page of a bundle from a folder, gives it the bundle, and another one of which a byte of the clip was changed. */
async function checkBundle(context: BrowserContext, path: string): Promise<void> {
  const bytes = await readFile(path)
  const bent = Buffer.from(bytes)
  const at = bytes.indexOf('mdat') + 2_000
  bent[at] = (bent[at] ?? 0) ^ 1
  const html = bytes.lastIndexOf('<!doctype html>')
  const folder = await mkdtemp(join(tmpdir(), 'sightline-bundle-'))
  try {
    await writeFile(join(folder, 'verify.html'), bytes.subarray(html, bytes.indexOf('</html>', html) + 8))
    const [whole, other] = [join(folder, 'whole.zip'), join(folder, 'bent.zip')]
    await Promise.all([writeFile(whole, bytes), writeFile(other, bent)])
    const page = await context.newPage()
    await page.goto(`file://${join(folder, 'verify.html')}`)
    await expect(page.getByRole('heading', { level: 1, name: '核验 Sightline 证据包' })).toBeVisible()
    await page.locator('input[type=file]').setInputFiles(whole)
    await expect(page.getByRole('status')).toHaveText('全部完好。')
    await expect(page.getByText('Harbor Logistics')).toBeVisible()
    await expectSound(page, 'the page of a bundle')
    await look(page, 'verifier-intact')
    await page.locator('input[type=file]').setInputFiles(other)
    await expect(page.getByRole('status')).toHaveText('有内容被更改，详情见下。')
    await expect(page.locator('section:not([data-intact])')).toHaveCount(1)
    await expect(page.locator('section:not([data-intact]) li')).toHaveText(/^字节 [\d,]+ 至 [\d,]+ · 片段的 0:0/)
    await look(page, 'verifier-changed')
    await page.close()
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Says of the archive of the redacted clip how far it is, as if somebody worked on it. */
async function setStatus(stack: Stack, status: ArchiveStatus): Promise<void> {
  const db = await openDatabase(join(stack.dataFolder, 'sightline.db'))
  const changes = { status, lease_until_ms: Date.now() + 600_000 }
  await db.updateTable('archive').set(changes).where('case_number', '=', REDACTED_CASE).execute()
  await db.destroy()
}

/** Opens the page of a bundle from a folder, and gives it the bundle. */
async function checkWhole(context: BrowserContext, path: string): Promise<void> {
  const bytes = await readFile(path)
  const html = bytes.lastIndexOf('<!doctype html>')
  const folder = await mkdtemp(join(tmpdir(), 'sightline-bundle-'))
  try {
    await writeFile(join(folder, 'verify.html'), bytes.subarray(html, bytes.indexOf('</html>', html) + 8))
    await writeFile(join(folder, 'whole.zip'), bytes)
    const page = await context.newPage()
    await page.goto(`file://${join(folder, 'verify.html')}`)
    await page.locator('input[type=file]').setInputFiles(join(folder, 'whole.zip'))
    await expect(page.getByRole('status')).toHaveText('Everything is intact.')
    await expect(page.getByText(/^SHA-256 [0-9a-f]{64}, [\d,]+ bytes$/)).toBeVisible()
    await page.close()
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

test('what two cameras recorded is archived together, found by its case, played side by side, shared with a stranger, taken back and deleted', async ({
  people,
  recorded,
  stack,
  browser,
}) => {
  test.slow()
  const [list, page] = [await people.enter('/archives?view=table'), await people.enter('/playback')]
  await expect(list.getByText('There are no archives yet.').or(list.getByRole('row')).first()).toBeVisible()
  const cameras = (['Yard', 'Gate'] as const).map((name) => `${recorded.snOf(name)}.0`).join(',')
  const middleMs = recorded.startMs + RECORDED_MS / 2
  await page.goto(stack.address(`/playback?cameras=${cameras}&at=${Math.round(middleMs)}`, Number(new URL(page.url()).port)))
  await page.getByRole('button', { name: 'Archive part…' }).click()
  const form = page.getByRole('dialog', { name: 'Archive a part' })
  await form.getByLabel('Title').fill('')
  await form.getByLabel('Length').selectOption({ label: '30 seconds' })
  await form.getByLabel('Case number').fill(CASE)
  await form.getByLabel('Tags').fill('gate, truck')
  await form.getByRole('button', { name: 'Archive' }).click()
  await expect(form.getByLabel('Title')).toHaveAccessibleDescription('Fill this in.')
  await form.getByLabel('Title').fill('Truck at night')
  await form.getByRole('button', { name: 'Archive' }).click()
  await page.getByRole('link', { name: 'Show the archive' }).click()

  // The other tab hears of it by itself.
  const rows = list.getByRole('row').filter({ hasText: CASE })
  await expect(rows).toHaveCount(2)
  await expect(rows.filter({ hasText: 'Done' })).toHaveCount(2, { timeout: 60_000 })

  const player = page.getByRole('group', { name: 'Player' })
  await expect(player.locator('video')).toHaveCount(2)
  await expect(page.getByRole('navigation', { name: 'Archived together' }).getByRole('link')).toHaveText(['Gate', 'Yard'])
  const positions = () => player.locator('video').evaluateAll((videos) => videos.map((video) => (video as HTMLVideoElement).currentTime))
  await expect
    .poll(() => player.locator('video').evaluateAll((all) => all.map((one) => (one as HTMLVideoElement).readyState >= 2)))
    .toEqual([true, true])
  await player.getByRole('button', { name: 'Play', exact: true }).click()
  await expect.poll(async () => Math.min(...(await positions()))).toBeGreaterThan(1)
  await player.getByRole('button', { name: 'Pause' }).click()
  await deepStep('by keys: step by step, up to here again and again, and a part of the picture larger', async () => {
    const clock = player.locator('output')
    const before = await clock.textContent()
    await player.focus()
    await page.keyboard.press('.')
    await expect(clock).not.toHaveText(before ?? '')
    const stepped = await clock.textContent()
    await page.keyboard.press(',')
    await expect(clock).not.toHaveText(stepped ?? '')
    await page.keyboard.press('ArrowLeft')
    await expect.poll(async () => Math.min(...(await positions()))).toBeLessThan(1)
    await page.keyboard.press('l')
    await page.keyboard.press('j')
    await player.getByRole('slider', { name: 'Moment', exact: true }).fill('1500')
    await player.focus()
    await page.keyboard.press('o')
    await expect(player.getByRole('button', { name: 'Repeat', exact: true })).toHaveAttribute('aria-pressed', 'true')
    await page.keyboard.press('k')
    await expect.poll(async () => Math.min(...(await positions()))).toBeLessThan(1)
    await expect(player.getByRole('button', { name: 'Pause' })).toBeVisible()
    await page.keyboard.press('k')
    await page.keyboard.press('+')
    await page.keyboard.press('+')
    await expect(player.locator('[data-scale="2.25"]')).toHaveCount(1)
    await page.keyboard.press('0')
    await page.keyboard.press('r')
  })
  await expectSoundEverywhere(page, 'an archive')
  await expect(page.getByRole('region', { name: 'Proof' })).toContainText('Verified: every byte is as it was signed')
  await look(page, 'archive')

  await page.getByRole('button', { name: 'Edit' }).click()
  await page.getByRole('dialog').getByLabel('Title').fill('Truck at the gate')
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Truck at the gate' })).toBeVisible()

  // A stranger with the link sees it, in their own language, until it is taken back.
  await page.getByRole('button', { name: 'Share' }).click()
  const share = page.getByRole('dialog', { name: 'Share the archive' })
  await expectSoundEverywhere(page, 'sharing an archive')
  await share.getByLabel('Password, if you want one').fill('quay seven')
  await share.getByLabel('Can be opened for').selectOption({ label: 'Until a moment of your choice' })
  await share.getByRole('button', { name: 'Share' }).click()
  await expect(share.getByLabel('Can be opened until')).toHaveAccessibleDescription('A day and a time that is still to come.')
  await share.getByLabel('Can be opened until').fill('2099-05-04T18:30')
  await share.getByRole('button', { name: 'Share' }).click()
  await expect(share.getByRole('button', { name: 'Copy the link' })).toBeFocused()
  const link = new URL(await share.getByLabel('Link').inputValue())
  const context = await browser.newContext({ locale: 'zh-CN', viewport: { width: 390, height: 844 } })
  const visitor = await context.newPage()
  const address = stack.address(link.pathname.replace(/^\/user/, ''), Number(new URL(page.url()).port))
  await visitor.goto(address)
  await visitor.getByLabel('密码').fill('quay six')
  await visitor.getByRole('button', { name: '打开片段' }).click()
  await expect(visitor.getByRole('alert')).toContainText('密码错误')
  await visitor.getByLabel('密码').fill('quay seven')
  await visitor.getByRole('button', { name: '打开片段' }).click()
  await expect(visitor.getByRole('heading', { name: 'Truck at the gate' })).toBeVisible()
  await expect(visitor.getByText('由 Harbor Logistics 分享')).toContainText('2099年5月4日')
  await expect(visitor.getByText('Harbor Logistics', { exact: true })).toBeVisible()
  await expect.poll(() => visitor.locator('main img').evaluate((logo) => (logo as HTMLImageElement).naturalWidth)).toBeGreaterThan(0)
  const theirs = visitor.locator('video')
  await visitor.getByRole('button', { name: '播放', exact: true }).click()
  await expect.poll(() => theirs.evaluate((video) => (video as HTMLVideoElement).currentTime)).toBeGreaterThan(0.5)
  await expectSoundEverywhere(visitor, 'a shared archive')
  await look(visitor, 'shared-archive')
  const [file] = await Promise.all([visitor.waitForEvent('download'), visitor.getByRole('button', { name: /^下载/ }).click()])
  expect(file.suggestedFilename()).toBe('Truck at the gate.mp4')
  // Their own browser says that nothing was changed, and so does the page of the bundle, without any network.
  await expect(visitor.getByRole('region', { name: '证明' })).toContainText('已核验：每个字节都与签名时一致')
  await deepStep('by the page of the bundle it is whole, and one byte that was changed is told', async () => {
    const [zip] = await Promise.all([visitor.waitForEvent('download'), visitor.getByRole('button', { name: '连同证明' }).click()])
    await checkBundle(context, await zip.path())
  })
  // Whoever shared sees who opened it.
  await share.getByRole('button', { name: 'Close' }).first().click()
  await page.getByRole('button', { name: 'Share' }).click()
  await share.getByRole('button', { name: 'Who opened it' }).click()
  const openings = share.getByRole('table', { name: 'Who opened it' }).getByRole('row')
  await expect(openings.filter({ hasText: '127.0.0.0/24' })).toHaveText([
    ...deep([/Downloaded.*Chrome/], []),
    /Downloaded.*Chrome/,
    /Played.*Chrome/,
  ])
  if (isDeep) await expectSoundEverywhere(page, 'who opened a share')
  await look(page, 'share-openings')
  await share.getByRole('button', { name: 'Revoke' }).click()
  await expect(share.getByRole('list', { name: 'Shared already' })).toContainText('revoked')
  await visitor.goto(address)
  await visitor.reload()
  await expect(visitor.getByRole('alert')).toBeVisible()
  await expect(visitor.locator('video')).toHaveCount(0)
  await context.close()

  await deepStep('two recipients have a link each', async () => {
    await share.getByLabel('E-mail addresses').fill('claims@insurer.example, police@city.example')
    await share.getByLabel('Can be opened for').selectOption({ label: 'Until it is revoked' })
    await share.getByRole('button', { name: 'Share', exact: true }).click()
    const links = share.getByRole('list', { name: 'Addresses of what is shared' }).getByRole('textbox')
    await expect(links).toHaveCount(2)
    await expect(links.first()).not.toHaveValue(await links.last().inputValue())
    await look(page, 'share-links')
  })
  await deepStep(
    'an administrator sees all that is shared from another page, closes two of them, and finds those that have ended',
    async () => {
      await list.getByRole('link', { name: 'Shared clips' }).click()
      const shared = list.getByRole('row').filter({ hasText: 'Truck at the gate' })
      await expectSoundEverywhere(list, 'shared clips')
      await look(list, 'shared-clips')
      await list.getByRole('button', { name: 'Without an end' }).click()
      await expect(shared).toHaveCount(2)
      await shared.filter({ hasText: 'claims@insurer.example' }).click()
      await expect(list.getByRole('dialog', { name: 'claims@insurer.example' })).toContainText('Nobody has opened it')
      await expectSoundEverywhere(list, 'a shared clip')
      await look(list, 'shared-clip')
      await list.keyboard.press('Escape')
      for (const row of await shared.all()) await row.getByRole('checkbox').check()
      await list.getByRole('button', { name: 'Revoke' }).click()
      await list.getByRole('dialog', { name: 'Revoke 2 links?' }).getByRole('button', { name: 'Revoke' }).click()
      await expect(list.getByText('No shared clip matches.')).toBeVisible()
      await list.getByRole('button', { name: 'Ended' }).click()
      await expect(shared.filter({ hasText: 'revoked' })).toHaveCount(2)
      await list.getByRole('link', { name: 'Archives', exact: true }).first().click()
    },
  )

  await list.getByLabel('Search title, case number or tag').fill('truck')
  await expect(rows).toHaveCount(2)
  await list.getByRole('button', { name: 'Pictures' }).click()
  await expect(list.getByRole('list', { name: 'Archives' }).getByRole('listitem')).toHaveCount(2)
  await expectSoundEverywhere(list, 'the archives')
  await look(list, 'archives')
  await list.getByRole('button', { name: 'Table' }).click()
  await rows.first().getByRole('checkbox').check()
  await rows.last().getByRole('checkbox').check()

  const chosen = list.getByRole('group', { name: 'What is chosen' })
  await deepStep('one link shows both: each is listed, played and verified, and all of it is one file', async () => {
    await chosen.getByRole('button', { name: 'Share' }).click()
    const both = list.getByRole('dialog', { name: 'Share 2 archives' })
    await expectSoundEverywhere(list, 'sharing several archives')
    await both.getByRole('button', { name: 'Share' }).click()
    const ofBoth = new URL(await both.getByLabel('Link').inputValue())
    await both.getByRole('button', { name: 'Close' }).last().click()
    const guest = await (await browser.newContext({ locale: 'en-GB', viewport: { width: 390, height: 844 } })).newPage()
    await guest.goto(stack.address(ofBoth.pathname.replace(/^\/user/, ''), Number(new URL(page.url()).port)))
    await expect(guest.getByRole('heading', { level: 1, name: '2 clips' })).toBeVisible()
    const clips = guest.getByRole('list', { name: 'Clips' }).getByRole('listitem')
    await expect(clips).toHaveCount(2)
    for (const one of await clips.all()) {
      await expect(one.getByRole('region', { name: 'Proof' })).toContainText('Verified: every byte is as it was signed')
      await one.getByRole('button', { name: /^Show/ }).click()
      await guest.getByRole('button', { name: 'Play', exact: true }).click()
      await expect.poll(() => guest.locator('video').evaluate((video: HTMLVideoElement) => video.currentTime)).toBeGreaterThan(0.5)
    }
    await expectSoundEverywhere(guest, 'several clips that are shared')
    await look(guest, 'shared-clips-of-one-link')
    const [all] = await Promise.all([guest.waitForEvent('download'), guest.getByRole('button', { name: /^Download all/ }).click()])
    expect(all.suggestedFilename()).toMatch(/\.zip$/)
    const whole = await readFile(await all.path())
    expect([whole.subarray(0, 4).toString('latin1'), whole.indexOf('verify.html') > 0]).toEqual(['PK\x03\x04', true])
    await guest.context().close()
  })
  await chosen.getByRole('button', { name: 'Delete' }).click()
  await list.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await expect(list.getByText('No archive matches.')).toBeVisible()
  await expect(page.getByRole('heading', { level: 1, name: 'Truck at the gate' })).toBeHidden()
})

test('a guard makes a redacted clip of an alarm, and whoever gets its link plays it, and verifies it, without an account', {
  tag: '@deep',
}, async ({ people, recorded, stack, browser }) => {
  test.slow()
  await addAlarmOf(stack, 'Gate', recorded.startMs + RECORDED_MS / 2)
  const page = await people.enter('/alerts?kinds=%5B"motion"%5D')
  await page.getByRole('row').filter({ hasText: 'Gate' }).locator('td[data-column="source"]').click()
  const panel = page.getByRole('dialog')
  await expect(panel.locator('[data-shows]')).toHaveAttribute('data-shows', 'picture')
  await panel.getByRole('button', { name: 'Archive' }).click()
  const form = page.getByRole('dialog', { name: 'Archive a part' })
  await form.getByLabel('Title').fill('Somebody at the gate')
  await form.getByLabel('Length').selectOption({ label: '30 seconds' })
  await form.getByLabel('Case number').fill(REDACTED_CASE)
  await form.getByRole('button', { name: 'Archive' }).click()
  await page.getByRole('link', { name: 'Show the archive' }).click()
  await page.getByRole('button', { name: 'Redact' }).click({ timeout: 30_000 })

  // Over all of the picture: the number of no picture can be read any more.
  const stage = page.locator('[data-stage="redaction"]')
  await expect.poll(() => stage.locator('video').evaluate((video: HTMLVideoElement) => video.readyState)).toBeGreaterThanOrEqual(2)
  await page.getByRole('button', { name: 'Polygon' }).click()
  const box = await stage.boundingBox()
  if (box === null) throw new Error('There is nothing to draw on.')
  for (const [x, y] of [
    [0.01, 0.01],
    [0.99, 0.01],
    [0.99, 0.99],
    [0.01, 0.99],
  ] as const)
    await page.mouse.click(box.x + x * box.width, box.y + y * box.height)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: /^Area 1:/ })).toBeVisible()
  await page.getByRole('button', { name: 'Make the file' }).click()
  const made = page.getByRole('list', { name: 'Redacted files' }).getByRole('listitem')
  await expect(made.getByRole('button', { name: 'Play' })).toBeVisible({ timeout: 60_000 })
  await page.getByRole('link', { name: 'Back to the archive' }).click()
  await page.getByRole('button', { name: 'Share' }).click()
  const share = page.getByRole('dialog', { name: 'Share the archive' })
  await share.getByLabel('What is shown').selectOption({ index: 1 })
  await share.getByRole('button', { name: 'Share' }).click()
  const link = new URL(await share.getByLabel('Link').inputValue())

  // Whoever opens it too early waits, and sees it as soon as it is made.
  await setStatus(stack, archiveStatuses.processing)
  const context = await browser.newContext({ locale: 'en-GB', viewport: { width: 390, height: 844 } })
  const visitor = await context.newPage()
  await visitor.goto(stack.address(link.pathname.replace(/^\/user/, ''), Number(new URL(page.url()).port)))
  await expect(visitor.getByRole('status')).toHaveText('This clip is still being made. It is shown here as soon as it is there.')
  await setStatus(stack, archiveStatuses.success)
  await expect(visitor.getByRole('heading', { name: 'Somebody at the gate (redacted)' })).toBeVisible()
  const proof = visitor.getByRole('region', { name: 'Proof' })
  await expect(proof).toContainText('Verified: every byte is as it was signed')
  await proof.locator('summary').click()
  await expect(proof.getByText(/^Made from the untouched file \(.+\), SHA-256 [0-9a-f ]{71}$/)).toBeVisible()
  const video = visitor.locator('video')
  await visitor.getByRole('button', { name: 'Play', exact: true }).click()
  await expect.poll(() => video.evaluate((one: HTMLVideoElement) => one.currentTime)).toBeGreaterThan(0.5)
  await look(visitor, 'shared-redacted')
  await expectSoundEverywhere(visitor, 'a redacted clip that is shared')
  const [file] = await Promise.all([visitor.waitForEvent('download'), visitor.getByRole('button', { name: /^Download/ }).click()])
  const numbers = await numbersIn(new Uint8Array(await readFile(await file.path())))
  expect(numbers.length).toBeGreaterThan(100)
  expect(numbers.every((number) => number === undefined)).toBe(true)
  const [zip] = await Promise.all([visitor.waitForEvent('download'), visitor.getByRole('button', { name: 'With its proof' }).click()])
  await checkWhole(context, await zip.path())
  await context.close()
})
