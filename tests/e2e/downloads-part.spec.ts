import { mergeTests, type Page } from '@playwright/test'
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { archiveCalls } from '#contract/calls/archive/archive-calls.ts'
import { deep, isDeep } from '#tests/support/depth.ts'
import { numbersIn } from '#tests/support/look-at-clip.ts'
import type { ServiceClient } from '#tests/support/service-client.ts'
import type { Stack } from '#tests/support/stack.ts'
import { expectSound } from './support/axe.ts'
import { deepStep } from './support/deep-step.ts'
import { profileTest } from './support/profile.ts'
import { clip, FPS, test as recordedTest } from './support/recorded.ts'
import { expect, type Line, signIn } from './support/test.ts'
import { isWithoutSharedWorker } from './support/without-shared-worker.ts'

const PART_S = 10
/** So slow that the page is gone before all is there, and still some of it is written down. */
const SLOW_BYTES_PER_S = 30_000

interface Net extends Line {
  stack: Stack
  /** Asks the service past the proxy. */
  admin: ServiceClient
  sn: string
  startMs: number
}

/** A camera that was recorded, behind a network that can be slow or cut. */
const netTest = recordedTest.extend<{ net: Net }>({
  net: ({ stack, line, recorded: { admin, snOf, startMs } }, lend) => lend({ stack, ...line, admin, sn: snOf('Yard'), startMs }),
})

const test = mergeTests(netTest, profileTest)

// Only a page that is loaded anew without a line needs it.
test.use({ serviceWorkers: deep('allow', 'block') })

const rowOf = (page: Page) => page.getByRole('listitem', { name: /^Yard .*\.avi$/ })

async function openDownloads(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Downloads' }).first().click()
  await expect(page.getByRole('dialog', { name: 'Downloads' })).toBeVisible()
}

/** Signs in, marks a part on the time line, and has the browser download it. */
async function download(page: Page, { stack, proxy, port, sn, startMs }: Net, bytesPerS = Number.POSITIVE_INFINITY): Promise<void> {
  // The browser's own question where to save stands outside of the page.
  await page.addInitScript(() => Reflect.deleteProperty(globalThis, 'showSaveFilePicker'))
  await signIn(page, stack, { port, path: `/playback?cameras=${sn}.0&at=${Math.round(startMs) + 1_000}` })
  if (isDeep) await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined))
  await expect(page.getByRole('group', { name: /: Yard, / })).toHaveAttribute('data-shows', 'picture')
  const steer = page.getByRole('toolbar', { name: 'Playback' })
  await steer.getByRole('button', { name: 'Pause' }).click()
  const slider = page.getByRole('slider', { name: 'Time of the playback' })
  const atMs = async () => Number(await slider.getAttribute('aria-valuenow'))
  const beginMs = await atMs()
  await page.getByRole('button', { name: 'The part begins here' }).click()
  await steer.getByRole('button', { name: '10 seconds on' }).click()
  await expect.poll(async () => (await atMs()) - beginMs).toBeGreaterThan(9_000)
  await page.getByRole('button', { name: 'The part ends here' }).click()

  await page.getByRole('button', { name: 'Save part…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Save a part' })
  await expect(dialog.getByLabel('Length')).toHaveValue('marked')
  await expect(dialog.getByText('00:10', { exact: true })).toBeVisible()
  await expect(dialog.getByText(/\d kB$/)).toBeVisible()
  await deepStep('the dialog is sound', () => expectSound(page, 'the part to be saved'))
  proxy.thinBack(bytesPerS)
  await dialog.getByRole('button', { name: 'Download' }).click()
  await expect(dialog).toContainText('It is being downloaded.')
  await dialog.getByRole('button', { name: 'Show the downloads' }).click()
}

/** The same over a line on which that takes long. Some of it has come then. */
async function downloadSlowly(page: Page, net: Net): Promise<void> {
  await download(page, net, SLOW_BYTES_PER_S)
  await expect(rowOf(page)).toContainText('Downloading')
  await expect.poll(() => percentOf(page)).toBeGreaterThan(0)
  // A shared worker cannot write at once: the tab has lent it one of its own.
  const hasLent = page.workers().some((worker) => worker.url().includes('files-worker'))
  expect(hasLent).toBe(!isWithoutSharedWorker)
}

async function percentOf(page: Page): Promise<number> {
  return Number(await rowOf(page).getByRole('progressbar').getAttribute('value'))
}

/** Saves what was downloaded: it is the file of the service, with every picture of the camera. */
async function expectWhole(page: Page, { proxy, admin }: Net): Promise<void> {
  const saving = page.waitForEvent('download')
  await rowOf(page).getByRole('button', { name: 'Save file…' }).click()
  const saved = await saving
  expect(saved.suggestedFilename()).toMatch(/^Yard 20\d\d-.*\.avi$/)
  const file = new Uint8Array(readFileSync(await saved.path()))
  const numbers = await numbersIn(file)
  // From the key frame before the mark on.
  expect(numbers.length).toBeGreaterThanOrEqual(PART_S * FPS - 1)
  const steps = numbers
    .slice(1)
    .map((number = -1, index) => (number - (numbers[index] ?? -1) + clip.pictures.length) % clip.pictures.length)
  expect(new Set(steps)).toEqual(new Set([1]))
  const [, partId = ''] =
    /\/objects\/parts\/..\/([^.]+)\.avi/.exec(proxy.requestedPaths.findLast((path) => path.includes('/parts/')) ?? '') ?? []
  const part = await admin.call(archiveCalls.recordedPartGet, { partId })
  expect(createHash('sha256').update(file).digest('hex')).toBe(part.file?.sha256)
}

function widen({ proxy }: Net): void {
  proxy.thinBack(Number.POSITIVE_INFINITY)
  proxy.restore()
}

test('a part that is marked on the time line is downloaded, and saved with every picture', async ({ page, net }) => {
  await deep(downloadSlowly, download)(page, net)
  await deepStep('over a cut line and a reload', async () => {
    net.proxy.cut()
    await page.reload()
    await openDownloads(page)
    await expect(rowOf(page)).toContainText('Downloading')
    widen(net)
  })
  await expect(rowOf(page)).toContainText('Completed', { timeout: 60_000 })
  await expectWhole(page, net)
})

test('a part goes on where it was when the browser is killed while it writes it, and is whole', { tag: '@deep' }, async ({
  profile,
  net,
}) => {
  await downloadSlowly(profile.page, net)
  const before = await percentOf(profile.page)
  await profile.kill()
  net.proxy.cut()
  const page = await profile.restart()
  await page.addInitScript(() => Reflect.deleteProperty(globalThis, 'showSaveFilePicker'))
  await page.goto(net.stack.address('/account', net.port))
  await openDownloads(page)
  await expect(rowOf(page)).toContainText('Downloading')
  expect(await percentOf(page)).toBeGreaterThanOrEqual(before)
  widen(net)
  await expect(rowOf(page)).toContainText('Completed', { timeout: 60_000 })
  await expectWhole(page, net)
})

test('two tabs have one list of downloads: what one begins the other sees, pauses and goes on with', { tag: '@deep' }, async ({
  page,
  net,
}) => {
  await downloadSlowly(page, net)
  const other = await page.context().newPage()
  await other.addInitScript(() => Reflect.deleteProperty(globalThis, 'showSaveFilePicker'))
  await other.goto(net.stack.address('/account', net.port))
  await openDownloads(other)
  await expect(rowOf(other)).toContainText('Downloading')
  await expect.poll(() => percentOf(other)).toBeGreaterThan(0)
  await rowOf(other).getByRole('button', { name: 'Pause' }).click()
  for (const tab of [other, page]) await expect(rowOf(tab)).toContainText('Paused')
  const paused = await percentOf(page)
  await expect.poll(() => percentOf(other)).toBe(paused)
  await rowOf(page).getByRole('button', { name: 'Continue' }).click()
  // What is left of it may be through before one looks.
  for (const tab of [page, other]) await expect(rowOf(tab)).toContainText(/Downloading|Completed/)
  widen(net)
  for (const tab of [page, other]) await expect(rowOf(tab)).toContainText('Completed', { timeout: 60_000 })
  expect(await percentOf(other)).toBe(100)
  // Whichever of them saves it gets the file.
  await expectWhole(other, net)
  await rowOf(other).getByRole('button', { name: 'Remove' }).click()
  await other
    .getByRole('dialog', { name: /^Remove/ })
    .getByRole('button', { name: 'Remove' })
    .click()
  await expect(rowOf(page)).toHaveCount(0)
})
