import type { Page } from '@playwright/test'
import { Deployments } from '#tests/support/deployments.ts'
import { freePort, Stack } from '#tests/support/stack.ts'
import { TcpProxy } from '#tests/support/tcp-proxy.ts'
import { expect } from './expect.ts'
import { releaseOf } from './tab-life.ts'

/** Longer than a page waits for the new version's taking over before it gets that version past the service worker. */
const TAKEN_OVER_MS = 40_000

/** A stack whose app is deployed anew while it runs; `line` leads to it too, by `port`, and can stand still. */
export interface Deployed {
  stack: Stack
  releases: Deployments
  line: TcpProxy
  port: number
}

/** Starts one, lends it to all tests of a worker, and ends it. */
export async function lendDeployed(lend: (deployed: Deployed) => Promise<void>): Promise<void> {
  const releases = new Deployments()
  const port = await freePort()
  const stack = await Stack.start(['simulator', 'plugin'], { throughPort: port, distFolder: releases.folder })
  const line = new TcpProxy(stack.port)
  await line.listen(port)
  await lend({ stack, releases, line, port })
  await line.close()
  await stack.close()
  releases.remove()
}

/** Deploys the next release and has the browser find it, as it would after a while. Gives its number. */
export async function deploy(releases: Deployments, tab: Page): Promise<number> {
  const release = releases.next()
  // Not by `ready`, which Chromium 156 never settles where a page has come past the service worker.
  const find = () =>
    tab.evaluate(async () => {
      const registration = await navigator.serviceWorker.getRegistration()
      if (!registration?.active) return false
      await registration.update()
      return true
    })
  await expect.poll(find).toBe(true)
  return release
}

/** Deploys three releases that this page does not hear of. */
export async function deployUnseen(page: Page, stack: Stack, releases: Deployments): Promise<void> {
  for (let count = 0; count < 3; count += 1) {
    releases.next()
    // Somebody uses it: the service has kept it when the page is there.
    expect((await page.request.get(stack.address('/live'), { headers: { accept: 'text/html' } })).status()).toBe(200)
  }
}

/** The offer to have it. */
export const offer = (tab: Page) => tab.getByRole('button', { name: 'Reload' })

/** Waits until the tab has this release. */
export async function expectRelease(tab: Page, release: number): Promise<void> {
  await expect.poll(() => releaseOf(tab), { timeout: TAKEN_OVER_MS }).toBe(release)
}
