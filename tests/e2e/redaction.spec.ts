import type { Page } from '@playwright/test'
import { archiveCalls } from '#contract/calls/archive/archive-calls.ts'
import { siteChannelList } from '#contract/calls/device/site-channel-list.ts'
import { archiveFilters } from '#contract/states/archive.ts'
import { ServiceClient } from '#tests/support/service-client.ts'
import type { Stack } from '#tests/support/stack.ts'
import { expectSoundEverywhere, look } from './support/axe.ts'
import { deepStep } from './support/deep-step.ts'
import { expect, test } from './support/house.ts'
import { addFaceOf } from './support/many-alarms.ts'
import { watchComplaints } from './support/test.ts'

test.use({ hasCameras: true, serviceWorkers: 'block' })

const TITLE = 'Truck at the gate'
const CAMERA = 'Gate 1 – entry'
const face = { x: 0.1, y: 0.1, width: 0.1, height: 0.2 }

/** Archives four seconds of one of the simulator's cameras, with a face in them. */
async function makeArchive(stack: Stack): Promise<string> {
  const client = await new ServiceClient(`http://127.0.0.1:${stack.port}`).signIn(stack.user())
  let camera: { sn: string; chlIndex: number } | undefined
  await expect
    .poll(async () => {
      const { channels } = await client.call(siteChannelList, {})
      camera = channels.find(({ channelName }) => channelName === CAMERA)
      return camera
    })
    .toBeDefined()
  const startMs = Date.now() - 60_000
  const wish = { title: TITLE, sn: camera?.sn ?? '', chlIndex: camera?.chlIndex ?? 0, startMs, endMs: startMs + 4_000 }
  await addFaceOf(stack, CAMERA, startMs + 1_000, face)
  await expect.poll(() => client.call(archiveCalls.archivesCreate, wish).then(() => 'made', String)).toBe('made')
  const found = async () => {
    const { archives } = await client.call(archiveCalls.archivesList, { pageNum: 1, status: archiveFilters.success })
    return archives.find(({ title }) => title === TITLE)?.archiveId
  }
  await expect.poll(found, { timeout: 30_000 }).toBeDefined()
  return (await found()) ?? ''
}

/** How strong edges are in a part of what a video shows, given in shares of it; also in the canvas over it, if that is asked for. */
function edgesIn(page: Page, selector: string, part: { x: number; y: number; width: number; height: number }): Promise<number> {
  return page.evaluate(
    ([selector, part]) => {
      const video = document.querySelector<HTMLVideoElement>(selector)
      if (!video) throw new Error('There is no video')
      const canvas = new OffscreenCanvas(video.videoWidth, video.videoHeight)
      const context = canvas.getContext('2d')
      if (!context) throw new Error('There is no context')
      context.drawImage(video, 0, 0)
      const over = video.parentElement?.querySelector('canvas')
      if (over && over.width > 0) context.drawImage(over, 0, 0, canvas.width, canvas.height)
      const [width, height] = [Math.floor(part.width * canvas.width), Math.floor(part.height * canvas.height)]
      const { data } = context.getImageData(Math.floor(part.x * canvas.width), Math.floor(part.y * canvas.height), width, height)
      let sum = 0
      for (let at = 4; at < data.length; at += 4) if ((at / 4) % width !== 0) sum += ((data[at] ?? 0) - (data[at - 4] ?? 0)) ** 2
      return sum / (width * height)
    },
    [selector, part] as const,
  )
}

/** Of these parts of the picture on the stage the one in which there is most to see, which has to be something. */
async function mostEdgesIn(page: Page, parts: { x: number; y: number; width: number; height: number }[]) {
  const looked: { part: (typeof parts)[number]; edges: number }[] = []
  for (const part of parts) looked.push({ part, edges: await edgesIn(page, '[data-stage] video', part) })
  const [most] = looked.toSorted((one, other) => other.edges - one.edges)
  if (most === undefined || most.edges < LEAST_EDGES) throw new Error(`There is nothing to see in the picture: ${most?.edges}`)
  return most
}

/** Of bare ground the noise of the film alone is seen. */
const LEAST_EDGES = 1

const drawnPart = { x: 0.3, y: 0.3, width: 0.4, height: 0.4 }
const stage = (page: Page) => page.locator('[data-stage="redaction"]')

async function press(page: Page, { x, y }: { x: number; y: number }): Promise<void> {
  const box = await stage(page).boundingBox()
  if (box === null) throw new Error('There is nothing to draw on.')
  await page.mouse.click(box.x + x * box.width, box.y + y * box.height)
}

async function drag(page: Page, from: { x: number; y: number }, to: { x: number; y: number }): Promise<void> {
  const box = await stage(page).boundingBox()
  if (box === null) throw new Error('There is nothing to draw on.')
  const at = (point: { x: number; y: number }) => [box.x + point.x * box.width, box.y + point.y * box.height] as const
  await page.mouse.move(...at(from))
  await page.mouse.down()
  await page.mouse.move(...at({ x: (from.x + to.x) / 2, y: (from.y + to.y) / 2 }), { steps: 3 })
  await page.mouse.move(...at(to), { steps: 3 })
  await page.mouse.up()
}

test('a polygon is set corner by corner and bent by its corners, and a face that the camera reported is covered with one press', {
  tag: '@deep',
}, async ({ people, stack }) => {
  const archiveId = await makeArchive(stack)
  const page = await people.enter(`/archives-redact/${archiveId}`)
  const video = stage(page).locator('video')
  await expect.poll(() => video.evaluate((one: HTMLVideoElement) => one.readyState)).toBeGreaterThanOrEqual(2)
  // The page stands still when it has said this.
  const proposed = page.getByRole('region', { name: 'Proposed areas' })
  await expect(proposed).toContainText('The camera reported 1 face or person with this clip')
  // A triangle will be drawn over the lower right half of this square. Of both halves the part with the most to see: much of a yard at night is bare.
  const square = Array.from({ length: 16 }, (_, index) => ({
    x: 0.31 + (index % 4) * 0.1,
    y: 0.31 + Math.floor(index / 4) * 0.1,
    width: 0.08,
    height: 0.08,
  }))
  const inside = await mostEdgesIn(
    page,
    square.filter(({ x, y }) => x + y > 1),
  )
  const outside = await mostEdgesIn(
    page,
    square.filter(({ x, y, width, height }) => x + width + y + height < 1),
  )
  await page.getByRole('button', { name: 'Polygon' }).click()
  for (const corner of [
    { x: 0.7, y: 0.3 },
    { x: 0.7, y: 0.7 },
    { x: 0.3, y: 0.7 },
  ])
    await press(page, corner)
  await page.getByRole('button', { name: 'Close the shape' }).click()
  await expect(page.getByRole('button', { name: /^Area 1:/ })).toBeVisible()
  await expect.poll(() => edgesIn(page, '[data-stage] video', inside.part)).toBeLessThan(inside.edges / 5)
  expect(await edgesIn(page, '[data-stage] video', outside.part)).toBeGreaterThan(outside.edges / 2)
  // One corner more, between the last and the first, taken to where the picture was left as it was.
  await page.getByRole('button', { name: 'Add a corner after corner 3 of Area 1' }).click()
  await drag(page, { x: 0.5, y: 0.5 }, { x: 0.3, y: 0.3 })
  await expect.poll(() => edgesIn(page, '[data-stage] video', outside.part)).toBeLessThan(outside.edges / 2)
  await page.getByRole('button', { name: /^Corner 4 of Area 1/ }).press('Delete')
  await expect(page.getByRole('button', { name: /^Corner 4 of Area 1/ })).toHaveCount(0)
  await page.getByRole('button', { name: 'Remove area 1' }).click()

  await look(page, 'redact-proposed')
  await expectSoundEverywhere(page, 'redact-proposed')
  await proposed.getByRole('button', { name: 'Accept: Face, 0:01.0' }).click()
  await expect(page.getByText(/^(Followed until|Lost at)/)).toBeVisible({ timeout: 30_000 })
  await expect(proposed).toHaveCount(0)
  await page.getByRole('slider', { name: 'Moment', exact: true }).fill('1000')
  const covered = page.getByRole('button', { name: /^Area 1:/ })
  await expect(covered).toBeVisible()
  const [stand, oval] = [await stage(page).boundingBox(), await covered.boundingBox()]
  if (stand === null || oval === null) throw new Error('There is no area')
  const shareOf = (pixels: number, of: number) => Math.round((pixels / of) * 100) / 100
  expect(shareOf(oval.x - stand.x, stand.width)).toBeLessThanOrEqual(face.x)
  expect(shareOf(oval.x + oval.width - stand.x, stand.width)).toBeGreaterThanOrEqual(face.x + face.width)
})

test('what is drawn over a clip with the mouse is unreadable at once, and in the file that is made beside the untouched one', async ({
  people,
  stack,
}) => {
  const archiveId = await makeArchive(stack)
  const page = await people.enter(`/archives-redact/${archiveId}`)
  const complaints = watchComplaints(page)
  await expect(page.getByText(`${TITLE}.mp4`)).toBeVisible()
  const video = stage(page).locator('video')
  await expect.poll(() => video.evaluate((one: HTMLVideoElement) => one.readyState)).toBeGreaterThanOrEqual(2)
  const before = await edgesIn(page, '[data-stage] video', drawnPart)

  await drag(page, { x: 0.3, y: 0.3 }, { x: 0.7, y: 0.7 })
  const area = page.getByRole('button', { name: /^Area 1:/ })
  await expect(area).toBeVisible()
  await expect.poll(() => edgesIn(page, '[data-stage] video', drawnPart)).toBeLessThan(before / 10)
  await deepStep('a second one by the keyboard, other moments, and what is under it followed', async () => {
    await page.getByRole('button', { name: 'Add', exact: true }).click()
    await page.getByRole('button', { name: /^Area 2:/ }).focus()
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('Delete')
    await expect(page.getByRole('listitem', { name: 'Area 2' })).toBeHidden()
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(page.getByRole('listitem', { name: 'Area 2' })).toBeVisible()
    await page.getByRole('button', { name: 'Remove area 2' }).click()
    // At another moment it stands elsewhere; both moments are listed.
    const moment = page.getByRole('slider', { name: 'Moment', exact: true })
    await moment.fill('1000')
    await drag(page, { x: 0.45, y: 0.45 }, { x: 0.47, y: 0.47 })
    const moments = page.getByRole('group', { name: 'Moments at which area 1 was placed' })
    await expect(moments.getByRole('button', { name: /^0:0/ })).toHaveCount(2)
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(moments.getByRole('button', { name: /^0:0/ })).toHaveCount(1)
    // What is under it is followed through the rest of the clip, and taken back in one step.
    await moment.fill('3000')
    await page.getByRole('button', { name: 'Follow what is under area 1 from here on' }).click()
    await expect(page.getByText(/^(Followed until|Lost at) 0:0[34]/)).toBeVisible({ timeout: 30_000 })
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(moments.getByRole('button', { name: /^0:0/ })).toHaveCount(1)
  })
  await expectSoundEverywhere(page, 'redact')
  await look(page, 'redact')

  await page.getByRole('button', { name: 'Make the file' }).click()
  const made = page.getByRole('list', { name: 'Redacted files' }).getByRole('listitem')
  await made.getByRole('button', { name: 'Play' }).click({ timeout: 30_000 })
  const played = page.getByRole('dialog').locator('video')
  await expect.poll(() => played.evaluate((one: HTMLVideoElement) => one.currentTime)).toBeGreaterThan(0.5)
  expect(await edgesIn(page, 'dialog video, [role=dialog] video', { x: 0.32, y: 0.32, width: 0.36, height: 0.36 })).toBeLessThan(
    before / 10,
  )
  await page.keyboard.press('Escape')
  await made.getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await expect(made).toHaveCount(0)
  expect(complaints).toEqual([])
})
