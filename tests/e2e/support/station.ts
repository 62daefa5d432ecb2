import { createCanvas, loadImage } from '@napi-rs/canvas'
import type { FrameLocator, Page } from '@playwright/test'
import { siteChannelList } from '#contract/calls/device/site-channel-list.ts'
import { eventRuleAddOrEdit } from '#contract/calls/event/event-rule-add-or-edit.ts'
import { eventRuleDelete } from '#contract/calls/event/event-rule-delete.ts'
import { stationPair } from '#contract/calls/station/station-pair.ts'
import { always } from '#contract/weekly-schedule.ts'
import { contrastIn } from '#tests/support/contrast.ts'
import type { ServiceClient } from '#tests/support/service-client.ts'
import { expect } from './test.ts'

/** What is seen on a viewing station: the page in the frame that is in front. */
export function screenIn(kiosk: Page): FrameLocator {
  return kiosk.frameLocator('iframe[data-shown]')
}

/** When the page that is seen began, epoch ms: another one for each. */
export function pageOfScreen(kiosk: Page): Promise<number> {
  return screenIn(kiosk)
    .locator('html')
    .evaluate(() => performance.timeOrigin)
}

/** Pairs the screen that shows its code there, as an administrator does. Answers its serial number. */
export async function pairScreen(kiosk: Page, admin: ServiceClient, name: string): Promise<string> {
  const code = screenIn(kiosk).locator('[data-code]')
  await expect(code).toHaveText(/^[A-Z2-9]{4}-[A-Z2-9]{4}$/)
  const { sn } = await admin.call(stationPair, { pairingCode: (await code.textContent()) ?? '', name, siteId: 'harbor-gate' })
  await expect(screenIn(kiosk).locator('[data-clock]')).toBeVisible()
  return sn
}

/** A camera of the demonstration, by its name. */
export async function cameraNamed(
  admin: ServiceClient,
  name: string,
): Promise<{ sn: string; chlIndex: number; channelName: string; siteName: string }> {
  const camera = (await admin.call(siteChannelList, {})).channels.find(({ channelName }) => channelName === name)
  if (camera === undefined) throw new Error(`There is no camera ${name}.`)
  return camera
}

/** Has intrusions before this camera raise alarms, until what it answers is called. */
export async function alarmOfIntrusion(
  admin: ServiceClient,
  { sn, chlIndex }: { sn: string; chlIndex: number },
): Promise<() => Promise<void>> {
  const { ruleId } = await admin.call(eventRuleAddOrEdit, {
    name: `Intrusion before ${sn}`,
    isEnabled: true,
    scope: { siteIds: [], channels: [{ sn, chlIndex }] },
    trigger: { kind: 'general', eventKinds: ['intrusion'] },
    schedule: always,
    alertIntervalS: 10,
    emails: [],
  })
  return async () => void (await admin.call(eventRuleDelete, { ruleId }))
}

const WIDTH = 320
const HEIGHT = 180

/**
 * Looks at every picture of this page that the browser draws from now on. The answer ends that, and gives the contrast of each, in order: one that is
 * blank has none.
 */
export async function watchContrast(page: Page): Promise<() => Promise<number[]>> {
  const session = await page.context().newCDPSession(page)
  const drawn: string[] = []
  session.on('Page.screencastFrame', ({ data, sessionId }) => {
    drawn.push(data)
    // A page that is closed needs no more of them.
    session.send('Page.screencastFrameAck', { sessionId }).catch(() => {})
  })
  await session.send('Page.startScreencast', { format: 'jpeg', quality: 70, maxWidth: WIDTH, maxHeight: HEIGHT })
  return async () => {
    await session.send('Page.stopScreencast')
    await session.detach()
    const contrasts: number[] = []
    for (const data of drawn) {
      const picture = await loadImage(Buffer.from(data, 'base64'))
      const context = createCanvas(picture.width, picture.height).getContext('2d')
      context.drawImage(picture, 0, 0)
      contrasts.push(contrastIn(context, { x: 0, y: 0, width: picture.width, height: picture.height }))
    }
    return contrasts
  }
}

/** Fails when one of these pictures shows far less than the first of them, as one with words only or with nothing does; a car that fills the gate takes half of it. */
export function expectNeverBlank(contrasts: readonly number[]): void {
  const [first = 0] = contrasts
  expect(first).toBeGreaterThan(20)
  expect(contrasts.length).toBeGreaterThan(20)
  expect(Math.min(...contrasts)).toBeGreaterThan(first / 3)
}
