import { ptzLimits } from '#contract/ptz.ts'
import { expectSoundEverywhere, look } from './support/axe.ts'
import { doingIn, MovingCamera, openPanel, panelOf } from './support/moving-camera.ts'
import { expect, test } from './support/test.ts'

let camera: MovingCamera
test.beforeAll(async ({ stack }) => {
  camera = await MovingCamera.find(stack)
})

test('a cruise is put together by dragging and by keyboard, checked, run, and stopped; what is full says so', { tag: '@deep' }, async ({
  people,
  stack,
}) => {
  const page = await people.tab()
  // With the one that it has, the camera has room for one more.
  const others = Array.from({ length: ptzLimits.cruises - 2 }, (_, place) => place + 2)
  for (const index of others)
    await camera.edit({ edit: 'cruise-create', name: `Other ${index}`, presets: [{ index: 1, speed: 5, holdS: 30 }] })
  await openPanel(page, stack, camera)
  await panelOf(page).getByRole('tab', { name: 'Presets' }).focus()
  await page.keyboard.press('ArrowRight')
  await panelOf(page).getByRole('button', { name: 'New cruise' }).click()
  const dialog = page.getByRole('dialog', { name: 'New cruise' })
  await dialog.getByRole('button', { name: 'Add a preset' }).focus()
  for (let stops = 1; stops < ptzLimits.cruisePresets; stops += 1) await page.keyboard.press('Enter')
  await expect(dialog.getByLabel(/^Preset of stop/)).toHaveCount(ptzLimits.cruisePresets)
  await expect(dialog.getByRole('button', { name: 'A cruise holds no more presets' })).toBeDisabled()
  await page.keyboard.press('Escape')
  await panelOf(page).getByRole('button', { name: 'New cruise' }).click()
  await dialog.getByRole('button', { name: 'Add a preset' }).click()
  await dialog.getByRole('button', { name: 'Add a preset' }).click()
  await dialog.getByLabel('Preset of stop 2').selectOption('2')
  await dialog.getByLabel('Preset of stop 3').selectOption('3')
  await expect(dialog.getByLabel('Seconds at stop 1')).toHaveValue('30')
  await dialog.getByLabel('Seconds at stop 1').fill('14')
  await dialog.getByLabel('Name').fill('round')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog.getByText('This name is taken.')).toBeVisible()
  await dialog.getByLabel('Name').fill('Night')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog.getByRole('alert')).toContainText('15 to 240 seconds')
  await dialog.getByLabel('Seconds at stop 1').fill('15')
  const chosen = () => page.getByLabel(/^Preset of stop/).evaluateAll((all: HTMLSelectElement[]) => all.map(({ value }) => value).join(' '))
  const [first, last] = await Promise.all(
    [1, 3].map((number) => dialog.getByRole('button', { name: `Move stop ${number}`, exact: true }).boundingBox()),
  )
  if (!first || !last) throw new Error('There is no handle.')
  await page.mouse.move(first.x + 10, first.y + 10)
  await page.mouse.down()
  await page.mouse.move(last.x + 10, last.y + 12, { steps: 6 })
  await look(page, 'ptz-cruise-drag')
  await page.mouse.up()
  await expect.poll(chosen).toBe('2 3 1')
  await dialog.getByRole('button', { name: 'Move stop 2', exact: true }).focus()
  await page.keyboard.press('ArrowUp')
  await expect.poll(chosen).toBe('3 2 1')
  await expect(dialog.getByText('Place 1 of 3')).toBeAttached()
  await expectSoundEverywhere(page, 'PTZ cruise')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog).toBeHidden()
  const stops = async () => (await camera.state()).cruises.find(({ name }) => name === 'Night')?.presets
  expect(await stops()).toEqual([
    { index: 3, speed: 5, holdS: 30 },
    { index: 2, speed: 5, holdS: 30 },
    { index: 1, speed: 5, holdS: 15 },
  ])
  await expect(panelOf(page).getByRole('button', { name: 'The camera holds no more cruises' })).toBeDisabled()
  await camera.goTo(3)
  const crossing = await camera.status()
  await camera.goTo(2)
  const entrance = await camera.status()
  await camera.goTo(1)
  await panelOf(page).getByRole('button', { name: 'Run “Night”' }).click()
  await expect(doingIn(page)).toHaveText('Cruise “Night” runs')
  await camera.expect(({ pan }) => pan).toBe(crossing.pan)

  // In another order the camera runs it no more, and begins with another preset.
  await panelOf(page).getByRole('button', { name: 'Edit “Night”' }).click()
  const editor = page.getByRole('dialog', { name: 'Edit the cruise' })
  await editor.getByRole('button', { name: 'Move stop 1', exact: true }).focus()
  await page.keyboard.press('ArrowDown')
  await expect.poll(chosen).toBe('2 3 1')
  await editor.getByLabel('Seconds at stop 1').fill('20')
  await page.keyboard.press('Enter')
  await expect(editor).toBeHidden()
  expect(await stops()).toEqual([
    { index: 2, speed: 5, holdS: 20 },
    { index: 3, speed: 5, holdS: 30 },
    { index: 1, speed: 5, holdS: 15 },
  ])
  await panelOf(page).getByRole('button', { name: 'Run “Night”' }).click()
  await camera.expect(({ doing, pan }) => [doing, pan]).toEqual(['cruise', entrance.pan])
  await panelOf(page).getByRole('button', { name: 'Stop “Night”' }).click()
  await expect(doingIn(page)).toContainText('Still')
  await panelOf(page).getByRole('button', { name: 'Delete “Night”' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await expect(panelOf(page).getByRole('button', { name: 'Run “Night”' })).toHaveCount(0)
  await expect(panelOf(page).getByRole('button', { name: 'New cruise' })).toBeEnabled()
  for (const index of others) await camera.edit({ edit: 'cruise-delete', index })
})

test('presets are made, renamed, moved and deleted, and a track is recorded and run again', { tag: '@deep' }, async ({ people, stack }) => {
  const page = await people.tab()
  await openPanel(page, stack, camera)
  const panel = panelOf(page)
  await panel.getByRole('button', { name: 'Save where the camera looks' }).click()
  const dialog = page.getByRole('dialog')
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await panel.getByRole('button', { name: 'Save where the camera looks' }).click()
  await dialog.getByLabel('Name').fill('Ramp: left')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog.getByText('None of these characters')).toBeVisible()
  await dialog.getByLabel('Name').fill('Ramp')
  await page.keyboard.press('Enter')
  await expect(panel.getByRole('button', { name: '4 Ramp' })).toBeVisible()
  await panel.getByRole('button', { name: 'Rename “Ramp”' }).click()
  await dialog.getByLabel('Name').fill('Overview')
  await page.keyboard.press('Enter')
  await expect(dialog.getByText('This name is taken.')).toBeVisible()
  await dialog.getByLabel('Name').fill('Slope')
  await page.keyboard.press('Enter')
  await expect(dialog).toBeHidden()
  await camera.goTo(3)
  const there = await camera.status()
  // What is said of the new name would be taken for what is said of the new place.
  await expect(page.getByText('Operation successful.')).toBeHidden()
  await panel.getByRole('button', { name: 'Move “Slope” to where the camera looks' }).click()
  await expect(page.getByText('Operation successful.')).toBeVisible()
  await camera.goTo(1)
  await panel.getByRole('button', { name: '4 Slope' }).click()
  await camera.expect(({ pan }) => pan).toBe(there.pan)
  await panel.getByRole('button', { name: 'Delete “Slope”' }).click()
  await dialog.getByRole('button', { name: 'Delete' }).click()
  await expect(panel.getByRole('button', { name: '4 Slope' })).toHaveCount(0)

  await camera.goTo(1)
  await panel.getByRole('tab', { name: 'Tracks' }).click()
  await panel.getByRole('button', { name: 'Record a track' }).click()
  await dialog.getByLabel('Name').fill('Beat')
  await page.keyboard.press('Enter')
  await expect(doingIn(page)).toHaveText('Recording a track')
  await panel.getByRole('button', { name: 'Up', exact: true }).hover()
  await page.mouse.down()
  await camera.expect(({ tilt }) => tilt).toBeGreaterThan(4)
  await page.mouse.up()
  await panel.getByRole('button', { name: 'Stop recording' }).click()
  await expect(panel.getByRole('button', { name: 'Run “Beat”' })).toBeVisible()
  const end = (await camera.status()).tilt
  await camera.goTo(2)
  await panel.getByRole('button', { name: 'Run “Beat”' }).click()
  await camera.untilStill()
  await camera.expect(({ tilt }) => tilt).toBe(end)
  await panel.getByRole('button', { name: 'Delete “Beat”' }).click()
  await dialog.getByRole('button', { name: 'Delete' }).click()
  await expect(panel.getByRole('button', { name: 'Run “Beat”' })).toHaveCount(0)
})
