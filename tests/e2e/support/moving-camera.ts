import type { Page } from '@playwright/test'
import { ptzEdit } from '#contract/calls/device/ptz-edit.ts'
import { ptzExecute } from '#contract/calls/device/ptz-execute.ts'
import { ptzGet } from '#contract/calls/device/ptz-get.ts'
import { siteChannelList } from '#contract/calls/device/site-channel-list.ts'
import { PTZ_FUNCTION, type PtzAct, type PtzEdit, type PtzState } from '#contract/ptz.ts'
import { ServiceClient } from '#tests/support/service-client.ts'
import type { Stack } from '#tests/support/stack.ts'
import { expect, expectLive, openCamera, windowOf } from './test.ts'

export const CAMERA = 'Parking – visitors'
/** What it does takes tenths of a second. */
const LOOKS_MS = [50]

/** The camera of the demonstration that moves, asked beside the page. */
export class MovingCamera {
  readonly #client: ServiceClient
  readonly #place: { sn: string; chlIndex: number }

  private constructor(client: ServiceClient, place: { sn: string; chlIndex: number }) {
    this.#client = client
    this.#place = place
  }

  static async find(stack: Stack): Promise<MovingCamera> {
    const client = await new ServiceClient(`http://localhost:${stack.port}`).signIn(stack.user())
    const { channels } = await client.call(siteChannelList, {})
    const found = channels.find(({ capability }) => capability.supportFun.includes(PTZ_FUNCTION))
    if (found === undefined) throw new Error('No camera moves.')
    const { sn, chlIndex } = found
    return new MovingCamera(client, { sn, chlIndex })
  }

  async state(): Promise<PtzState> {
    return this.#client.call(ptzGet, this.#place)
  }

  async status(): Promise<PtzState['status']> {
    return (await this.state()).status
  }

  /** Looks again and again what the camera does, until what is read from that is as expected. */
  expect(read: (status: PtzState['status']) => unknown): ReturnType<typeof expect.poll> {
    return expect.poll(async () => read(await this.status()), { intervals: LOOKS_MS })
  }

  async act(act: PtzAct): Promise<void> {
    await this.#client.call(ptzExecute, { ...this.#place, act })
  }

  async edit(edit: PtzEdit): Promise<void> {
    await this.#client.call(ptzEdit, { ...this.#place, edit })
  }

  /** Goes to a preset, and waits until it is there. */
  async goTo(index: number): Promise<void> {
    await this.act({ act: 'preset-go', index })
    await this.untilStill()
  }

  async untilStill(): Promise<void> {
    await this.expect(({ doing }) => doing).toBe('still')
  }
}

/** Puts the camera on the wall in a tab of somebody who is signed in, and opens its panel by keyboard. */
export async function openPanel(page: Page, stack: Stack, camera: MovingCamera): Promise<void> {
  await camera.goTo(1)
  await page.goto(stack.address('/live?split=1'))
  await openCamera(page, CAMERA)
  await expectLive(page, 1)
  await windowOf(page, 1).focus()
  await page.keyboard.press('p')
  await expect(panelOf(page)).toBeVisible()
  await expect(doingIn(page)).toContainText('Still')
}

export const panelOf = (page: Page) => page.getByRole('complementary', { name: `PTZ of ${CAMERA}` })

/** The line that says what the camera does. */
export const doingIn = (page: Page) => panelOf(page).locator('> [role="status"]')
