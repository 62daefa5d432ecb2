import { freePort, Stack } from '#tests/support/stack.ts'
import { test as net } from './net.ts'

/** A service that has seen a month, behind a network that can be cut. Files share it: what it has seen takes longer to make than it takes to start. */
export const test = net.extend<object, { far: { stack: Stack; port: number } }>({
  far: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of the fixtures from this pattern
    async ({}, lend) => {
      const port = await freePort()
      const stack = await Stack.start(['simulator'], { throughPort: port, hasHistory: true })
      await lend({ stack, port })
      await stack.close()
    },
    { scope: 'worker' },
  ],
})
