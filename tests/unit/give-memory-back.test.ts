import { setImmediate as turn } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, onTestFinished, test } from 'vitest'
import { giveMemoryBack } from '#shared/give-memory-back.ts'

test.each(['garbage', 'all'] as const)('what a screen has thrown away is gone when it gives %s back', async (what) => {
  setFlagsFromString('--expose-gc')
  globalThis.gc = runInNewContext('gc') as typeof globalThis.gc
  onTestFinished(() => void delete globalThis.gc)
  const thrown = new WeakRef({ picture: new Uint8Array(1_000) })
  // It is held until the end of the turn in which it was made.
  await turn()
  expect(thrown.deref()).toBeDefined()
  await turn()
  await giveMemoryBack(what)
  expect(thrown.deref()).toBeUndefined()
})

test('where a browser was not told to let it nothing happens', async () => {
  delete globalThis.gc
  await expect(giveMemoryBack('all')).resolves.toBeUndefined()
})
