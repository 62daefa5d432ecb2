import type { Page } from '@playwright/test'
import type { LayoutValue } from '#contract/calls/config/layout-value.ts'
import { userConfigsPut } from '#contract/calls/config/user-configs-put.ts'
import { siteChannelList } from '#contract/calls/device/site-channel-list.ts'
import { deviceTypes } from '#contract/enums.ts'
import { deep } from '#tests/support/depth.ts'
import { ServiceClient } from '#tests/support/service-client.ts'
import { expectSoundEverywhere, look } from './support/axe.ts'
import { deepStep } from './support/deep-step.ts'
import { connectGuest } from './support/guest-device.ts'
import { arrowTo } from './support/keys.ts'
import { cameraOf, dragTo, expect, expectLive, openCamera, pressTool, test, watchComplaints, windowOf } from './support/test.ts'

test.use({ serviceWorkers: deep('allow', 'block') })

/** A layout with this camera in its first window. */
async function layoutOf(
  client: ServiceClient,
  { splitNum, camera, isDefault = false }: { splitNum: number; camera: string; isDefault?: boolean },
): Promise<LayoutValue> {
  const { channels } = await client.call(siteChannelList, {})
  const found = channels.find(({ channelName }) => channelName === camera)
  if (found === undefined) throw new Error(`There is no camera ${camera}.`)
  return { splitNum, isDefault, playChlList: [{ winIndex: 0, sn: found.sn, chlIndex: found.chlIndex }] }
}

/** Cameras of the demonstration by name: those of devices that other tests add meanwhile come and go. */
const sixteen = [
  'Hall A – racks',
  'Hall A – picking',
  'Hall B – racks',
  'Hall B – forklifts',
  'Loading bay 1',
  'Loading bay 2',
  'Shop – entrance',
  'Shop – tills',
  'Shop – aisle 3',
  'Customer parking',
  'Gate 1 – entry',
  'Gate 1 – exit',
  'Gate 2 – deliveries',
  'Parking – north',
  'Parking – south',
  'Yard – trucks',
]

/** What stands in a window, by its label. */
function expectShows(page: Page, number: number, name: string | RegExp) {
  return expect(windowOf(page, number)).toHaveAttribute(
    'aria-label',
    typeof name === 'string' ? new RegExp(`^Window ${number}: ${name}`) : name,
  )
}

test('cameras are dragged onto the wall, swapped by dragging, taken off, and stay where they were over a reload', async ({
  people,
  stack,
}) => {
  const page = await people.tab()
  const complaints = watchComplaints(page)
  await page.goto(stack.address('/live?split=4'))
  await dragTo(page, cameraOf(page, 'Hall A – racks'), windowOf(page, 3))
  await expectShows(page, 3, 'Hall A – racks')
  await dragTo(page, cameraOf(page, 'Gate 1 – entry'), windowOf(page, 1))
  await expectLive(page, 1)
  await expectLive(page, 3)
  await dragTo(page, windowOf(page, 1), windowOf(page, 3))
  await expectShows(page, 1, 'Hall A – racks')
  await expectShows(page, 3, 'Gate 1 – entry')
  // The pictures move with their windows; nothing is opened again.
  await expectLive(page, 1)
  await expectLive(page, 3)
  await windowOf(page, 1).hover()
  await windowOf(page, 1).getByRole('button', { name: 'Remove from the wall' }).click()
  await expectShows(page, 1, /^Window 1: empty/)
  await page.reload()
  await expectShows(page, 3, 'Gate 1 – entry')
  await expectLive(page, 3)
  // Who goes on to look back begins with what was just looked at.
  await page.getByRole('link', { name: 'Playback' }).click()
  await page.getByRole('button', { name: 'Use the camera on the live wall' }).click()
  await expect(page.getByRole('group', { name: /: Gate 1 – entry, / })).toBeVisible()
  expect(complaints).toEqual([])
})

// Sixteen decoders leave nothing to the tests beside them.
test('cameras of a whole wall are opened one after another into its windows, and each plays', { tag: deep(['@alone'], []) }, async ({
  people,
}) => {
  const names = deep(sixteen, sixteen.slice(0, 9))
  const page = await people.enter(`/live?split=${names.length}`)
  await expect(page.locator('[data-cell]:visible')).toHaveCount(names.length)
  for (const name of names) await openCamera(page, name)
  for (const [index, name] of names.entries()) {
    await expectShows(page, index + 1, name)
    await expectLive(page, index + 1)
  }
  await deepStep('of fewer windows the first one plays on', async () => {
    for (const split of [9, 1, 4]) {
      await page.getByRole('button', { name: split === 1 ? '1 window' : `${split} windows`, exact: true }).click()
      await expect(page.locator('[data-cell]:visible')).toHaveCount(split)
      await expectLive(page, 1)
    }
  })
})

test('a layout is saved under a name, refused under the same name, loaded again, and deleted with a way back', { tag: '@deep' }, async ({
  people,
}) => {
  const page = await people.enter('/live?split=4', 'site-operator')
  await openCamera(page, 'Gate 1 – entry')
  await expectLive(page, 1)
  await page.getByRole('button', { name: 'Layouts' }).click()
  await page.getByRole('textbox', { name: 'Name of the layout' }).fill('Night watch')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByRole('button', { name: 'Layouts' })).toContainText('Night watch')
  await page.getByRole('button', { name: '1 window', exact: true }).click()
  await windowOf(page, 1).focus()
  await page.keyboard.press('Delete')
  await expectShows(page, 1, /^Window 1: empty/)

  await page.getByRole('button', { name: 'Layouts' }).click()
  await page.getByRole('textbox', { name: 'Name of the layout' }).fill('Night watch')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText(/already/)).toBeVisible()
  await page.getByRole('button', { name: 'Night watch', exact: true }).click()
  await expect(page.locator('[data-cell]:visible')).toHaveCount(4)
  await expectShows(page, 1, 'Gate 1 – entry')
  await expectLive(page, 1)

  await page.getByRole('button', { name: 'Layouts' }).click()
  await page.getByRole('button', { name: 'Delete “Night watch”' }).click()
  await expect(page.getByRole('button', { name: 'Night watch', exact: true })).toHaveCount(0)
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByRole('button', { name: 'Layouts' }).click()
  await expect(page.getByRole('button', { name: 'Night watch', exact: true })).toBeVisible()
})

test('the wall is worked by keyboard alone: tree, windows, swap, full screen, list of keys', async ({ people }) => {
  const page = await people.enter('/live?split=4')
  await page.getByRole('tree').waitFor()
  await page.keyboard.press('/')
  await expect(page.getByRole('searchbox')).toBeFocused()
  await page.keyboard.type('Hall B – racks')
  await page.keyboard.press('Tab')
  // What is found comes a moment after it was typed: the focus stays in the tree meanwhile.
  await expect(cameraOf(page, 'Gate 1 – entry')).toHaveCount(0)
  await arrowTo(cameraOf(page, 'Hall B – racks'))
  await page.keyboard.press('Enter')
  await expectLive(page, 1)
  await windowOf(page, 1).focus()
  await page.keyboard.press('Shift+ArrowRight')
  await expectShows(page, 2, 'Hall B – racks')
  await page.keyboard.press('1')
  await expect(windowOf(page, 1)).toHaveAttribute('aria-current', 'true')
  await page.keyboard.press('2')
  await page.keyboard.press('f')
  await expect.poll(() => page.evaluate(() => document.fullscreenElement?.getAttribute('data-cell'))).toBe('1')
  await page.keyboard.press('f')
  await expect.poll(() => page.evaluate(() => document.fullscreenElement)).toBeNull()
  await page.keyboard.press('?')
  const sheet = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  await expect(sheet).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(sheet).toBeHidden()
  await page.keyboard.press('Delete')
  await expectShows(page, 2, /^Window 2: empty/)
})

test('the focus stays in the tree of cameras when the row that has it goes', { tag: '@deep' }, async ({ people, stack }) => {
  const { leave } = await connectGuest(stack, {
    sn: 'TREEGUEST01',
    name: 'Passing recorder',
    devType: deviceTypes.nvr,
    model: 'T-1',
    cameras: ['Passing one', 'Passing two'],
  })
  const page = await people.enter('/live?split=1')
  const passing = page.getByRole('treeitem', { name: /Passing/ })
  await passing.filter({ hasText: 'recorder' }).focus()
  await page.keyboard.press('ArrowDown')
  await expect(cameraOf(page, 'Passing one')).toBeFocused()
  await leave()
  await expect(passing).toHaveCount(0)
  await expect(page.getByRole('tree').locator('[role="treeitem"]:focus')).toHaveCount(1)
  await page.keyboard.press('Home')
  await expect(page.getByRole('treeitem').first()).toBeFocused()
})

test('a guard who may only watch sees the assigned cameras, and no way to add devices', { tag: '@deep' }, async ({ people, stack }) => {
  const page = await people.enter('/device/index', 'live-only')
  await expect(page.getByRole('button', { name: 'Add device' })).toHaveCount(0)
  await page.getByRole('link', { name: 'Video' }).click()
  await openCamera(page, 'Gate 1 – entry')
  await expectLive(page, 1)
  // An address shows no more than its reader may see.
  const admin = await new ServiceClient(`http://localhost:${stack.port}`).signIn(stack.user())
  const hall = await layoutOf(admin, { splitNum: 1, camera: 'Hall A – racks' })
  await page.goto(stack.address(`/live/window?wall=${encodeURIComponent(JSON.stringify(hall))}`))
  await expect(windowOf(page, 1)).toContainText('This camera does not exist any more.')
  await expect(windowOf(page, 1)).toHaveAttribute('data-state', 'empty')
})

test('walls of 6, 8, 25, 36 and 64 windows stand beside each other without gaps, and the first picture goes on', { tag: '@deep' }, async ({
  people,
}) => {
  const page = await people.enter('/live?split=4')
  await openCamera(page, 'Gate 1 – entry')
  await expectLive(page, 1)
  const wall = page.getByRole('group', { name: 'Video wall' })
  for (const split of [6, 8, 25, 36, 64]) {
    await page.getByRole('button', { name: split === 1 ? '1 window' : `${split} windows`, exact: true }).click()
    await expect(wall.locator('[data-cell]')).toHaveCount(split)
    const places = await wall
      .locator('[data-cell]')
      .evaluateAll((windows) => windows.map((one) => one.getBoundingClientRect().toJSON() as DOMRect))
    const width = Math.max(...places.map(({ right }) => right)) - Math.min(...places.map(({ left }) => left))
    const height = Math.max(...places.map(({ bottom }) => bottom)) - Math.min(...places.map(({ top }) => top))
    const covered = places.reduce((sum, place) => sum + place.width * place.height, 0)
    // All but the lines between them. What the stage has beyond the shape of pictures lies around all windows.
    expect(covered / (width * height)).toBeGreaterThan(0.95)
    expect(width / height).toBeCloseTo(16 / 9, 1)
    expect(width).toBeCloseTo((await wall.boundingBox())?.width ?? 0, 0)
    await expectLive(page, 1)
  }
  await page.getByRole('button', { name: '6 windows', exact: true }).click()
  const [large, small] = await Promise.all([windowOf(page, 1).boundingBox(), windowOf(page, 2).boundingBox()])
  expect((large?.width ?? 0) / (small?.width ?? 1)).toBeCloseTo(2, 1)
})

test('a person holds the main or the sub stream of a window, over a reload too, and lets it choose by its size again', {
  tag: '@deep',
}, async ({ people }) => {
  const page = await people.enter('/live?split=16', 'site-operator')
  await openCamera(page, 'Gate 1 – entry')
  await expectLive(page, 1)
  const figures = windowOf(page, 1).getByRole('definition')
  await pressTool(page, 1, 'Stream details')
  await expect(figures.filter({ hasText: /^Sub · 640×360 · 1\d(\.\d)? fps$/ })).toBeVisible()
  for (const said of [/^avc1\./, /^[1-9][\d,]* kbps$/, /^[\d,]+ ms · p95 [\d,]+ ms$/, /^[1-9][\d,]* shown, [\d,]+ dropped$/])
    await expect(figures.filter({ hasText: said })).toBeVisible()
  await pressTool(page, 1, 'Main')
  await expect(figures.filter({ hasText: /^Main · 1280×720/ })).toBeVisible()
  await page.reload()
  await expectLive(page, 1)
  await pressTool(page, 1, 'Stream details')
  await expect(figures.filter({ hasText: /^Main · 1280×720/ })).toBeVisible()
  await page.getByRole('button', { name: '1 window', exact: true }).click()
  await pressTool(page, 1, 'Sub')
  await expect(figures.filter({ hasText: /^Sub · 640×360/ })).toBeVisible()
  await pressTool(page, 1, 'By size')
  await expect(figures.filter({ hasText: /^Main · 1280×720/ })).toBeVisible()
})

test('a layout of one’s own is made by mouse and by keyboard, takes its cameras along, is saved, and stays over a reload', {
  tag: '@deep',
}, async ({ people }) => {
  const page = await people.enter('/live?split=4', 'site-operator')
  await openCamera(page, 'Gate 1 – entry')
  await expectLive(page, 1)
  await page.getByRole('button', { name: 'Your own layout' }).click()
  const editor = page.getByRole('dialog', { name: 'Your own layout' })
  const piece = (number: number) => editor.getByRole('group', { name: new RegExp(`^Window ${number}:`) })
  // Window 2 goes; window 1 grows by its handle over its place.
  await piece(2).getByRole('button', { name: 'Remove window 2' }).click()
  const [board, first] = await Promise.all([editor.getByRole('group', { name: 'Board' }).boundingBox(), piece(1).boundingBox()])
  if (board === null || first === null) throw new Error('No board.')
  await page.mouse.move(first.x + first.width - 5, first.y + first.height - 5)
  await page.mouse.down()
  await page.mouse.move(board.x + board.width - 5, first.y + first.height - 5, { steps: 12 })
  await page.mouse.up()
  await expect(piece(1)).toHaveAccessibleName('Window 1: column 1, row 1, 12 wide, 6 high')
  // By keyboard: window 3 becomes narrower, a new one takes the room.
  await piece(3).focus()
  await page.keyboard.press('Shift+ArrowLeft')
  await page.keyboard.press('Shift+ArrowLeft')
  await expect(piece(3)).toHaveAccessibleName('Window 3: column 7, row 7, 4 wide, 6 high')
  await editor.getByRole('button', { name: 'Add a window' }).click()
  await expect(piece(4)).toHaveAccessibleName('Window 4: column 11, row 7, 2 wide, 2 high')
  await expect(piece(4)).toBeFocused()
  await look(page, 'own-layout')
  await expectSoundEverywhere(page, 'the board of layouts')
  await editor.getByRole('button', { name: 'Use this layout' }).click()

  const wall = page.getByRole('group', { name: 'Video wall' })
  await expect(wall.locator('[data-cell]')).toHaveCount(4)
  await expectShows(page, 1, 'Gate 1 – entry')
  await expectLive(page, 1)
  const widthOf = async (number: number) => (await windowOf(page, number).boundingBox())?.width ?? 0
  expect((await widthOf(1)) / (await widthOf(2))).toBeCloseTo(2, 1)
  await page.reload()
  await expect(wall.locator('[data-cell]')).toHaveCount(4)
  await expectLive(page, 1)
  await page.getByRole('button', { name: 'Layouts' }).click()
  await page.getByRole('textbox', { name: 'Name of the layout' }).fill('Front and back')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByRole('button', { name: 'Layouts' })).toContainText('Front and back')
  await page.getByRole('button', { name: '9 windows' }).click()
  await page.getByRole('button', { name: 'Layouts' }).click()
  await page.getByRole('button', { name: 'Front and back', exact: true }).click()
  await expect(wall.locator('[data-cell]')).toHaveCount(4)
  expect((await widthOf(1)) / (await widthOf(2))).toBeCloseTo(2, 1)
})

test('whoever removes the last window of an own layout is at the button that adds one', { tag: '@deep' }, async ({ people }) => {
  const page = await people.enter('/live?split=1')
  await page.getByRole('button', { name: 'Your own layout' }).click()
  const editor = page.getByRole('dialog', { name: 'Your own layout' })
  await editor.getByRole('button', { name: 'Remove window 1' }).click()
  await expect(editor.getByRole('button', { name: 'Add a window' })).toBeFocused()
})

test('a layout that is shared opens for a colleague, who can neither change nor delete it, and goes when it is shared no longer', {
  tag: '@deep',
}, async ({ people }) => {
  const page = await people.enter('/live?split=4')
  await openCamera(page, 'Gate 1 – entry')
  await expectLive(page, 1)
  await page.getByRole('button', { name: 'Layouts' }).click()
  await page.getByRole('textbox', { name: 'Name of the layout' }).fill('For all')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByRole('button', { name: 'Layouts' }).click()
  await page.getByRole('button', { name: 'Share “For all” with everybody' }).click()
  await expect(page.getByRole('button', { name: '“For all” is shared with everybody; press to change that' })).toBeVisible()

  const colleague = await people.enter('/live?split=1', 'site-operator')
  await colleague.getByRole('button', { name: 'Layouts' }).click()
  const shared = colleague.getByRole('button', { name: /^For all/ })
  await expect(shared).toContainText('by ')
  await expect(colleague.getByRole('button', { name: 'Delete “For all”' })).toHaveCount(0)
  await expect(colleague.getByRole('button', { name: 'Save this wall as “For all”' })).toHaveCount(0)
  await look(colleague, 'shared-layout')
  await shared.click()
  await expect(colleague.locator('[data-cell]:visible')).toHaveCount(4)
  await expectShows(colleague, 1, 'Gate 1 – entry')
  await colleague.getByRole('button', { name: 'Layouts' }).click()
  await page.getByRole('button', { name: '“For all” is shared with everybody; press to change that' }).click()
  await expect(shared).toHaveCount(0)
})

test('a tour shows two cameras in turn, is paused, stepped and ended by hand, and ends when somebody changes the wall', {
  tag: '@deep',
}, async ({ people }) => {
  const page = await people.enter('/live?split=4', 'site-operator')
  await page.getByRole('button', { name: 'Layouts' }).click()
  await page.getByRole('button', { name: 'New tour' }).click()
  const form = page.getByRole('dialog', { name: 'New tour' })
  await form.getByRole('textbox', { name: 'Name' }).fill('Round')
  await form.getByRole('combobox', { name: 'Takes turns with' }).selectOption('Cameras')
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(form.getByRole('alert')).toHaveText('Pick at least one.')
  await form.getByRole('combobox', { name: 'Cameras at a time' }).selectOption('1')
  await form.getByRole('checkbox', { name: /Gate 1 – entry/ }).check()
  await form.getByRole('checkbox', { name: /Parking – south/ }).check()
  await form.getByRole('textbox', { name: 'Seconds each' }).fill('5')
  await expectSoundEverywhere(page, 'a new tour')
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('The tour “Round” is saved.')).toBeVisible()
  await page.getByRole('button', { name: 'Start it' }).click()

  const tour = page.getByRole('group', { name: 'Tour “Round”' })
  await expect(tour).toContainText('1 of 2')
  await expectShows(page, 1, 'Gate 1 – entry')
  await expectLive(page, 1)
  // By itself, after five seconds.
  await expect(tour).toContainText('2 of 2')
  await expectShows(page, 1, 'Parking – south')
  await expectLive(page, 1)
  await tour.getByRole('button', { name: 'Pause the tour' }).click()
  await tour.getByRole('button', { name: 'Next view' }).click()
  await expect(tour).toContainText('1 of 2')
  await expectShows(page, 1, 'Gate 1 – entry')
  await look(page, 'tour')
  // It is in the address: a reload goes on with it, and so does a viewing station.
  await page.reload()
  await expect(tour).toContainText('1 of 2')
  await windowOf(page, 1).focus()
  await page.keyboard.press('Delete')
  await expectShows(page, 1, /^Window 1: empty/)
  await expect(tour).toHaveCount(0)
})

test('the wall begins with the layout that a person opens first, one of them, and a tour of layouts brings each with its windows', {
  tag: '@deep',
}, async ({ people, stack }) => {
  const client = await new ServiceClient(`http://localhost:${stack.port}`).signIn(stack.user('site-operator'))
  const save = async (configName: string, what: { splitNum: number; camera: string; isDefault?: boolean }) =>
    (await client.call(userConfigsPut, { configType: 'layout', configName, configValue: await layoutOf(client, what) })).configId
  const layoutIds = [
    await save('Six', { splitNum: 6, camera: 'Gate 1 – entry', isDefault: true }),
    await save('One', { splitNum: 1, camera: 'Parking – south' }),
  ]
  const tour = { configType: 'tour', configName: 'Six and one', configValue: { kind: 'layouts', dwellS: 600, layoutIds } } as const
  const { configId } = await client.call(userConfigsPut, tour)

  const page = await people.enter('/live', 'site-operator')
  const windows = page.locator('[data-cell]:visible')
  await expect(windows).toHaveCount(6)
  await expectShows(page, 1, 'Gate 1 – entry')
  await page.getByRole('button', { name: 'Layouts' }).click()
  await page.getByRole('button', { name: 'Open “One” first' }).click()
  await expect(page.getByRole('button', { name: '“One” opens first; press to change that' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Open “Six” first' })).toBeVisible()

  await page.goto(stack.address(`/live?tour=${configId}`))
  const bar = page.getByRole('group', { name: 'Tour “Six and one”' })
  for (const [turn, count, camera] of [
    ['1 of 2', 6, 'Gate 1 – entry'],
    ['2 of 2', 1, 'Parking – south'],
    ['1 of 2', 6, 'Gate 1 – entry'],
  ] as const) {
    await expect(bar).toContainText(turn)
    await expect(windows).toHaveCount(count)
    await expectShows(page, 1, camera)
    await bar.getByRole('button', { name: 'Next view' }).click()
  }
})
