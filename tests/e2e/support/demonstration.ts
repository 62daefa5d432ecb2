import { Stack } from '#tests/support/stack.ts'
import { test as base } from './test.ts'

/** The demonstration as after the first `npm start`: it has bought, and every table has something to show. Files share it, and leave it fit for the next. */
export const test = base.extend<object, { shop: Stack }>({
  shop: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of the fixtures from this pattern
    async ({}, lend) => {
      const stack = await Stack.start(['simulator'], { hasHistory: true })
      await lend(stack)
      await stack.close()
    },
    { scope: 'worker' },
  ],
})
