import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createCanvas, loadImage } from '@napi-rs/canvas'
import type { Locator, Page } from '@playwright/test'
import { archiveRights } from '#contract/archives.ts'
import { archivesAuthorityUpdate } from '#contract/calls/archive/archives-authority-update.ts'
import { archivesDelete } from '#contract/calls/archive/archives-delete.ts'
import { archivesList } from '#contract/calls/archive/archives-list.ts'
import { siteListChoose } from '#contract/calls/device/site-list-choose.ts'
import { siteMapPut } from '#contract/calls/device/site-map-put.ts'
import { mapGet } from '#contract/calls/map/map-get.ts'
import { planAdd } from '#contract/calls/map/plan-add.ts'
import { planCameraPut } from '#contract/calls/map/plan-camera-put.ts'
import { planDelete } from '#contract/calls/map/plan-delete.ts'
import { siteChannelList } from '#contract/calls/device/site-channel-list.ts'
import { profileGet } from '#contract/calls/user/profile-get.ts'
import { archiveFilters } from '#contract/states/archive.ts'
import { isDeep } from '#tests/support/depth.ts'
import { ServiceClient } from '#tests/support/service-client.ts'
import { Stack } from '#tests/support/stack.ts'
import { upload } from '#tests/support/upload.ts'
import { expectSound, expectSoundEverywhere, look, sizes } from './support/axe.ts'
import { deepStep } from './support/deep-step.ts'
import { tabTo } from './support/keys.ts'
import { test } from './support/net.ts'
import { expect, signIn, watchComplaints } from './support/test.ts'
import { WatchedCamera } from './support/watched-camera.ts'

test.use({ serviceWorkers: 'block' })

const SITE_ID = 'harbor-gate'
const CAMERA = 'Gate 1 – entry'
const GATE = 'Harbor Gate and Parking'
const list = (page: Page) => page.getByRole('complementary', { name: 'Sites, plans and cameras' })
const stage = (page: Page, kind: 'map' | 'plan') => page.locator(`[data-stage="${kind}"]`)
const marker = (page: Page, name: string) => page.locator('[data-stage]').getByRole('button', { name: new RegExp(`^${name}, `) })
const row = (page: Page, name: string) => list(page).getByRole('button', { name: new RegExp(`^${name}, `) })

/** Ends a test that has not found what it needs. */
function missing(): never {
  throw new Error('It is not there.')
}

/** A floor of a building, as somebody drew it. */
function drawPlan(): Buffer {
  const canvas = createCanvas(800, 500)
  const context = canvas.getContext('2d')
  context.fillStyle = '#ffffff'
  context.fillRect(0, 0, 800, 500)
  context.strokeStyle = '#33414f'
  context.lineWidth = 6
  context.strokeRect(20, 20, 760, 460)
  context.strokeRect(20, 20, 300, 220)
  context.strokeRect(320, 300, 460, 180)
  return canvas.toBuffer('image/png')
}

/** A picture of the world that is all of one colour. */
function drawTile(colour: string): Buffer {
  const canvas = createCanvas(256, 256)
  const context = canvas.getContext('2d')
  context.fillStyle = colour
  context.fillRect(0, 0, 256, 256)
  return canvas.toBuffer('image/png')
}

async function adminOf(stack: Stack): Promise<ServiceClient> {
  return new ServiceClient(`http://localhost:${stack.port}`).signIn(stack.user())
}

async function centre(what: Locator): Promise<{ x: number; y: number }> {
  const box = await what.boundingBox()
  if (box === null) throw new Error('It is not on the page.')
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
}

/** Drags with the mouse to a place of the stage, given in shares of it. */
async function dragOnto(page: Page, from: { x: number; y: number }, to: { x: number; y: number }): Promise<void> {
  await page.mouse.move(from.x, from.y)
  await page.mouse.down()
  await page.mouse.move((from.x + to.x) / 2, (from.y + to.y) / 2, { steps: 4 })
  await page.mouse.move(to.x, to.y, { steps: 4 })
  await page.mouse.up()
}

/** A plan of the gate with these cameras on it, made by calls. */
async function planOf(admin: ServiceClient, planName: string, cameras: { sn: string; chlIndex: number }[]) {
  const answer = await upload(admin, planAdd, { siteId: SITE_ID, planName }, new File([new Uint8Array(drawPlan())], 'plan.png'))
  if (!answer.ok) throw new Error(`The plan was refused with ${answer.code}`)
  const { planId } = answer.data
  for (const [index, { sn, chlIndex }] of cameras.entries()) {
    const place = { x: 0.25 + index * 0.3, y: 0.4, directionDeg: 90, angleDeg: 80, rangeShare: 0.15 }
    await admin.call(planCameraPut, { planId, sn, chlIndex, place })
  }
  return planId
}

/** How many pixels something has of each colour, by the colour's number. */
async function coloursOf(what: Locator): Promise<Map<number, number>> {
  const picture = await loadImage(await what.screenshot())
  const canvas = createCanvas(picture.width, picture.height)
  const context = canvas.getContext('2d')
  context.drawImage(picture, 0, 0)
  const { data } = context.getImageData(0, 0, picture.width, picture.height)
  const counts = new Map<number, number>()
  for (let at = 0; at < data.length; at += 4) {
    const colour = ((data[at] ?? 0) << 16) | ((data[at + 1] ?? 0) << 8) | (data[at + 2] ?? 0)
    counts.set(colour, (counts.get(colour) ?? 0) + 1)
  }
  return counts
}

/** How many pixels the stage has of its two most frequent colours. */
async function mainColours(what: Locator): Promise<number[]> {
  return [...(await coloursOf(what)).values()].toSorted((one, other) => other - one).slice(0, 2)
}

test('an administrator puts a site on the map, a plan into it and a camera onto that, and another tab sees where it looks', async ({
  people,
  net: { stack, port },
}) => {
  test.slow()
  const admin = await adminOf(stack)
  const siteNow = async () => (await admin.call(siteListChoose, null)).sites.find(({ siteName }) => siteName === GATE)
  const kept = (await siteNow()) ?? missing()
  await admin.call(siteMapPut, { siteId: SITE_ID, position: null })
  const page = await people.tab()
  const complaints = watchComplaints(page)
  await page.goto(stack.address('/map', port))
  await expect(stage(page, 'map')).toHaveAttribute('data-zoom', /./)
  await expect(marker(page, 'Warehouse North')).toBeVisible()
  await expect(marker(page, GATE)).toHaveCount(0)

  await test.step('the site, by pointing', async () => {
    await page.getByRole('button', { name: 'Arrange' }).click()
    const ofGate = list(page).getByRole('list', { name: GATE })
    await ofGate.getByRole('button', { name: 'Point to its place' }).click()
    await expect(page.getByText(`Press where “${GATE}” stands.`)).toBeVisible()
    const { x, y } = await centre(stage(page, 'map'))
    await page.mouse.click(x - 60, y + 120)
    await expect(marker(page, GATE)).toBeVisible()
    await expect.poll(async () => (await siteNow())?.position).toEqual({ latitude: expect.any(Number), longitude: expect.any(Number) })
  })

  await test.step('its plan, by a picture', async () => {
    const ofGate = list(page).getByRole('list', { name: GATE })
    await ofGate.getByRole('button', { name: 'Add a plan' }).click()
    const dialog = page.getByRole('dialog')
    const choosing = page.waitForEvent('filechooser')
    await dialog.getByRole('button', { name: 'Choose a file' }).click()
    await (await choosing).setFiles({ name: 'Ground floor.png', mimeType: 'image/png', buffer: drawPlan() })
    await expect(dialog.getByLabel('Name')).toHaveValue('Ground floor')
    await dialog.getByRole('button', { name: 'Add plan' }).click()
    await expect(stage(page, 'plan')).toBeVisible()
    await expect(stage(page, 'plan').locator('img')).toBeVisible()
  })

  const placeNow = async () => (await admin.call(mapGet, null)).plans.find(({ planName }) => planName === 'Ground floor')?.cameras[0]
  const planId = (await admin.call(mapGet, null)).plans.find(({ planName }) => planName === 'Ground floor')?.planId ?? missing()
  const second = await people.enter(`/map?site=${SITE_ID}&plan=${planId}`)
  // The page behind would answer the mouse a second late.
  await page.bringToFront()

  await test.step('a camera, dragged out of the list, turned by its handle, and what it sees made narrower by another', async () => {
    const box = (await stage(page, 'plan').locator('img').boundingBox()) ?? missing()
    const at = { x: box.x + box.width * 0.25, y: box.y + box.height * 0.4 }
    await dragOnto(page, await centre(row(page, CAMERA)), at)
    await expect(marker(page, CAMERA)).toBeVisible()
    await expect.poll(placeNow).toMatchObject({ x: expect.closeTo(0.25, 2), y: expect.closeTo(0.4, 2), directionDeg: 0 })
    await expect(marker(second, CAMERA)).toBeVisible()
    const before = await second.locator('[data-stage] svg path').first().getAttribute('d')
    await dragOnto(page, await centre(page.locator('[data-handle="ahead"]')), { x: at.x - box.width * 0.2, y: at.y })
    await expect.poll(placeNow).toMatchObject({ directionDeg: expect.closeTo(270, 0), rangeShare: expect.closeTo(0.2, 1) })
    await expect.poll(() => second.locator('[data-stage] svg path').first().getAttribute('d')).not.toBe(before)
    // 30° beside where it looks, and as far on the other side.
    const side = { x: at.x - 100 * Math.cos(Math.PI / 6), y: at.y + 100 * Math.sin(Math.PI / 6) }
    await dragOnto(page, await centre(page.locator('[data-handle="side"]').first()), side)
    await expect.poll(placeNow).toMatchObject({ directionDeg: expect.closeTo(270, 0), angleDeg: expect.closeTo(60, 0) })
  })

  await deepStep('by keys and fields, within what the service takes', async () => {
    await marker(page, CAMERA).focus()
    await page.keyboard.press('Shift+ArrowDown')
    await expect.poll(async () => (await placeNow())?.y).toBeGreaterThan(0.42)
    const card = page.getByRole('region', { name: CAMERA })
    await card.getByLabel('Direction, °').fill('400')
    await card.getByRole('button', { name: 'Save' }).click()
    await expect(card.getByLabel('Direction, °')).toHaveAttribute('aria-invalid', 'true')
    await card.getByLabel('Direction, °').fill('45')
    await card.getByLabel('Angle, °').fill('120')
    // What a colleague does meanwhile takes nothing from whoever types.
    const { sn, chlIndex, ...before } = (await placeNow()) ?? missing()
    await admin.call(planCameraPut, { planId, sn, chlIndex, place: { ...before, y: 0.6 } })
    await expect(card.getByLabel('From the top, %')).toHaveValue('60')
    await expect(card.getByLabel('Direction, °')).toHaveValue('45')
    await card.getByRole('button', { name: 'Save' }).click()
    await expect.poll(placeNow).toMatchObject({ directionDeg: 45, angleDeg: 120, y: 0.6 })
    await card.getByRole('button', { name: 'Take off the plan' }).click()
    await expect(marker(second, CAMERA)).toHaveCount(0)
  })

  await expectSoundEverywhere(page, 'a plan while it is arranged')
  await test.step('the plan goes after a question', async () => {
    await list(page).getByRole('button', { name: 'More for “Ground floor”' }).click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await expect(stage(page, 'map')).toBeVisible()
    await expect(stage(second, 'map')).toBeVisible()
  })
  expect(complaints).toEqual([])
  await admin.call(siteMapPut, { siteId: SITE_ID, position: kept.position ?? null })
})

test('an alarm shows where its camera stands, and a camera that is pressed plays there', async ({ people, net: { stack } }) => {
  test.slow()
  const watched = await WatchedCamera.connect(stack)
  const admin = await adminOf(stack)
  const { channels } = await admin.call(siteChannelList, { siteIds: [SITE_ID] })
  const named = (name: string) => channels.find(({ channelName }) => channelName === name) ?? missing()
  const planId = await planOf(admin, 'Yard', [named(watched.nameOf(0)), named(CAMERA)])
  const page = await people.enter(`/map?site=${SITE_ID}&plan=${planId}`)
  await expect(marker(page, CAMERA)).toHaveAccessibleName(/Online/)

  watched.see(0)
  await expect(marker(page, watched.nameOf(0))).toHaveAccessibleName(/1 unread alarm/)
  await expect(row(page, GATE).first()).toHaveAccessibleName(/1 unread alarm/)

  await marker(page, CAMERA).click()
  const card = page.getByRole('region', { name: CAMERA })
  await expect(card.locator('[data-state="playing"]')).toBeVisible()
  const shown = () => card.locator('video').evaluate((video: HTMLVideoElement) => video.getVideoPlaybackQuality().totalVideoFrames)
  const before = await shown()
  await expect.poll(shown).toBeGreaterThan(before + 5)
  await look(page, 'map-live')
  await expectSoundEverywhere(page, 'a camera in place')
  await card.getByRole('button', { name: 'Archive the last minute' }).click()
  await expect(page.getByRole('dialog', { name: 'Archive a part' }).getByLabel('Length, up to now')).toHaveValue('60000')
  await page.keyboard.press('Escape')
  await expect(card.getByRole('link', { name: 'Playback' })).toHaveAttribute('href', new RegExp(`cameras=${named(CAMERA).sn}`))
  await card.getByRole('link', { name: 'Video wall' }).click()
  await expect(page.getByRole('group', { name: new RegExp(`: ${CAMERA}, Live`) })).toBeVisible()
  await admin.call(planDelete, { planId })
  await watched.close()
})

test('a guard keeps the last minute of a camera on the map, as long as they may', { tag: '@deep' }, async ({ people, net: { stack } }) => {
  const admin = await adminOf(stack)
  const { channels } = await admin.call(siteChannelList, { siteIds: [SITE_ID] })
  const camera = channels.find(({ channelName }) => channelName === CAMERA) ?? missing()
  const page = await people.enter(`/map?site=${SITE_ID}&camera=${camera.sn}.${camera.chlIndex}`, 'site-operator')
  const card = page.getByRole('region', { name: CAMERA })
  await card.getByRole('button', { name: 'Archive the last minute' }).click()
  const dialog = page.getByRole('dialog', { name: 'Archive a part' })
  await expect(dialog.getByLabel('Length, up to now')).toHaveValue('60000')
  // Escape closes the dialog alone, and gives the focus back.
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await expect(card.getByRole('button', { name: 'Archive the last minute' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expectSoundEverywhere(page, 'the last minute of a camera on the map')
  const title = await dialog.getByLabel('Title').inputValue()
  expect(title).toMatch(/^Gate 1 – entry \d{4}-/)
  const askedAtMs = stack.nowMs
  await dialog.getByRole('button', { name: 'Archive', exact: true }).click()
  await expect(dialog.getByRole('link', { name: 'Show the archive' })).toBeVisible()
  const { archives } = await admin.call(archivesList, { pageNum: 1, status: archiveFilters.all, archiveTitle: title })
  expect(archives).toMatchObject([{ sn: camera.sn, chlIndex: camera.chlIndex }])
  const { startMs = 0, endMs = 0 } = archives[0] ?? {}
  // What has just happened may not be whole yet.
  expect(endMs - startMs).toBeLessThanOrEqual(60_000)
  expect(askedAtMs - startMs).toBeGreaterThan(45_000)
  expect(askedAtMs - startMs).toBeLessThan(90_000)
  await dialog.getByRole('button', { name: 'Close' }).last().click()

  await test.step('out of the sheet of a narrow window, too', async () => {
    await page.setViewportSize(sizes[1])
    await page.getByRole('dialog', { name: CAMERA }).getByRole('button', { name: 'Archive the last minute' }).click()
    await dialog.getByLabel('Notes').fill('A car at the barrier')
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await expect(dialog).toHaveCount(0)
    await page.setViewportSize(sizes[0])
  })

  const narrows = async () => {
    await card.getByRole('button', { name: 'Archive the last minute' }).click()
    await dialog.getByLabel('Notes').fill('A car at the barrier')
    await page.setViewportSize(sizes[1])
    await expect(card).toHaveCount(0)
    // What lies under another one takes no click.
    await dialog.getByLabel('Notes').click()
    await expect(dialog.getByLabel('Notes')).toHaveValue('A car at the barrier')
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await expect(page.getByRole('dialog', { name: CAMERA })).toBeVisible()
    await page.setViewportSize(sizes[0])
  }
  if (isDeep) await test.step('a window that becomes narrow under it leaves it above the sheet, with what was typed', narrows)

  const { userId } = await (await new ServiceClient(`http://localhost:${stack.port}`).signIn(stack.user('site-operator'))).call(
    profileGet,
    null,
  )
  await admin.call(archivesAuthorityUpdate, { userId, rights: archiveRights.filter((right) => right !== 'add') })
  await expect(card.getByRole('button', { name: 'Archive the last minute' })).toHaveCount(0)
  await expect(card.getByRole('link', { name: 'Playback' })).toBeVisible()
  await admin.call(archivesAuthorityUpdate, { userId, rights: [...archiveRights] })
  await expect(card.getByRole('button', { name: 'Archive the last minute' })).toBeVisible()
  // As soon as it is made.
  const archiveIds = archives.map(({ archiveId }) => archiveId)
  await expect.poll(async () => (await admin.failure(archivesDelete, { archiveIds })).code).toBe(200)
})

/** Goes so many steps away, by the keyboard: before each click Playwright waits for two frames, which take a second without a graphics card. */
async function goFarther(page: Page, steps: number): Promise<void> {
  await page.getByRole('button', { name: 'Farther' }).focus()
  for (let step = 0; step < steps; step += 1) await page.keyboard.press('Enter')
}

test.describe('with what the browser keeps,', () => {
  test.use({ serviceWorkers: 'allow' })

  test('a guard goes through the list by keys, sees only what is assigned, and all of it without a network', { tag: '@deep' }, async ({
    people,
    net: { stack, proxy },
  }) => {
    test.slow()
    const admin = await adminOf(stack)
    const { channels } = await admin.call(siteChannelList, { siteIds: [SITE_ID] })
    const planId = await planOf(admin, 'Gatehouse', [channels.find(({ channelName }) => channelName === CAMERA) ?? missing()])
    const page = await people.enter('/map', 'live-only')
    await expect(
      marker(page, 'Harbor Shop')
        .or(page.getByRole('button', { name: /^2 sites/ }))
        .first(),
    ).toBeVisible()
    await expect(row(page, GATE).first()).toBeVisible()
    await expect(list(page).getByText('Warehouse North')).toHaveCount(0)
    await expect(page.getByRole('button', { name: 'Arrange' })).toHaveCount(0)
    await expectSound(page, 'the map')
    await deepStep('the world itself: from farther away there is land, and sea', async () => {
      await goFarther(page, 6)
      await expect.poll(async () => Math.min(...(await mainColours(stage(page, 'map'))))).toBeGreaterThan(20_000)
    })

    await test.step('by keys', async () => {
      await tabTo(page, list(page).getByRole('button', { name: 'Plan: Gatehouse' }))
      await page.keyboard.press('Enter')
      await expect(stage(page, 'plan').locator('img')).toBeVisible()
      await tabTo(page, row(page, CAMERA).first())
      await page.keyboard.press('Enter')
      const card = page.getByRole('region', { name: CAMERA })
      await expect(card).toBeFocused()
      await expect(card.locator('[data-state="playing"]')).toBeVisible()
      for (const past of [card.getByRole('link', { name: 'Playback' }), card.getByRole('button', { name: /^Archive/ })])
        await expect(past).toHaveCount(0)
      await page.keyboard.press('Escape')
      await expect(card).toHaveCount(0)
      await expect(row(page, CAMERA).first()).toBeFocused()
    })

    await test.step('without a network', async () => {
      proxy.cut()
      await page.reload()
      await expect(page.getByText(/^Offline/)).toBeVisible()
      await expect(page.getByText(/^As of /).first()).toBeVisible()
      await expect(marker(page, CAMERA)).toBeVisible()
      const picture = stage(page, 'plan').locator('img')
      await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(800)
      await row(page, GATE).first().click()
      await expect(stage(page, 'map')).toHaveAttribute('data-zoom', /./)
      // From farther away there is land, and sea.
      await goFarther(page, 10)
      await expect.poll(async () => Math.min(...(await mainColours(stage(page, 'map'))))).toBeGreaterThan(20_000)
      proxy.restore()
    })
    await admin.call(planDelete, { planId })
  })
})

test('where the browser cannot draw the world, the list says so and has everything', { tag: '@deep' }, async ({
  people,
  net: { stack, port },
}) => {
  const page = await people.tab()
  await page.addInitScript(() => {
    const before = HTMLCanvasElement.prototype.getContext
    HTMLCanvasElement.prototype.getContext = function getContext(this: HTMLCanvasElement, kind: string, ...rest: unknown[]) {
      return kind.startsWith('webgl') ? null : Reflect.apply(before, this, [kind, ...rest])
    } as typeof before
  })
  await page.goto(stack.address('/map', port))
  await expect(page.getByText('This browser cannot draw the map.')).toBeVisible()
  await row(page, CAMERA).first().click()
  await expect(page.getByRole('region', { name: CAMERA }).locator('[data-state="playing"]')).toBeVisible()
})

test('pictures of the world come from the address in the settings, over the plain world, which stays where there are none', {
  tag: '@deep',
}, async ({ page }) => {
  const colour = 0x8a2be2
  const asked: string[] = []
  const tile = drawTile(`#${colour.toString(16)}`)
  const tiles = createServer(({ url = '' }, response) => {
    asked.push(url)
    response.writeHead(200, { 'content-type': 'image/png', 'access-control-allow-origin': '*' }).end(tile)
  })
  await new Promise<void>((resolve) => tiles.listen(0, '127.0.0.1', resolve))
  const { port } = tiles.address() as AddressInfo
  const attribution = '© <b onclick="alert(1)">Harbor</b> Surveys &amp; Sons'
  const settings = {
    SIGHTLINE_MAP_TILES_URL: `http://127.0.0.1:${port}/tiles/{z}/{x}/{y}.png`,
    SIGHTLINE_MAP_TILES_ATTRIBUTION: attribution,
  }
  const stack = await Stack.start(['service'], { settings })
  const complaints = watchComplaints(page)
  await signIn(page, stack, { path: '/map' })
  const world = stage(page, 'map')
  await expect(world).toHaveAttribute('data-zoom', /./)
  await expect.poll(async () => (await coloursOf(world)).get(colour) ?? 0).toBeGreaterThan(200_000)
  await expect(marker(page, GATE)).toBeVisible()
  // Whose they are stands on each map, as it was written and never as markup.
  const named = page.locator('.maplibregl-ctrl-attrib')
  await expect(named).toHaveText(attribution)
  await expect(named.locator('b')).toHaveCount(0)
  await expectSoundEverywhere(page, 'a map of somebody else')
  await page.goto(stack.address('/settings/site/sitelist?view=map'))
  await expect(named).toHaveText(attribution)
  await page.goto(stack.address('/map'))
  await expect(world).toHaveAttribute('data-zoom', /./)
  for (const url of asked) expect(url).toMatch(/^\/tiles\/\d+\/\d+\/\d+\.png$/)
  await new Promise((resolve) => {
    tiles.close(resolve)
    tiles.closeAllConnections()
  })
  await page.reload()
  await expect(world).toHaveAttribute('data-zoom', /./)
  await goFarther(page, 10)
  await expect.poll(async () => Math.min(...(await mainColours(world)))).toBeGreaterThan(20_000)
  expect((await coloursOf(world)).get(colour)).toBeUndefined()
  expect(complaints).toEqual([])
  await stack.close()
})

test('the list of sites shows them on the map with how they do, and beside it those that stand nowhere', { tag: '@deep' }, async ({
  people,
  net: { stack },
}) => {
  const admin = await adminOf(stack)
  const shop = (await admin.call(siteListChoose, null)).sites.find(({ siteName }) => siteName === 'Harbor Shop') ?? missing()
  const { siteId, position = null } = shop
  await admin.call(siteMapPut, { siteId, position: { latitude: -33, longitude: 151 } })
  const page = await people.enter('/settings/site/sitelist')
  await page.getByRole('button', { name: 'Map', exact: true }).click()
  const place = page
    .locator('[data-zoom]')
    .getByRole('button', { name: /^Harbor Shop, (Everything is offline|In order|(Cameras|Devices) offline: \d+)$/ })
  await expect(place).toBeVisible()
  await expect(page).toHaveURL(/view=map/)
  await expectSoundEverywhere(page, 'the map of sites')
  await look(page, 'sites-map')
  await place.click()
  await expect(page.getByRole('dialog', { name: 'Harbor Shop' })).toBeVisible()
  await page.keyboard.press('Escape')
  await admin.call(siteMapPut, { siteId, position: null })
  const beside = page.getByRole('complementary', { name: 'Sites by urgency' }).getByRole('button', { name: /^Harbor Shop/ })
  await expect(beside).toContainText('not on the map yet')
  await expect(place).toHaveCount(0)
  await admin.call(siteMapPut, { siteId, position })
})
