import { test as base, type Locator, type Page } from '@playwright/test'
import { freePort, Stack } from '#tests/support/stack.ts'
import { TcpProxy } from '#tests/support/tcp-proxy.ts'
import { expect } from './expect.ts'
import { lendPeople, type People, type SignedInPeople } from './signed-in.ts'

export { signIn } from './sign-in.ts'

/** Between the browser and the service: a line that can be slow, held up or cut, by this port. */
export interface Line {
  proxy: TcpProxy
  port: number
}

/** Tests against one running stack: service, simulator, bridge and plugin as real processes. Files with another stack put it in the place of this one. */
export const test = base.extend<{ people: People; line: Line }, { stack: Stack; signedIn: SignedInPeople }>({
  stack: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of the fixtures from this pattern
    async ({}, use) => {
      const stack = await Stack.start(['simulator', 'bridge', 'plugin'], { throughPort: await freePort() })
      await use(stack)
      await stack.close()
    },
    { scope: 'worker' },
  ],
  line: async ({ stack }, lend) => {
    const port = stack.throughPort
    if (port === undefined) throw new Error('This stack has no second way in.')
    const proxy = new TcpProxy(stack.port)
    await proxy.listen(port)
    await lend({ proxy, port })
    await proxy.close()
  },
  // oxlint-disable-next-line no-empty-pattern -- see above
  signedIn: [({}, use) => use(new Map()), { scope: 'worker' }],
  people: ({ browser, stack, signedIn, serviceWorkers }, use) => lendPeople({ browser, stack, serviceWorkers }, signedIn, use),
})

export { expect }

/** A window of the wall, counted from 1. */
export function windowOf(page: Page, number: number) {
  return page.locator(`[data-cell="${number - 1}"]`)
}

/** Opens the menu of a window's tools. */
export async function openTools(page: Page, number: number) {
  await windowOf(page, number).hover()
  await windowOf(page, number).getByRole('button', { name: 'Tools of the window' }).click()
  return windowOf(page, number).getByRole('menu')
}

/** Presses a tool of a window in its menu: an item, or one of several choices. */
export async function pressTool(page: Page, number: number, name: string): Promise<void> {
  const menu = await openTools(page, number)
  await menu
    .locator('[role^="menuitem"]')
    .filter({ hasText: new RegExp(`^${name}`) })
    .click()
  await expect(menu).toBeHidden()
}

/** A camera in the tree. */
export function cameraOf(page: Page, name: string) {
  return page.getByRole('treeitem', { name: new RegExp(`^(Online|Offline) ${name}( \\d+)?$`) })
}

export async function openCamera(page: Page, name: string): Promise<void> {
  await cameraOf(page, name).dblclick()
}

/** Drags with the mouse, as one puts a camera of the tree into a window. */
export async function dragTo(page: Page, from: Locator, to: Locator): Promise<void> {
  // The tree is longer than the screen, and a mouse reaches only what is on it; while the page comes together it moves, too.
  await from.hover()
  await page.mouse.down()
  const end = await to.boundingBox()
  if (end === null) throw new Error('Nothing to drag to.')
  await page.mouse.move(end.x + end.width / 2, end.y + end.height / 3, { steps: 8 })
  await page.mouse.move(end.x + end.width / 2, end.y + end.height / 2)
  await page.mouse.up()
}

/** Waits until the window plays. */
export async function expectLive(page: Page, number: number): Promise<void> {
  await expect(windowOf(page, number)).toHaveAttribute('data-state', 'playing')
}

/** Collects what the browser complains about: broken security policy, errors of scripts, failed chunks. */
export function watchComplaints(page: Page): string[] {
  const complaints: string[] = []
  page.on('pageerror', (error) => complaints.push(error.message))
  page.on('console', (message) => {
    // A call that fails because the network is cut is a test's wish, not a complaint.
    if (message.type() === 'error' && !message.text().includes('net::ERR')) complaints.push(message.text())
  })
  return complaints
}
