import { createCanvas } from '@napi-rs/canvas'
import type { Locator, Page } from '@playwright/test'
import { siteListChoose } from '#contract/calls/device/site-list-choose.ts'
import { siteMapPut } from '#contract/calls/device/site-map-put.ts'
import { mapGet } from '#contract/calls/map/map-get.ts'
import { planCameraPut } from '#contract/calls/map/plan-camera-put.ts'
import { planDelete } from '#contract/calls/map/plan-delete.ts'
import { siteChannelList } from '#contract/calls/device/site-channel-list.ts'
import { chromiumLaunch } from '#tests/support/chromium.ts'
import { ServiceClient } from '#tests/support/service-client.ts'
import type { Stack } from '#tests/support/stack.ts'
import { withoutSharedWorkerFlags } from './support/without-shared-worker.ts'
import { expectSoundEverywhere, look } from './support/axe.ts'
import { tabTo } from './support/keys.ts'
import { test } from './support/net.ts'
import { expect, watchComplaints } from './support/test.ts'
import { WatchedCamera } from './support/watched-camera.ts'

const chromium = chromiumLaunch()
// WebGL without a graphics card.
test.use({ launchOptions: { ...chromium, args: [...chromium.args, ...withoutSharedWorkerFlags, '--enable-unsafe-swiftshader'] } })

const GATE = 'Harbor Gate and Parking'
const list = (page: Page) => page.getByRole('complementary', { name: 'Sites, plans and cameras' })
const stage = (page: Page, kind: 'map' | 'plan') => page.locator(`[data-stage="${kind}"]`)
const marker = (page: Page, name: string) => page.locator('[data-stage]').getByRole('button', { name: new RegExp(`^${name}, `) })
const row = (page: Page, name: string) => list(page).getByRole('button', { name: new RegExp(`^${name}, `) })

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

test('an administrator puts a site on the map, a plan into it and a camera onto that, and another tab sees where it looks', async ({
  people,
  net: { stack },
}) => {
  test.slow()
  const admin = await adminOf(stack)
  const kept = (await admin.call(siteListChoose, null)).sites.find(({ siteName }) => siteName === GATE) ?? expect.unreachable()
  await admin.call(siteMapPut, { siteId: kept.siteId, position: null })
  const page = await people.tab()
  const complaints = watchComplaints(page)
  await page.goto(stack.address('/map', undefined))
  await look(page, 'first')
})
