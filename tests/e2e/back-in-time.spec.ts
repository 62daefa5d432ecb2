import { test as base, type Locator, type Page } from '@playwright/test'
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { archiveCalls } from '#contract/calls/archive/archive-calls.ts'
import { shareDurations } from '#contract/archives.ts'
import { eventVideoSearch } from '#contract/calls/event/event-video-search.ts'
import { loadClip } from '#tests/support/clip.ts'
import { numbersIn } from '#tests/support/look-at-clip.ts'
import { recordCameras } from '#tests/support/recorded-cameras.ts'
import type { ServiceClient } from '#tests/support/service-client.ts'
import { freePort, Stack } from '#tests/support/stack.ts'
import { TcpProxy } from '#tests/support/tcp-proxy.ts'
import { expectSoundEverywhere, look } from './support/axe.ts'
import { addAlarmOf, addPlateOf } from './support/many-alarms.ts'
import { counterOnScreen } from './support/pixels.ts'
import { noteCounters, shownCounters, teachCounting } from './support/seen-counters.ts'
import { expect, signIn } from './support/test.ts'

const clip = loadClip(new URL('../fixtures/counter-640x360-15.h264', import.meta.url))
const FPS = 15
const LOOP = clip.pictures.length
const BYTES_PER_S = (clip.pictures.reduce((sum, { unit }) => sum + unit.byteLength, 0) / LOOP) * FPS
const PLATE = 'HL 517 K'
/** Recorded in front of the death of the service and behind it; and what is looked at behind it. */
const AROUND_MS = 12_000
const SEEN_MS = 4_000
/** In slow motion every picture is seen, however late the machine is. */
const SPEED = '1/4×'
const BROKEN = 'The connection broke. These pictures go on by themselves when it is back.'
/** Longer than any link to a file is good. */
const LINK_MS = 21 * 60_000
/** Of a film that is checked when somebody asks. */
const LARGE_BYTES = 64 * 1024 ** 2
/** `HTMLMediaElement.HAVE_ENOUGH_DATA`: this film is here whole. */
const HAVE_ENOUGH = 4
/** What a visitor's browser has of a film when the line stops. */
const HELD_BYTES = 20_000

interface Past {
  stack: Stack
  proxy: TcpProxy
  port: number
  /** Asks the service past the proxy. */
  admin: ServiceClient
  sn: string
  /** When the service was killed, while the camera was recorded. Epoch ms. */
  killedMs: number
}

/** A foreign camera that counts, recorded by the bridge while the service dies and comes back, behind a line that can be thin. */
const test = base.extend<object, { past: Past }>({
  past: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of the fixtures from this pattern
    async ({}, lend) => {
      const port = await freePort()
      const stack = await Stack.start(['bridge'], { throughPort: port })
      const proxy = new TcpProxy(stack.port)
      await proxy.listen(port)
      const { rtsp, admin, sns } = await recordCameras(stack, [{ path: '/Yard', clip, fps: FPS }], AROUND_MS)
      const [sn = ''] = sns
      await stack.stopPart('service', 'SIGKILL')
      const killedMs = Date.now()
      await stack.startPart('service')
      const span = { sn, chlIndex: 0, fromMs: killedMs - AROUND_MS, toMs: killedMs + AROUND_MS }
      const segments = () => admin.call(eventVideoSearch, span).then((found) => found.segments, String)
      // In one piece: the bridge has gone on meanwhile.
      await expect.poll(segments, { timeout: 60_000 }).toEqual([{ type: 'SCHEDULE', startMs: span.fromMs, endMs: span.toMs }])
      await addPlateOf(stack, 'Yard', killedMs, PLATE)
      await addAlarmOf(stack, 'Yard', killedMs)
      await lend({ stack, proxy, port, admin, sn, killedMs })
      await rtsp.close()
      await proxy.close()
      await stack.close()
    },
    { scope: 'worker', timeout: 240_000 },
  ],
})

test.describe.configure({ timeout: 400_000 })

const yard = (page: Page) => page.getByRole('group', { name: /: Yard, / })
const steer = (page: Page, name: string) => page.getByRole('toolbar', { name: 'Playback' }).getByRole('button', { name, exact: true })
const slider = (page: Page) => page.getByRole('slider', { name: 'Time of the playback' })
const pictureMs = async (page: Page) => Number(await yard(page).getAttribute('data-picture-ms'))

/** The playback shows the camera, at this moment or as much behind it as it has played meanwhile. */
async function expectMoment(page: Page, atMs: number): Promise<void> {
  await expect(page).toHaveURL(/\/playback\?/)
  expect(new URL(page.url()).searchParams.get('at')).toBe(String(atMs))
  await expect(yard(page)).toHaveAttribute('data-shows', 'picture')
  const headMs = Number(await slider(page).getAttribute('aria-valuenow'))
  expect(headMs - atMs).toBeGreaterThan(-200)
  // Those before it in its group may come to the screen first, on a machine that is busy.
  await expect.poll(async () => (await pictureMs(page)) - headMs, { timeout: 2_000, intervals: [50] }).toBeGreaterThan(-200)
}

/** Counters as a camera counts, from one that was seen to another. */
function counted(numbers: readonly number[], way: 1 | -1): number[] {
  return numbers.map((_, index) => ((numbers[0] ?? 0) + way * index + LOOP * numbers.length) % LOOP)
}

/** Plays until `isThere`, and answers with all that came to the screen since counters are noted, but for what was there before. */
async function playedUntil(page: Page, way: 1 | -1, isThere: (atMs: number) => boolean): Promise<number[]> {
  await steer(page, 'Play').click()
  await expect.poll(async () => isThere(await pictureMs(page)), { timeout: 120_000, intervals: [50] }).toBe(true)
  await steer(page, 'Pause').click()
  await expect(steer(page, 'Play')).toBeVisible()
  return shownCounters(page, way, LOOP)
}

/** Gives the page a place to save to, which the browser would ask for: the first time nobody chooses one. */
function pickOwnFolder(): void {
  let times = 0
  const showSaveFilePicker = async ({ suggestedName }: { suggestedName: string }) => {
    times += 1
    if (times === 1) throw new DOMException('closed', 'AbortError')
    const folder = await navigator.storage.getDirectory()
    return folder.getFileHandle(suggestedName, { create: true })
  }
  Object.assign(globalThis, { showSaveFilePicker })
}

/** What the page has written into the file that was picked. */
async function pickedFile(page: Page, name: string): Promise<Uint8Array> {
  const url = await page.evaluate(async (fileName) => {
    const folder = await navigator.storage.getDirectory()
    const reader = new FileReader()
    reader.readAsDataURL(await (await folder.getFileHandle(fileName)).getFile())
    await new Promise((resolve) => reader.addEventListener('loadend', resolve))
    return typeof reader.result === 'string' ? reader.result : ''
  }, name)
  return new Uint8Array(Buffer.from(url.slice(url.indexOf(',') + 1), 'base64'))
}

/** Saves what was downloaded: where the person says, or without that question as a download of the browser's own. */
async function saved(page: Page, isPicked: boolean): Promise<Uint8Array> {
  const row = page.getByRole('listitem', { name: /^Yard .*\.avi$/ })
  await expect(row).toContainText('Completed', { timeout: 120_000 })
  const save = row.getByRole('button', { name: 'Save file…' })
  if (!isPicked) {
    const [file] = await Promise.all([page.waitForEvent('download'), save.click()])
    return new Uint8Array(readFileSync(await file.path()))
  }
  await save.click()
  await expect(page.getByText('Saved.')).toHaveCount(0)
  await save.click()
  await expect(page.getByText('Saved.')).toBeVisible()
  return pickedFile(page, (await row.getAttribute('aria-label')) ?? '')
}

/** How often a film that has gone on is fetched anew once more. */
const RELOADS = 6

/** Notes the time of each picture of a film that is seen from now on. */
function noteTimes(film: Locator): Promise<void> {
  return film.evaluate((video: HTMLVideoElement) => {
    const noted: number[] = []
    Object.assign(globalThis, { notedTimes: noted })
    const note: VideoFrameRequestCallback = (_, { mediaTime }) => {
      if (getComputedStyle(video).opacity === '1') noted.push(mediaTime)
      video.requestVideoFrameCallback(note)
    }
    video.requestVideoFrameCallback(note)
  })
}

const notedTimes = (page: Page) => page.evaluate(() => (globalThis as unknown as { notedTimes: number[] }).notedTimes)

/** Around the death of the service, with its identifier. */
async function archiveFilm({ admin, sn, killedMs }: Past): Promise<string> {
  const span = { sn, chlIndex: 0, stream: 'main' as const, startMs: killedMs - SEEN_MS, endMs: killedMs + SEEN_MS }
  const { archiveId } = await admin.call(archiveCalls.archivesCreate, { title: 'Truck at the gate', ...span })
  const isMade = async () => (await admin.call(archiveCalls.archivesVideoList, { archiveId }).catch(() => undefined)) !== undefined
  await expect.poll(isMade, { timeout: 60_000 }).toBe(true)
  return archiveId
}

/** Shares it until it is withdrawn; answers with the path of the share's page. */
async function shareFilm({ admin }: Past, archiveId: string, mostViews?: number): Promise<string> {
  const wish = { archiveId, emails: [], durationMinutes: shareDurations.permanent, ...(mostViews !== undefined && { mostViews }) }
  const { shareId } = await admin.call(archiveCalls.archivesShare, wish)
  return `/archives-share/${shareId}`
}

/**
 * The film of a page that is there: a second or two of it come over a line as thin as the film, which then breaks. It plays until the page says so; answers
 * with how far it has come.
 */
async function breakFilm(page: Page, { proxy }: Past): Promise<{ film: Locator; player: Locator; cutAtS: number }> {
  const film = page.locator('video')
  await film.waitFor({ timeout: 60_000 })
  proxy.thinBack(BYTES_PER_S)
  const thereS = () => film.evaluate(({ buffered }: HTMLVideoElement) => (buffered.length > 0 ? buffered.end(0) : 0))
  await expect.poll(thereS, { timeout: 60_000, intervals: [50] }).toBeGreaterThan(1)
  proxy.cut()
  expect(await thereS()).toBeLessThan((2 * SEEN_MS) / 1_000 - 1)
  const player = page.getByRole('group', { name: 'Player' })
  await player.getByRole('button', { name: 'Play', exact: true }).click()
  await expect(player.getByText(BROKEN)).toBeVisible({ timeout: 60_000 })
  const cutAtS = await film.evaluate((video: HTMLVideoElement) => video.currentTime)
  expect(cutAtS).toBeGreaterThan(0)
  return { film, player, cutAtS }
}

/** The line is back: the film goes on by itself to its end, and nothing of it is seen twice. */
async function expectGoesOn(page: Page, { proxy }: Past, { film, player, cutAtS }: Awaited<ReturnType<typeof breakFilm>>): Promise<void> {
  await noteTimes(film)
  proxy.thinBack(Number.POSITIVE_INFINITY)
  proxy.restore()
  await expect.poll(() => film.evaluate((video: HTMLVideoElement) => video.ended), { timeout: 60_000 }).toBe(true)
  await expect(player.getByText(BROKEN)).toHaveCount(0)
  // Chromium has the first picture of most films before it goes to where they are to begin.
  for (let count = 0; count < RELOADS; count++)
    await film.evaluate((video: HTMLVideoElement) => {
      const sought = new Promise((resolve) => video.addEventListener('seeked', resolve, { once: true }))
      video.load()
      return sought.then(() => undefined)
    })
  const times = await notedTimes(page)
  expect(times.length).toBeGreaterThan(FPS)
  expect(Math.min(...times)).toBeGreaterThan(cutAtS - 0.5)
}

for (const { line, bytesPerS } of [
  { line: 'a wide line', bytesPerS: Number.POSITIVE_INFINITY },
  // Its first picture has to be waited for, longer than a camera is that others have come before.
  { line: 'a thin line', bytesPerS: 0.6 * BYTES_PER_S },
])
  test(`what a camera showed as the service died is found, played both ways, stepped, cut out and saved over ${line}, and nothing is missing`, {
    tag: '@deep',
  }, async ({ page, past: { stack, proxy, port, admin, killedMs } }) => {
    const isWide = bytesPerS === Number.POSITIVE_INFINITY
    await teachCounting(page)
    if (isWide) await page.addInitScript(pickOwnFolder)
    else await page.addInitScript(() => Reflect.deleteProperty(globalThis, 'showSaveFilePicker'))
    await signIn(page, stack, { port, path: '/search' })
    await page.getByRole('search', { name: 'Filters' }).getByRole('button', { name: 'Licence plate', exact: true }).click()
    await page.getByRole('listbox', { name: 'Events' }).getByRole('option').filter({ hasText: 'Yard' }).first().click()
    await page.getByRole('dialog').getByRole('link', { name: 'Go to that moment' }).click()
    await expectMoment(page, killedMs)
    await steer(page, 'Pause').click()
    await page.getByRole('toolbar', { name: 'Playback' }).getByLabel('Speed').selectOption(SPEED)
    // The app is fetched whole before the line is the recording's alone.
    await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined))
    proxy.thinBack(bytesPerS)

    // Back, and over the death of the service: however long the line takes, the playback waits for its pictures.
    const timeOf = async () => Number(await slider(page).getAttribute('aria-valuenow'))
    await noteCounters(yard(page))
    await steer(page, '10 seconds back').click()
    await expect.poll(timeOf).toBeLessThan(killedMs)
    const fromMs = await timeOf()
    const forwards = await playedUntil(page, 1, (atMs) => atMs >= killedMs + SEEN_MS)
    expect(forwards).toEqual(counted(forwards, 1))
    expect(forwards.length).toBeGreaterThan(((killedMs + SEEN_MS - fromMs) / 1000) * FPS - 2)
    await steer(page, 'Backwards').click()
    await noteCounters(yard(page))
    const backwards = await playedUntil(page, -1, (atMs) => atMs <= killedMs - SEEN_MS / 2)
    expect(backwards).toEqual(counted(backwards, -1))
    expect(backwards.length).toBeGreaterThan((SEEN_MS / 1000) * FPS)
    expect(forwards).toEqual(expect.arrayContaining(backwards.slice(FPS)))
    await steer(page, 'Backwards').click()
    const last = backwards.at(-1) ?? 0
    for (const [name, way] of [
      ['One picture on', 1],
      ['One picture back', -1],
    ] as const)
      for (let step = 1; step <= FPS; step++) {
        await steer(page, name).click()
        const next = way === 1 ? last + step : last + FPS - step
        await expect.poll(() => counterOnScreen(page, yard(page)), { intervals: [20] }).toBe(next % LOOP)
      }

    const beginMs = await timeOf()
    await page.getByRole('button', { name: 'The part begins here' }).click()
    await steer(page, '10 seconds on').click()
    await expect.poll(async () => (await timeOf()) - beginMs).toBeGreaterThan(9_000)
    await page.getByRole('button', { name: 'The part ends here' }).click()
    // Thin still, but for no longer than a test should take.
    if (!isWide) proxy.thinBack(BYTES_PER_S)
    await page.getByRole('button', { name: 'Save part…' }).click()
    const form = page.getByRole('dialog', { name: 'Save a part' })
    await expect(form.getByLabel('Length')).toHaveValue('marked')
    await form.getByRole('button', { name: 'Download' }).click()
    await form.getByRole('button', { name: 'Show the downloads' }).click()
    const file = await saved(page, isWide)
    proxy.thinBack(Number.POSITIVE_INFINITY)
    const numbers = (await numbersIn(file)).map((number = -1) => number)
    expect(numbers).toEqual(counted(numbers, 1))
    expect(numbers.join()).toContain(backwards.toReversed().join())
    const [, partId = ''] =
      /\/objects\/parts\/..\/([^.]+)\.avi/.exec(proxy.requestedPaths.findLast((path) => path.includes('/parts/')) ?? '') ?? []
    const part = await admin.call(archiveCalls.recordedPartGet, { partId })
    expect(createHash('sha256').update(file).digest('hex')).toBe(part.file?.sha256)
  })

test('the moment of an alarm, of a pass and of a camera on the map is a press away', { tag: '@deep' }, async ({
  page,
  past: { stack, port, sn, killedMs },
}) => {
  await signIn(page, stack, { port, path: '/alerts?kinds=%5B"motion"%5D' })
  await page.getByRole('row').filter({ hasText: 'Yard' }).locator('td[data-column="source"]').click()
  await page.getByRole('dialog').getByRole('link', { name: 'Go to that moment' }).click()
  await expectMoment(page, killedMs)

  await page.goto(stack.address('/vehicle', port))
  await page.getByRole('searchbox', { name: /^Plate; / }).fill(PLATE)
  await page
    .getByRole('listitem')
    .filter({ has: page.getByRole('link', { name: PLATE }) })
    .getByRole('link', { name: 'Go to that moment' })
    .click()
  await expectMoment(page, killedMs)

  await page.goto(stack.address(`/map?camera=${sn}.0`, port))
  await page.getByRole('region', { name: 'Yard' }).getByRole('link', { name: 'Playback' }).click()
  await expect(page).toHaveURL(new RegExp(`/playback\\?.*cameras=${sn}\\.0`))
  const atMs = Number(new URL(page.url()).searchParams.get('at'))
  expect(Math.abs(Date.now() - 60_000 - atMs)).toBeLessThan(30_000)
  await expect(yard(page)).toHaveAttribute('data-shows', 'picture')
})

test('a film that breaks off because its link was revoked is gone from the page of whoever watches it, which says why', {
  tag: '@deep',
}, async ({ page, past }) => {
  const { stack, proxy, port, admin } = past
  const archiveId = await archiveFilm(past)
  const path = await shareFilm(past, archiveId)
  proxy.thinBack(2 * BYTES_PER_S)
  await page.goto(stack.address(path, port), { waitUntil: 'commit' })
  await expect.poll(() => proxy.requestedPaths.some((path) => path.includes('.mp4?')), { timeout: 60_000, intervals: [20] }).toBe(true)
  const heldAt = proxy.broughtBytes + HELD_BYTES
  proxy.holdAfter(HELD_BYTES)
  await expect.poll(() => proxy.broughtBytes).toBe(heldAt)
  await expect(page.locator('video')).toBeVisible()
  const { shares } = await admin.call(archiveCalls.archivesShareList, { archiveId })
  await admin.call(archiveCalls.archivesShareRevoke, { archiveId, handle: shares[0]?.handle ?? '' })
  proxy.thinBack(Number.POSITIVE_INFINITY)
  proxy.restore()
  await expect(page.getByRole('alert')).toHaveText('This share was withdrawn.')
  await expect(page.locator('video')).toHaveCount(0)
  await expect(page.getByText('This browser cannot play these pictures.')).toHaveCount(0)
  await expectSoundEverywhere(page, 'a clip whose link was revoked')
  await look(page, 'share-revoked')
})

test('a film whose line breaks says so, and goes on by itself when it is back, where it was', { tag: '@deep' }, async ({ page, past }) => {
  const { stack, proxy, port } = past
  const path = await shareFilm(past, await archiveFilm(past))
  // The page is there before the line is thin.
  proxy.thinBack(20 * BYTES_PER_S)
  await page.goto(stack.address(path, port), { waitUntil: 'commit' })
  const broken = await breakFilm(page, past)
  await look(page, 'film-connection-broke')
  await expectGoesOn(page, past, broken)
  await expect(page.getByText('This browser cannot play these pictures.')).toHaveCount(0)
  await expectSoundEverywhere(page, 'a film that went on')
})

for (const isShared of [false, true])
  test(`a film whose link runs out while the line is away goes on by another link, where it was, ${isShared ? 'by a share that may be opened once' : 'among the archives'}`, {
    tag: '@deep',
  }, async ({ page, past }) => {
    const { stack, proxy, port, admin } = past
    const archiveId = await archiveFilm(past)
    const links = () => proxy.requestedPaths.filter((path) => /^\/objects\/.*\.mp4\?/.test(path))
    const before = links().length
    // The page is there before the line is thin; the app's own has the service worker.
    if (isShared) {
      const path = await shareFilm(past, archiveId, 1)
      proxy.thinBack(20 * BYTES_PER_S)
      await page.goto(stack.address(path, port), { waitUntil: 'commit' })
    } else {
      await signIn(page, stack, { port, path: '/account' })
      await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined))
      // The proof of the film is checked meanwhile, by another copy of it.
      proxy.thinBack(2 * BYTES_PER_S)
      await page.evaluate((id) => history.pushState(null, '', `/user/archives-details/${id}`), archiveId)
    }
    const broken = await breakFilm(page, past)
    // By now the service takes the first link no more.
    stack.moveClock(LINK_MS)
    // Whose first question for another one fails asks again.
    let failures = 0
    if (isShared)
      await page.route(
        `**${archiveCalls.archivesVideoNoTokenList.path}`,
        (route) => {
          failures += 1
          return route.fulfill({ status: 503 })
        },
        { times: 1 },
      )
    await expectGoesOn(page, past, broken)
    expect(new Set(links().slice(before)).size).toBeGreaterThan(1)
    await expect(broken.player.getByText(/^The link to these pictures/)).toHaveCount(0)
    expect(failures).toBe(isShared ? 1 : 0)
    if (isShared) {
      const { shares } = await admin.call(archiveCalls.archivesShareList, { archiveId })
      expect(shares).toMatchObject([{ views: 1, state: 'used-up' }])
    }
    stack.moveClock(-LINK_MS)
  })

test('a shared film whose link has run out by the time that somebody has it checked is checked by a newer one', { tag: '@deep' }, async ({
  page,
  past,
}) => {
  const { stack, port } = past
  const path = await shareFilm(past, await archiveFilm(past), 1)
  // One so large is not checked before somebody wants it.
  await page.route(`**${archiveCalls.archivesShareGet.path}`, async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, body: (await response.text()).replaceAll(/"sizeBytes":\d+/g, `"sizeBytes":${LARGE_BYTES}`) })
  })
  await page.goto(stack.address(path, port))
  const proof = page.getByRole('region', { name: 'Proof' })
  const check = proof.getByRole('button', { name: /^Check whether it is untouched/ })
  await expect(check).toBeVisible()
  await expect.poll(() => page.locator('video').evaluate((video: HTMLVideoElement) => video.readyState)).toBe(HAVE_ENOUGH)
  stack.moveClock(LINK_MS)
  await check.click()
  await expect(proof.getByText('Verified: every byte is as it was signed')).toBeVisible()
  stack.moveClock(-LINK_MS)
})
