import type { Locator, Page } from '@playwright/test'
import { configDeviceGet } from '#contract/calls/device/config-device-get.ts'
import { configDeviceSet } from '#contract/calls/device/config-device-set.ts'
import { devicePage } from '#contract/calls/device/device-page.ts'
import type { CameraSettings } from '#contract/camera-settings.ts'
import { deep } from '#tests/support/depth.ts'
import { ServiceClient } from '#tests/support/service-client.ts'
import { expectSoundEverywhere, look } from './support/axe.ts'
import { deepStep } from './support/deep-step.ts'
import { expect, test } from './support/test.ts'

test.use({ serviceWorkers: deep('allow', 'block') })

const DEVICE = 'Storeroom recorder'
const CAMERA = 'Storeroom – containers'
const CHANNEL = 7

interface Person {
  loginName: string
  password: string
}

/** The settings of a camera as the device tells them. */
async function readCamera(admin: ServiceClient, sn: string): Promise<CameraSettings | undefined> {
  const { section, value } = await admin.call(configDeviceGet, { sn, section: 'camera', chlIndex: CHANNEL })
  return section === 'camera' ? value : undefined
}

/** Its page, with what there was before, and what takes it back for whoever looks at this camera after us. */
async function open(people: { enter: (path: string) => Promise<Page> }, stack: { port: number; user: () => Person }) {
  const admin = await new ServiceClient(`http://127.0.0.1:${stack.port}`).signIn(stack.user())
  const { devices } = await admin.call(devicePage, { pageNum: 1, pageSize: 1, search: DEVICE })
  const sn = devices[0]?.sn ?? ''
  const { streams = [], overlay, masks, motion } = (await readCamera(admin, sn)) ?? {}
  const page = await people.enter(`/device/settings?device=${sn}&section=camera`)
  await page.getByLabel('Camera', { exact: true }).selectOption({ label: CAMERA })
  const part = (name: string) => page.locator('section').filter({ has: page.getByRole('heading', { name, exact: true }) })
  return {
    admin,
    sn,
    page,
    part,
    camera: () => readCamera(admin, sn),
    save: async (name: string) => {
      const button = part(name).getByRole('button', { name: 'Save' })
      await button.click()
      // It is sent, and then there is nothing more to send.
      await expect(button).not.toHaveAttribute('data-loading')
      await expect(button).toBeDisabled()
    },
    takeBack: async () => {
      const value = {
        chlIndex: CHANNEL,
        streams: streams.map(({ choices: _choices, ...stream }) => stream),
        overlay,
        masks: masks?.list,
        motion: motion && { areas: motion.areas, lines: motion.lines },
      }
      await admin.call(configDeviceSet, { sn, change: { section: 'camera', value } })
    },
  }
}

async function drag(page: Page, board: Locator, from: [number, number], to: [number, number]): Promise<void> {
  await board.scrollIntoViewIfNeeded()
  const box = await board.boundingBox()
  if (box === null) throw new Error('there is no picture to draw on')
  const at = ([x, y]: [number, number]) => [box.x + x * box.width, box.y + y * box.height] as const
  await page.mouse.move(...at(from))
  await page.mouse.down()
  await page.mouse.move(...at([(from[0] + to[0]) / 2, (from[1] + to[1]) / 2]), { steps: 3 })
  await page.mouse.move(...at(to), { steps: 3 })
  await page.mouse.up()
}

test('a stream of a camera is set, and privacy masks drawn on its picture with the mouse and by keys', async ({ people, stack }) => {
  const { page, part, camera, save, takeBack } = await open(people, stack)
  const sub = part('Sub stream')
  await sub.getByLabel('Pictures a second').fill('99')
  await sub.getByRole('button', { name: 'Save' }).click()
  await expect(sub.getByLabel('Pictures a second')).toHaveAccessibleDescription('From 1 to 15 pictures a second.')
  await sub.getByLabel('Pictures a second').fill('5')
  await sub.getByLabel('Size').selectOption('320 × 180')
  await save('Sub stream')
  await expect.poll(async () => (await camera())?.streams?.[1]).toMatchObject({ width: 320, height: 180, fps: 5 })
  await deepStep('the text in the picture is set', async () => {
    const text = part('Text and sound').or(part('Text in the picture')).first()
    await text.getByLabel('Text in the picture').fill('大门')
    await text.getByRole('button', { name: 'Save' }).click()
    await expect(text.getByLabel('Text in the picture')).toHaveAccessibleDescription(/does not accept this value/)
    await text.getByLabel('Text in the picture').fill('Containers')
    await text.getByLabel('The time in the picture').check()
    await text.getByRole('button', { name: 'Save' }).click()
    await expect.poll(async () => (await camera())?.overlay).toEqual({ text: 'Containers', hasTime: true })
  })

  const masks = part('Privacy masks')
  const board = masks.locator('[data-shapes]')
  await expect(masks.locator('img')).toBeVisible({ timeout: 30_000 })
  await drag(page, board, [0.1, 0.2], [0.3, 0.6])
  await masks.getByRole('button', { name: 'Add in the middle' }).click()
  const second = masks.getByRole('button', { name: /^Mask 2: arrow keys/ })
  await second.focus()
  for (let press = 0; press < 5; press += 1) await page.keyboard.press('ArrowRight')
  await look(page, 'camera-masks')
  await test.step('what is drawn is not lost with another section', async () => {
    await page.getByRole('link', { name: 'Network', exact: true }).click()
    await page.getByRole('dialog', { name: 'Leave without saving?' }).getByRole('button', { name: 'Stay' }).click()
    await expect(second).toBeVisible()
  })
  // What is half under the head of the page is too small for axe.
  await page.getByLabel('Camera', { exact: true }).scrollIntoViewIfNeeded()
  await expectSoundEverywhere(page, 'picture and sound of a camera')
  await save('Privacy masks')
  const list = (await camera())?.masks?.list ?? []
  expect(list).toHaveLength(2)
  expect(list[0]?.[0]?.x).toBeCloseTo(0.1, 1)
  expect(list[0]?.[2]?.y).toBeCloseTo(0.6, 1)
  expect(list[1]?.[0]).toEqual({ x: 0.45, y: 0.35 })
  await second.focus()
  await page.keyboard.press('Delete')
  await save('Privacy masks')
  expect((await camera())?.masks?.list).toHaveLength(1)
  await takeBack()
})

test('a line and an area are drawn on the picture of a camera, and a week of recording painted', { tag: '@deep' }, async ({
  people,
  stack,
}) => {
  const { admin, sn, page, part, camera, save, takeBack } = await open(people, stack)
  await expect(part('Motion areas and lines').locator('img')).toBeVisible({ timeout: 30_000 })
  const motion = part('Motion areas and lines')
  await motion.getByRole('button', { name: 'Line', exact: true }).click()
  await drag(page, motion.locator('[data-shapes]'), [0.2, 0.8], [0.8, 0.7])
  await motion.getByLabel('Direction of Line 1').selectOption('Crossed to its left')
  await look(page, 'camera-lines')
  await save('Motion areas and lines')
  expect((await camera())?.motion).toMatchObject({ areas: [], lines: [{ direction: 'to-left' }] })
  expect((await camera())?.motion?.lines[0]?.to.x).toBeCloseTo(0.8, 1)
  await motion.getByRole('button', { name: 'Corners' }).click()
  const board = motion.locator('[data-shapes]')
  const box = await board.boundingBox()
  if (box === null) throw new Error('There is no picture to draw on.')
  // Corner after corner, and the first once more.
  const corners = [
    { x: 0.1, y: 0.1 },
    { x: 0.5, y: 0.1 },
    { x: 0.3, y: 0.5 },
  ]
  for (const { x, y } of [...corners, { x: 0.1, y: 0.1 }]) await page.mouse.click(box.x + x * box.width, box.y + y * box.height)
  await expect(motion.getByRole('list', { name: 'What is drawn' }).getByText('Area 1')).toBeVisible()
  await save('Motion areas and lines')
  const { areas = [], lines = [] } = (await camera())?.motion ?? {}
  expect(lines).toHaveLength(1)
  expect(areas.map((area) => area.map(({ x, y }) => ({ x: Math.round(x * 10) / 10, y: Math.round(y * 10) / 10 })))).toEqual([corners])

  await page.getByRole('navigation', { name: 'Settings of the device' }).getByRole('link', { name: 'Recording' }).click()
  const row = page.locator('form').filter({ has: page.getByLabel(CAMERA) })
  await row.getByLabel(CAMERA).selectOption('By a plan of the week')
  await row.getByRole('button', { name: 'Working hours' }).click()
  await row.getByRole('button', { name: 'Around events' }).click()
  await row.getByRole('button', { name: 'Nights' }).click()
  await row.getByLabel('Keep for days').fill('0')
  await row.getByRole('button', { name: 'Save' }).click()
  await expect(row.getByLabel('Keep for days')).toHaveAccessibleDescription(/^Whole days/)
  await row.getByLabel('Keep for days').fill('14')
  await expectSoundEverywhere(page, 'recording plan of a camera')
  await look(page, 'camera-recording')
  await row.getByRole('button', { name: 'Save' }).click()
  await expect(row.getByRole('button', { name: 'Save' })).toBeHidden()
  const { value } = await admin.call(configDeviceGet, { sn, section: 'recording' })
  const recorded = 'channels' in value ? value.channels.find(({ chlIndex }) => chlIndex === CHANNEL) : undefined
  expect(recorded).toMatchObject({ mode: 'schedule', keep: { days: 14, gigabytes: null } })
  expect(recorded?.plan?.continuous).toContainEqual({ day: 1, fromMinute: 480, toMinute: 1080 })
  expect(recorded?.plan?.events).toContainEqual({ day: 0, fromMinute: 1320, toMinute: 1440 })

  await takeBack()
  const usual = { chlIndex: CHANNEL, mode: 'continuous', keep: { days: null, gigabytes: null } } as const
  await admin.call(configDeviceSet, { sn, change: { section: 'recording', value: usual } })
})
