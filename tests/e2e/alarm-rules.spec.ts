import type { Locator, Page } from '@playwright/test'
import { deviceBind } from '#contract/calls/device/device-bind.ts'
import { alarmSearchList } from '#contract/calls/event/alarm-search-list.ts'
import type { AlarmRule } from '#contract/calls/event/alarm-rule.ts'
import { eventRuleDelete } from '#contract/calls/event/event-rule-delete.ts'
import { eventRuleList } from '#contract/calls/event/event-rule-list.ts'
import { eventRuleAddOrEdit } from '#contract/calls/event/event-rule-add-or-edit.ts'
import { eventSearchList } from '#contract/calls/event/event-search-list.ts'
import { contactAdd } from '#contract/calls/contact/contact-add.ts'
import { plateAdd } from '#contract/calls/vehicle/plate-add.ts'
import { plateGroupAdd } from '#contract/calls/vehicle/plate-group-add.ts'
import { GATEWAY_PATH } from '#contract/device-gateway.ts'
import { deviceTypes } from '#contract/enums.ts'
import { always } from '#contract/weekly-schedule.ts'
import { DeviceAgent } from '#device/agent/device-agent.ts'
import { weekTimeAt } from '#shared/time/zone.ts'
import { jpegOf } from '#tests/support/seen-events.ts'
import { channel } from '#tests/support/service.ts'
import { ServiceClient } from '#tests/support/service-client.ts'
import type { Stack } from '#tests/support/stack.ts'
import { expectSoundEverywhere, expectWholeTexts } from './support/axe.ts'
import { deepStep } from './support/deep-step.ts'
import { expect, test as base } from './support/house.ts'
import { pressAt, tabTo, typeAt } from './support/keys.ts'

const SITE = { id: 'harbor-shop', zone: 'Europe/Amsterdam' }
const SN = 'RULES0001'
const YARD = 'Yard north'
const HOUR_MS = 3_600_000
type Report = Parameters<DeviceAgent['report']>[0]

/** A recorder with two cameras at the shop, and a program that asks the service. */
class Yard {
  readonly client: ServiceClient
  readonly #stack: Stack
  #agent: DeviceAgent | undefined

  constructor(stack: Stack) {
    this.#stack = stack
    this.client = new ServiceClient(`http://127.0.0.1:${stack.port}`)
  }

  async open(): Promise<this> {
    await this.client.signIn(this.#stack.user())
    await this.connect()
    await this.client.call(deviceBind, { sn: SN, securityCode: 'YARDCODE1', siteId: SITE.id })
    return this
  }

  async connect(): Promise<void> {
    this.#agent = new DeviceAgent({
      url: `ws://127.0.0.1:${this.#stack.port}${GATEWAY_PATH}`,
      description: { sn: SN, devType: deviceTypes.nvr, name: 'Yard', model: 'T-1', version: '1.0' },
      securityCode: 'YARDCODE1',
      channels: [channel(0, { name: YARD }), channel(1, { name: 'Yard south' })],
      source: { open: () => ({ close: () => {} }) },
      commands: {},
      log: () => {},
    })
    this.#agent.start()
    await this.#agent.firstAttempt
  }

  async disconnect(): Promise<void> {
    await this.#agent?.stop()
  }

  get nowMs(): number {
    return this.#stack.nowMs
  }

  /** Something happens in front of a camera, so many hours ago; resolves when the service knows of it, with when it was. */
  see(what: Partial<Report> & Pick<Report, 'event'>, hoursAgo = 0): Promise<number> {
    return this.seeAt(Math.floor(this.nowMs - hoursAgo * HOUR_MS), what)
  }

  /** The same at this moment. */
  async seeAt(atMs: number, what: Partial<Report> & Pick<Report, 'event'>): Promise<number> {
    this.#agent?.report({ chlIndex: 0, attributes: {}, snapshot: jpegOf('teal').toString('base64'), ...what, atMs })
    const one = { fromMs: atMs, toMs: atMs, kinds: [what.event], channels: [{ sn: SN, chlIndex: what.chlIndex ?? 0 }], pageSize: 1 }
    await expect.poll(async () => (await this.client.call(eventSearchList, one)).events.length).toBe(1)
    return atMs
  }

  /** The alarms of a rule, the newest first. */
  async raisedBy(ruleName: string) {
    const { alarms } = await this.client.call(alarmSearchList, { pageSize: 100 })
    return alarms.filter((alarm) => alarm.ruleName === ruleName)
  }

  async rule(name: string): Promise<AlarmRule | undefined> {
    return (await this.client.call(eventRuleList, {})).rules.find((rule) => rule.name === name)
  }
}

/** Opened by the first test of the file. */
let opened: Yard | undefined
const test = base.extend<{ yard: Yard }>({
  yard: async ({ house }, lend) => lend((opened ??= await new Yard(house.stack).open())),
})
test.afterAll(() => opened?.disconnect())

test.use({ serviceWorkers: 'block' })

test.afterEach(async ({ yard }) => {
  for (const { ruleId } of (await yard.client.call(eventRuleList, {})).rules) await yard.client.call(eventRuleDelete, { ruleId })
})

const panel = (page: Page) => page.getByRole('dialog')
const section = (page: Page, title: string) =>
  panel(page)
    .locator('section')
    .filter({ has: page.getByRole('heading', { name: title }) })
const place = (page: Page, name: string | RegExp) => panel(page).getByRole('treeitem', { name })
const outcome = (page: Page) => section(page, 'Try it first').getByRole('status')
const row = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name })

/** The half hour of a moment in the painter, by the clocks of the site. */
function halfHour(page: Page, atMs: number): Locator {
  const { day, minute } = weekTimeAt(atMs, SITE.zone)
  return panel(page).locator(`[data-spot="${(day + 6) % 7} ${Math.floor(minute / 30)}"]`)
}

/** Chooses one camera by the tree's search. */
async function chooseCamera(page: Page, name: string) {
  await panel(page).getByRole('searchbox', { name: 'Find a site or camera' }).fill(name)
  await place(page, name).click()
  await expect(place(page, name)).toHaveAttribute('aria-checked', 'true')
}

test('a rule is made by mouse, tried on what has happened, raises what it said and nothing else, and can be switched and deleted', async ({
  people,
  yard,
}) => {
  for (const hoursAgo of [3, 2, 1]) await yard.see({ event: 'motion' }, hoursAgo)
  await yard.see({ event: 'motion', chlIndex: 1 }, 1.5)
  const closedMs = await yard.see({ event: 'motion' }, 5)
  await yard.client.call(contactAdd, { name: 'Noor Visser', email: 'noor@harbor-logistics.example', phone: '010' })
  const page = await people.enter('/settings/alarmrules')
  await expect(page).toHaveURL(/\/user\/settings\/alarmrules\/general-alarm-rule$/)
  await expect(page.getByText('There are no alarm rules here yet.')).toBeVisible()
  await expectSoundEverywhere(page, 'no rules')
  await page.getByRole('button', { name: 'Add rule' }).last().click()

  await test.step('what is missing is said beside each field', async () => {
    await section(page, 'What raises an alarm').getByRole('button', { name: 'Motion' }).click()
    await section(page, 'When').getByRole('button', { name: 'Always' }).click()
    await panel(page).getByRole('button', { name: 'Add rule' }).click()
    await expect(panel(page).getByText('Fill this in.')).toBeVisible()
    await expect(panel(page).getByText('Choose at least one kind of event.')).toBeVisible()
    await expect(panel(page).getByText(/^Choose at least one site or camera/)).toBeVisible()
    await section(page, 'What raises an alarm').getByRole('button', { name: 'Motion' }).click()
    await panel(page).getByLabel('Name', { exact: true }).fill('Yard by day')
    await chooseCamera(page, YARD)
  })

  await test.step('the half hours in which it sleeps are taken away by a stroke', async () => {
    await expect(section(page, 'When')).toContainText('By the clocks of the site: Europe/Amsterdam.')
    const cell = halfHour(page, closedMs)
    await cell.scrollIntoViewIfNeeded()
    await expect(cell).toHaveAttribute('aria-selected', 'true')
    await cell.hover()
    await page.mouse.down()
    await page.mouse.up()
    await expect(cell).toHaveAttribute('aria-selected', 'false')
    await expect(section(page, 'When')).toContainText('167.5 hours a week')
  })

  await test.step('it is tried before it is saved, and again when it has changed', async () => {
    await section(page, 'Try it first').getByRole('button', { name: 'Try on the last 24 hours' }).click()
    await expect(outcome(page)).toContainText('Would have raised 3 alarms in the last 24 hours.')
    await expect(section(page, 'Try it first').getByRole('listitem')).toHaveCount(3)
    await expect(section(page, 'Try it first').locator('img')).toHaveCount(3)
    await deepStep('of another camera', async () => {
      await place(page, YARD).click()
      await panel(page).getByRole('searchbox', { name: 'Find a site or camera' }).fill('Yard')
      await place(page, 'Yard south').click()
      await expect(outcome(page)).toHaveText('The rule has changed since it was tried.')
      await section(page, 'Try it first').getByRole('button', { name: 'Try again' }).click()
      await expect(outcome(page)).toContainText('Would have raised 1 alarm in the last 24 hours.')
      await place(page, 'Yard south').click()
      await place(page, YARD).click()
    })
  })

  await test.step('its mails go to a contact and to another address', async () => {
    const told = section(page, 'Who is told, and how')
    await told.getByRole('combobox', { name: 'Add a contact' }).fill('noor')
    await page.getByRole('option', { name: /Noor Visser/ }).click()
    await told.getByLabel('Another address').fill('nobody')
    await told.getByRole('button', { name: 'Add', exact: true }).click()
    await expect(told).toContainText('Enter an e-mail address')
    await told.getByLabel('Another address').fill('duty@harbor-logistics.example')
    await told.getByLabel('Another address').press('Enter')
    await expect(told.getByRole('list', { name: 'Recipients' }).getByRole('listitem')).toHaveText([
      'noor@harbor-logistics.example',
      'duty@harbor-logistics.example',
    ])
    await told.getByLabel('At most one alarm of a camera every').selectOption('10')
    await told.getByLabel('It makes itself heard').selectOption('speech')
    await expectSoundEverywhere(page, 'a rule')
    await expectWholeTexts(page, 'a rule')
    await panel(page).getByRole('button', { name: 'Add rule' }).click()
    await expect(panel(page)).toBeHidden()
  })

  await test.step('it stands in the list, and raises what it said', async () => {
    await expect(row(page, 'Yard by day')).toContainText('Motion')
    await expect(row(page, 'Yard by day').getByRole('img', { name: '167.5 hours a week' })).toBeVisible()
    await expectSoundEverywhere(page, 'the rules')
    await yard.see({ event: 'person' })
    // In the very half hour that was taken away, however long the test has taken.
    await yard.seeAt(closedMs + 1, { event: 'motion' })
    await yard.see({ event: 'motion', chlIndex: 1 })
    const raisingMs = await yard.see({ event: 'motion' })
    await expect.poll(async () => (await yard.raisedBy('Yard by day')).map(({ startedAtMs }) => startedAtMs)).toEqual([raisingMs])
    const [alarm] = await yard.raisedBy('Yard by day')
    expect(alarm).toMatchObject({ kind: 'motion', chlIndex: 0, announce: 'speech' })
  })

  await test.step('it is switched off at once, and on again by taking that back', async () => {
    const toggle = row(page, 'Yard by day').getByRole('switch')
    await toggle.click()
    await expect(toggle).toHaveAttribute('aria-checked', 'false')
    await expect.poll(async () => (await yard.rule('Yard by day'))?.isEnabled).toBe(false)
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(toggle).toHaveAttribute('aria-checked', 'true')
    await expect.poll(async () => (await yard.rule('Yard by day'))?.isEnabled).toBe(true)
  })

  await deepStep('it is copied, and the copy begins as it is', async () => {
    await row(page, 'Yard by day').hover()
    await page.getByRole('button', { name: 'Duplicate “Yard by day”' }).click()
    await expect(panel(page).getByLabel('Name', { exact: true })).toHaveValue('Yard by day (2)')
    await panel(page).getByRole('button', { name: 'Add rule' }).click()
    await expect(page.getByRole('row', { name: /Yard by day \(2\)/ })).toBeVisible()
    const [{ ruleId: _one, name: _name, ...first }, { ruleId: _other, name: _copy, ...copy }] = (await yard.client.call(eventRuleList, {}))
      .rules as [AlarmRule, AlarmRule]
    expect(copy).toEqual(first)
    await page.getByRole('searchbox', { name: 'Search name' }).fill('(2)')
    await expect(page.getByRole('row')).toHaveCount(2)
    await page.getByRole('searchbox', { name: 'Search name' }).fill('')
  })

  await test.step('deleting it leaves the alarms', async () => {
    await page.getByRole('button', { name: 'Delete “Yard by day”' }).click()
    await expect(panel(page)).toContainText('Alarms that it has raised stay.')
    await panel(page).getByRole('button', { name: 'Delete' }).click()
    await expect(page.getByRole('row', { name: /^Yard by day(?! \(2\))/ })).toHaveCount(0)
    expect(await yard.raisedBy('Yard by day')).toHaveLength(1)
  })
})

test('rules of the other kinds are made by keyboard alone, and raise what they are for', { tag: '@deep' }, async ({ people, yard }) => {
  const before = await people.enter('/settings/alarmrules/general-alarm-rule')
  const begin = async (name: string, kind: string) => {
    await pressAt(before, before.getByRole('button', { name: 'Add rule' }).first())
    await typeAt(before, panel(before).getByLabel('Name', { exact: true }), name)
    await pressAt(before, panel(before).getByRole('group', { name: 'Kind of rule' }).getByRole('button', { name: kind, exact: true }))
  }
  const chooseSite = async () => {
    await tabTo(before, panel(before).getByRole('treeitem').first())
    const site = place(before, /Harbor Shop/).first()
    for (let presses = 0; presses < 8 && !(await site.evaluate((element) => element === document.activeElement)); presses += 1)
      await before.keyboard.press('ArrowDown')
    await before.keyboard.press('Space')
    await expect(site).toHaveAttribute('aria-checked', 'true')
  }
  const save = async () => {
    await pressAt(before, panel(before).getByRole('button', { name: 'Add rule' }))
    await expect(panel(before)).toBeHidden()
  }

  await test.step('AI: somebody with a hat, in hours painted by arrows and the space bar', async () => {
    await begin('Hats', 'AI')
    await pressAt(before, panel(before).getByRole('group', { name: /Hat$/ }).getByRole('button', { name: 'Yes' }))
    await chooseSite()
    await pressAt(before, panel(before).getByRole('button', { name: 'Weekends' }))
    await tabTo(before, panel(before).locator('[role="gridcell"][tabindex="0"]'))
    await before.keyboard.press('Home')
    await before.keyboard.press('PageUp')
    await before.keyboard.press('Shift+End')
    await before.keyboard.press('Shift+PageDown')
    await expect(section(before, 'When')).toContainText('Monday – Sunday, 00:00 – 24:00')
    await before.keyboard.press('Space')
    await expect(panel(before).getByRole('button', { name: 'Always' })).toHaveAttribute('aria-pressed', 'true')
    await save()
    await yard.see({ event: 'person', attributes: { hat: 'no' } })
    const atMs = await yard.see({ event: 'person', attributes: { hat: 'yes' } })
    await expect.poll(async () => (await yard.raisedBy('Hats')).map(({ startedAtMs }) => startedAtMs)).toEqual([atMs])
  })

  await test.step('a combination: a line crossed and a person within half a minute', async () => {
    await begin('Over the fence', 'Combination')
    await chooseSite()
    await save()
    expect((await yard.rule('Over the fence'))?.trigger).toEqual({
      kind: 'combination',
      conditions: [{ eventKind: 'person' }, { eventKind: 'line-crossing' }],
      withinS: 30,
    })
    await yard.see({ event: 'line-crossing', chlIndex: 1 }, 0.5)
    expect(await yard.raisedBy('Over the fence')).toEqual([])
    await yard.see({ event: 'line-crossing', chlIndex: 1 })
    await expect.poll(async () => (await yard.raisedBy('Over the fence')).length).toBe(1)
  })

  await test.step('health: the recorder that is lost, and not while the rule does not ask for it', async () => {
    await begin('Lost', 'Device health')
    await pressAt(before, panel(before).getByRole('button', { name: 'Camera offline' }))
    await chooseSite()
    await save()
    await yard.disconnect()
    await expect
      .poll(async () => (await yard.raisedBy('Lost')).map(({ kind, sn }) => [kind, sn]), { timeout: 40_000 })
      .toEqual([['device-offline', SN]])
    await yard.connect()
    await expect.poll(async () => (await yard.raisedBy('Lost'))[0]?.recoveredAtMs).not.toBeNull()
    const [lost] = await yard.raisedBy('Lost')
    const page = await people.enter(`/alerts?alarm=${lost?.alarmId}`)
    const recovered = page.getByRole('dialog').locator('dt', { hasText: /^Recovered$/ })
    await expect(recovered.locator('xpath=following-sibling::dd[1]')).toHaveText(/^after \d/)
  })

  await test.step('health of viewing stations: a screen that is away, a picture that stands still, and one that does not come', async () => {
    const page = await people.enter('/settings/alarmrules/general-alarm-rule')
    await page.getByRole('button', { name: 'Add rule' }).first().press('Enter')
    await panel(page).getByLabel('Name', { exact: true }).fill('Screens')
    await panel(page)
      .getByRole('group', { name: 'Kind of rule' })
      .getByRole('button', { name: 'Device health', exact: true })
      .press('Enter')
    // What is lost stands chosen at first.
    for (const kind of ['Device offline', 'Camera offline'])
      await panel(page).getByRole('button', { name: kind, exact: true }).press('Enter')
    for (const kind of [
      'Viewing station offline',
      'Picture of a viewing station stands still',
      'Viewing station has no picture of a camera',
    ])
      await panel(page).getByRole('button', { name: kind }).press('Enter')
    await place(page, /Harbor Shop/)
      .first()
      .press('Space')
    await panel(page).getByRole('button', { name: 'Add rule' }).press('Enter')
    await expect(panel(page)).toBeHidden()
    expect((await yard.rule('Screens'))?.trigger).toEqual({
      kind: 'device-health',
      healthKinds: ['station-offline', 'station-frozen', 'station-trouble'],
    })
    await expect(row(page, 'Screens')).toContainText('Viewing station offline')
  })
})

test('a rule about plates asks for a group, which leads to what is in it; a site administrator sees no vehicles', { tag: '@deep' }, async ({
  people,
  yard,
}) => {
  const { groupId } = await yard.client.call(plateGroupAdd, { groupName: 'Suppliers' })
  await yard.client.call(plateAdd, {
    groupId,
    plate: 'KV 482 T',
    vehicleType: 'van',
    brand: '',
    model: '',
    owner: 'Ada',
    phone: '',
    colour: '',
  })
  await yard.see({ event: 'plate', plate: 'KV-482-T' }, 2)
  await yard.see({ event: 'plate', plate: 'XX 1' }, 1)
  const page = await people.enter('/settings/alarmrules/general-vehicle')
  await page.getByRole('button', { name: 'Add rule' }).last().click()
  await panel(page).getByLabel('Name', { exact: true }).fill('Strangers')
  await chooseCamera(page, YARD)
  await panel(page).getByRole('button', { name: 'Not listed in' }).click()
  await panel(page).getByRole('button', { name: 'Add rule' }).click()
  await expect(panel(page).getByText('Choose at least one plate group.')).toBeVisible()
  await panel(page).getByRole('button', { name: 'Suppliers' }).click()
  await section(page, 'Try it first').getByRole('button', { name: 'Try on the last 24 hours' }).click()
  await expect(outcome(page)).toContainText('Would have raised 1 alarm')
  await expect(section(page, 'Try it first').getByRole('listitem')).toContainText('XX 1')

  await test.step('what was begun is there again after a reload', async () => {
    await page.reload()
    await expect(panel(page).getByLabel('Name', { exact: true })).toHaveValue('Strangers')
    await expect(panel(page).getByRole('button', { name: 'Suppliers' })).toHaveAttribute('aria-pressed', 'true')
    await expectSoundEverywhere(page, 'a vehicle rule')
    await panel(page).getByRole('button', { name: 'Add rule' }).click()
    await expect(row(page, 'Strangers')).toContainText('not listed in Suppliers')
  })

  await test.step('a plate that is listed raises nothing, another one does; bicycles are a kind of their own', async () => {
    await yard.see({ event: 'plate', plate: 'KV 482 T' })
    const atMs = await yard.see({ event: 'plate', plate: 'NEW 7' })
    await expect.poll(async () => (await yard.raisedBy('Strangers')).map(({ startedAtMs }) => startedAtMs)).toEqual([atMs])
    await row(page, 'Strangers').getByText('Strangers', { exact: true }).click()
    await panel(page).getByLabel('What is looked for', { exact: true }).selectOption('non-motor')
    await panel(page).getByRole('button', { name: 'Save' }).click()
    await expect(panel(page)).toBeHidden()
    expect((await yard.rule('Strangers'))?.trigger).toEqual({
      kind: 'ai',
      condition: { eventKind: 'vehicle', attributes: { vehicleType: ['bicycle', 'tricycle', 'motorcycle'] } },
    })
  })

  await test.step('the group has a page of its own', async () => {
    await page.goto(page.url().replace(/general-vehicle.*/, `group-detail?group=${groupId}`))
    await expect(page.getByRole('heading', { name: 'Suppliers' })).toBeVisible()
    await expect(page.getByRole('table', { name: 'Plates' })).toContainText('KV 482 T')
    await expectSoundEverywhere(page, 'a plate group')
  })

  await test.step('a site administrator has neither the page nor the kinds', async () => {
    const scope = { siteIds: [SITE.id], channels: [] }
    const rest = { isEnabled: true, schedule: always, alertIntervalS: 60 as const, emails: [], scope }
    await yard.client.call(eventRuleAddOrEdit, { ...rest, name: 'Vans', trigger: { kind: 'general', eventKinds: ['vehicle'] } })
    const other = await people.enter('/settings/alarmrules/general-alarm-rule', 'site-administrator')
    await expect(other.getByText('There are no alarm rules here yet.')).toBeVisible()
    await expect(other.getByRole('link', { name: 'General rules' })).toBeVisible()
    await expect(other.getByRole('link', { name: 'Vehicle rules' })).toHaveCount(0)
    await other.getByRole('button', { name: 'Add rule' }).last().click()
    const kinds = section(other, 'What raises an alarm')
    await expect(kinds.getByRole('button', { name: 'Motion' })).toBeVisible()
    await expect(kinds.getByRole('button', { name: 'Vehicle' })).toHaveCount(0)
    await kinds.getByRole('button', { name: 'AI' }).click()
    await expect(kinds.getByLabel('What is looked for', { exact: true }).locator('option')).toHaveText(['Person', 'Face'])
    await panel(other).getByRole('button', { name: 'Cancel' }).click()
    await other.goto(other.url().replace('general-alarm-rule', 'general-vehicle'))
    await expect(other.getByRole('alert')).toContainText('Vehicle rules')
    await expect(other.getByRole('table', { name: 'Vehicle rules' })).toHaveCount(0)
  })
})

test('on a telephone the week is painted by a finger, a day is copied, and an operator is told who sets rules', { tag: '@deep' }, async ({
  people,
  yard,
}) => {
  await yard.see({ event: 'motion' }, 1)
  const page = await people.enter('/settings/alarmrules/general-alarm-rule')
  await page.setViewportSize({ width: 390, height: 844 })
  await page.getByRole('button', { name: 'Add rule' }).last().click()
  await section(page, 'When').getByRole('button', { name: 'Weekends' }).click()
  const cells = panel(page).locator('[data-cells]')
  await cells.nth(2).evaluate((element) => element.scrollIntoView({ block: 'center' }))
  const box = await cells.nth(2).boundingBox()
  if (box === null) throw new Error('Wednesday is not there')
  const at = (share: number) => ({ x: box.x + box.width * share, y: box.y + box.height / 2 })
  const touch = await page.context().newCDPSession(page)
  const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', points: { x: number; y: number }[]) =>
    touch.send('Input.dispatchTouchEvent', { type, touchPoints: points })
  await send('touchStart', [at(0.251)])
  for (const share of [0.3, 0.4, 0.49]) await send('touchMove', [at(share)])
  await send('touchEnd', [])
  const wednesday = panel(page).getByRole('gridcell', { name: /^Wednesday/, selected: true })
  await expect(wednesday).toHaveCount(12)
  await expect(wednesday.first()).toHaveAccessibleName('Wednesday 06:00')
  // One day for others: what is painted of the rest stays.
  await panel(page).getByRole('button', { name: 'Wednesday: copy or clear' }).click()
  await page.getByRole('menuitem', { name: 'Copy to Monday to Friday' }).click()
  const ofDay = (day: string) => panel(page).getByRole('gridcell', { name: new RegExp(`^${day}`), selected: true })
  for (const day of ['Monday', 'Thursday', 'Friday']) {
    await expect(ofDay(day)).toHaveCount(12)
    await expect(ofDay(day).first()).toHaveAccessibleName(`${day} 06:00`)
  }
  await expect(ofDay('Saturday')).toHaveCount(48)
  await panel(page).getByRole('button', { name: 'Cancel' }).click()
  const operator = await people.enter('/settings/alarmrules/general-alarm-rule', 'site-operator')
  await expect(operator.getByText('Alarm rules are set by whoever may configure cameras.')).toBeVisible()
  await expect(operator.getByRole('button', { name: 'Add rule' })).toHaveCount(0)
  // Said once: the list that they are refused is no news.
  await expect(operator.getByText(/permission/)).toHaveCount(0)
})
