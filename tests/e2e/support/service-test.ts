import { Stack } from '#tests/support/stack.ts'
import { test as base } from './test.ts'

/** Tests against one running service without cameras and plugin, of its own: what they change of people and branding disturbs no other test. */
export const test = base.extend<object, { stack: Stack }>({
  stack: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of the fixtures from this pattern
    async ({}, use) => {
      const stack = await Stack.start([])
      await use(stack)
      await stack.close()
    },
    { scope: 'worker' },
  ],
})
