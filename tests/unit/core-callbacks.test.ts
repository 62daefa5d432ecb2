import { transferHandlers } from 'comlink'
import { expect, it } from 'vitest'
import { release } from '#workers/core/callbacks.ts'
import type { Ports } from '#workers/core/ports.ts'
import { Tabs } from '#workers/core/tabs.ts'

/** The function of a tab as it comes over its port, and the moment in which that is closed here. */
function callback(): { listener: () => void; closed: Promise<unknown> } {
  const { port1, port2 } = new MessageChannel()
  const closed = new Promise((resolve) => port1.addEventListener('close', resolve))
  port1.start()
  return { listener: transferHandlers.get('proxy')?.deserialize(port2) as () => void, closed }
}

it('the port of a tab that is gone is freed at once, though nobody answers at its other end', async () => {
  const { listener, closed } = callback()
  release(listener)
  await closed
  expect(() => release(undefined)).not.toThrow()
})

it('so is the one by which a tab listened that joins again', async () => {
  const locks = { request: () => new Promise(() => {}) }
  const tabs = new Tabs({ locks } as unknown as Ports, () => {})
  const tab = { tabId: 'a', lockName: 'tab a' }
  const { listener, closed } = callback()
  tabs.attach(tab, listener)
  tabs.attach(tab, () => {})
  await closed
  expect(tabs.count).toBe(1)
})
