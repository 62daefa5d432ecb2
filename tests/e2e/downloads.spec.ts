import type { Page } from '@playwright/test'
import { readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { archiveCalls } from '#contract/calls/archive/archive-calls.ts'
import { siteChannelList } from '#contract/calls/device/site-channel-list.ts'
import { archiveFilters } from '#contract/states/archive.ts'
import { deep, isDeep } from '#tests/support/depth.ts'
import { ServiceClient } from '#tests/support/service-client.ts'
import type { Stack } from '#tests/support/stack.ts'
import { expectSoundEverywhere } from './support/axe.ts'
import { deepStep } from './support/deep-step.ts'
import { expect, type Line, signIn, test as base } from './support/test.ts'

const TITLE = 'Truck at the gate'
const HELD_BYTES = 150_000

interface Net extends Line {
  stack: Stack
}

let archived: Promise<void> | undefined

/** A network that can be held up, and an archive of a camera, which the first test of the file makes. */
const test = base.extend<{ net: Net }>({
  net: async ({ stack, line }, lend) => {
    await (archived ??= makeArchive(stack))
    await lend({ stack, ...line })
  },
})

// Only the long form loads a page without a network.
test.use({ serviceWorkers: deep('allow', 'block') })

async function makeArchive(stack: Stack): Promise<void> {
  const client = await new ServiceClient(`http://127.0.0.1:${stack.port}`).signIn(stack.user())
  let camera: { sn: string; chlIndex: number } | undefined
  await expect
    .poll(async () => {
      const { channels } = await client.call(siteChannelList, {})
      camera = channels.find(({ channelName }) => channelName === 'Gate 1 – entry')
      return camera
    })
    .toBeDefined()
  const startMs = Date.now() - 60_000
  const wish = { title: TITLE, sn: camera?.sn ?? '', chlIndex: camera?.chlIndex ?? 0, startMs, endMs: startMs + 8_000 }
  await expect.poll(() => client.call(archiveCalls.archivesCreate, wish).then(() => 'made', String)).toBe('made')
  const made = { pageNum: 1, status: archiveFilters.success, archiveTitle: TITLE }
  await expect.poll(async () => (await client.call(archiveCalls.archivesList, made)).total, { timeout: 30_000 }).toBeGreaterThan(0)
}

const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Downloads' })
const rowOf = (page: Page) => page.getByRole('listitem', { name: `${TITLE}.avi` })

async function openDownloads(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Downloads' }).first().click()
  await expect(dialogOf(page)).toBeVisible()
}

async function chooseArchive(page: Page, button: string): Promise<void> {
  await page.getByRole('button', { name: 'Add from archives' }).click()
  const archive = page.getByRole('listitem', { name: TITLE, exact: true })
  await archive.getByRole('button', { name: button }).click()
}

test('without the plugin the browser downloads; a task is removed after a question; the dialog reads well everywhere', {
  tag: '@deep',
}, async ({ page, net }) => {
  test.slow()
  const { stack, port } = net
  // The browser's own question where to save stands outside of the page.
  await page.addInitScript(() => Reflect.deleteProperty(globalThis, 'showSaveFilePicker'))
  await signIn(page, stack, { port, path: '/account' })
  await openDownloads(page)
  await chooseArchive(page, 'Download')
  await page.getByRole('dialog').getByRole('button', { name: 'Show the downloads' }).click()
  await expect(rowOf(page)).toContainText('Completed', { timeout: 30_000 })
  await page.getByRole('button', { name: 'Add from archives' }).click()
  await page.getByRole('listitem', { name: TITLE, exact: true }).getByRole('button', { name: 'Download' }).click()
  await expect(page.getByText(`“${TITLE}” is in the list already.`)).toBeVisible()
  await page.getByRole('dialog').getByRole('button', { name: 'Show the downloads' }).click()
  await expectSoundEverywhere(page, 'the downloads')
  await rowOf(page).getByRole('button', { name: 'Remove' }).click()
  const question = page.getByRole('dialog', { name: /^Remove/ })
  await expect(question).toContainText('The file stays in its folder.')
  await question.getByRole('button', { name: 'Remove' }).click()
  await expect(page.getByText('Nothing has been downloaded yet.')).toBeVisible()
  const folder = join(stack.dataFolder, 'plugin', 'downloads')
  expect(readdirSync(folder)).toEqual([`${TITLE}.avi`])
  rmSync(folder, { recursive: true })

  await stack.stopPart('plugin')
  await expect(page.getByRole('button', { name: 'Look for the plugin' })).toBeVisible({ timeout: 30_000 })
  await chooseArchive(page, 'Download in the browser')
  await page.getByRole('dialog').getByRole('button', { name: 'Show the downloads' }).click()
  await expect(rowOf(page)).toContainText('Completed', { timeout: 30_000 })
  const saving = page.waitForEvent('download')
  await rowOf(page).getByRole('button', { name: 'Save file…' }).click()
  const saved = await saving
  expect(saved.suggestedFilename()).toBe(`${TITLE}.avi`)
  expect(readFileSync(await saved.path()).toString('latin1', 0, 12)).toMatch(/^RIFF.{4}AVI /s)
  await stack.startPart('plugin')
})

test('an archive is downloaded to 100 %, and paused on the way', async ({ page, net }) => {
  test.slow()
  const { stack, proxy, port } = net
  await signIn(page, stack, { port, path: '/account' })
  if (isDeep) await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined))
  await openDownloads(page)
  await expect(page.getByText('Nothing has been downloaded yet.')).toBeVisible()
  await expect(page.getByText('is not connected')).toBeHidden()

  await page.getByRole('button', { name: 'Add from archives' }).click()
  const archive = page.getByRole('listitem', { name: TITLE, exact: true })
  await expect(archive).toBeVisible()
  proxy.holdAfter(HELD_BYTES)
  await archive.getByRole('button', { name: 'Download' }).click()
  await expect(page.getByText(`“${TITLE}” is being downloaded.`)).toBeVisible()
  await page.getByRole('dialog').getByRole('button', { name: 'Show the downloads' }).click()
  await rowOf(page).getByRole('button', { name: 'Pause' }).click()
  await expect(rowOf(page)).toContainText('Paused')
  await page.getByRole('button', { name: 'Failed' }).click()
  await expect(page.getByText('No download is like that.')).toBeVisible()
  await page.getByRole('button', { name: 'Downloading' }).click()
  await expect(rowOf(page)).toContainText('Paused')
  // Among all, it stays in sight also when it is through within a moment.
  await page.getByRole('button', { name: 'All' }).click()
  proxy.restore()
  await expect(async () => {
    const goOn = rowOf(page).getByRole('button', { name: 'Continue' })
    if (await goOn.isVisible()) await goOn.click({ timeout: 2_000 })
    await expect(rowOf(page)).toContainText('Completed', { timeout: 10_000 })
  }).toPass({ timeout: 40_000 })
  await expect(rowOf(page)).toContainText('100%')
  await expect(rowOf(page).getByRole('progressbar')).toHaveAttribute('value', '100')
  expect(readdirSync(join(stack.dataFolder, 'plugin', 'downloads'))).toEqual([`${TITLE}.avi`])

  await deepStep('without a network and the plugin the list opens as of when it was true', async () => {
    await stack.stopPart('plugin')
    proxy.cut()
    await page.reload()
    await openDownloads(page)
    await expect(rowOf(page)).toContainText('Completed')
    await expect(dialogOf(page).getByText(/^As of .*\d\d:\d\d$/)).toBeVisible()
    await expect(dialogOf(page).getByText(/^The service cannot be reached\. Until it can/)).toBeVisible({ timeout: 30_000 })
    const remove = rowOf(page).getByRole('button', { name: 'Remove' })
    await expect(remove).toHaveAttribute('aria-disabled', 'true')
    await expect(remove).toHaveAttribute('data-tip', 'Only with the plugin on this computer. It is not connected.')
    proxy.restore()
    await stack.startPart('plugin')
  })
  rmSync(join(stack.dataFolder, 'plugin', 'downloads'), { recursive: true })
})
