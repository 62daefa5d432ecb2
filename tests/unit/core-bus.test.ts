import { expose, releaseProxy, wrap } from 'comlink'
import { expect, it } from 'vitest'
import { quietOnceClosed } from '#contract/core-host.ts'

it('a tab that has left the bus is let go without a complaint, though its core still answers and it still takes leave', async () => {
  const [here, there] = [quietOnceClosed(new BroadcastChannel('core-bus')), quietOnceClosed(new BroadcastChannel('core-bus'))]
  const { promise: answer, resolve: answerLate } = Promise.withResolvers<string>()
  expose({ early: () => 'early', late: () => answer }, there)
  const remote = wrap<{ early: () => string; late: () => string }>(here)
  expect(await remote.early()).toBe('early')
  void remote.late()
  expect(await remote.early()).toBe('early')
  for (const end of [here, there]) end.close()
  answerLate('late')
  remote[releaseProxy]()
  // A complaint is one that nobody catches: it fails the test.
  await new Promise((resolve) => setImmediate(resolve))
})
