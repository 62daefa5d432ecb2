import { readFileSync } from 'node:fs'
import { deviceTypes } from '#contract/enums.ts'
import { Refusal, type CommandHandlers } from '#device/agent/command-handlers.ts'
import { deep } from '#tests/support/depth.ts'
import type { Stack } from '#tests/support/stack.ts'
import { expectSoundEverywhere, look } from './support/axe.ts'
import { deepStep } from './support/deep-step.ts'
import { connectGuest } from './support/guest-device.ts'
import { expect, test } from './support/test.ts'

test.use({ serviceWorkers: deep('allow', 'block') })

const MODEL = 'Quay-1'

const connect = (stack: Stack, name: string, commands: CommandHandlers) =>
  connectGuest(stack, { sn: `QUAY${name.toUpperCase()}001`, name, devType: deviceTypes.ipc, model: MODEL, cameras: [name], commands })

test('many devices are given another time zone at once; the report says of each what became of it, outlasts a reload, is saved and tried again', async ({
  people,
  stack,
}) => {
  const taken: string[] = []
  let isStuck = true
  const taking = (name: string): CommandHandlers => ({
    'general-set': ({ timeZone }) => {
      taken.push(`${name} ${timeZone}`)
      return { name, timeZone }
    },
  })
  const guests = [
    await connect(stack, 'North', taking('North')),
    await connect(stack, 'East', {
      'general-set': () => {
        throw new Refusal('bad-value', 'timeZone')
      },
    }),
    await connect(stack, 'South', {
      'general-set': (change) => {
        if (!isStuck) return { name: 'South', timeZone: change.timeZone }
        guests[2]?.agent.goAway(500)
        return new Promise(() => {})
      },
    }),
    await connect(stack, 'West', taking('West')),
  ]
  await guests[3]?.agent.stop()
  const page = await people.enter(`/device/index?sort=name&model=${MODEL}`)
  await expect(page.getByRole('row').filter({ hasText: 'West' })).toContainText('Offline')
  for (const name of ['North', 'East', 'South', 'West']) await page.getByRole('row').filter({ hasText: name }).getByRole('checkbox').check()
  await page.getByRole('group', { name: 'What is chosen' }).getByRole('button', { name: 'Change settings' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText('Change settings of 4 devices')
  await dialog.getByLabel('What is changed').selectOption('Mail about outages')
  await expectSoundEverywhere(page, 'a change of many devices')
  await look(page, 'many-mail')
  await dialog.getByLabel('What is changed').selectOption('Time zone')
  await dialog.getByLabel('Time zone').selectOption('GMT+09:00 Tokyo')
  await look(page, 'many-time-zone')
  await dialog.getByRole('button', { name: 'Change', exact: true }).click()

  await expect(dialog).toContainText('Not done for 3 devices.')
  const line = (name: string) => dialog.getByRole('row').filter({ hasText: name })
  await expect(line('North')).toContainText('Done')
  await expect(line('East')).toContainText('The device refuses this value')
  await expect(line('South')).toContainText('It went away in the middle')
  await expect(line('West')).toContainText('The device is offline')
  expect(taken).toEqual(['North GMT+09:00 Tokyo'])
  await expectSoundEverywhere(page, 'report of a change of many devices')
  await look(page, 'many-report')

  await deepStep('it outlasts a reload, and is saved', async () => {
    await page.reload()
    await expect(dialog).toContainText('Not done for 3 devices.')
    const [file] = await Promise.all([page.waitForEvent('download'), dialog.getByRole('button', { name: 'Save as CSV' }).click()])
    const saved = readFileSync(await file.path(), 'utf8').split('\n')
    expect(saved.filter((row) => row.includes('QUAY')).length).toBe(4)
    expect(saved.find((row) => row.includes('QUAYWEST001'))).toContain('The device is offline')
  })

  isStuck = false
  await expect.poll(() => guests[2]?.agent.isHeard, { timeout: 20_000 }).toBe(true)
  await dialog.getByRole('button', { name: 'Try 3 again' }).click()
  await expect(dialog).toContainText('Not done for 2 devices.')
  await expect(line('South')).toContainText('Done')
  expect(taken).toEqual(['North GMT+09:00 Tokyo'])
  await deepStep('it is found again among the last changes', async () => {
    await dialog.getByRole('button', { name: 'Close' }).last().click()
    await expect(dialog).toBeHidden()
    await page.getByRole('button', { name: 'Changes', exact: true }).click()
    await look(page, 'many-changes')
    await expectSoundEverywhere(page, 'last changes of many devices')
    await dialog.getByRole('button', { name: /Time zone: GMT\+09:00 Tokyo.*done for 2 of 4/ }).click()
    await expect(dialog).toContainText('Not done for 2 devices.')
  })
  for (const guest of guests) await guest.leave()
})
