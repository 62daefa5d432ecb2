import { transferHandlers } from 'comlink'
import { expect, it } from 'vitest'
import { release } from '#workers/core/callbacks.ts'

it('the port of a tab that is gone is freed at once, though nobody answers at its other end', async () => {
  const { port1, port2 } = new MessageChannel()
  const closed = new Promise((resolve) => port1.addEventListener('close', resolve))
  port1.start()
  const callback = transferHandlers.get('proxy')?.deserialize(port2)
  release(callback as () => void)
  await closed
  expect(() => release(undefined)).not.toThrow()
})
