import { test as base } from '@playwright/test'
import { freePort, Stack } from '#tests/support/stack.ts'
import { TcpProxy } from '#tests/support/tcp-proxy.ts'

/** The network between this browser and the service, to be cut: a TCP proxy in front of a stack without a plugin. */
export const test = base.extend<{ net: { stack: Stack; proxy: TcpProxy; port: number } }>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of the fixtures from this pattern
  net: async ({}, lend) => {
    const port = await freePort()
    const stack = await Stack.start(['simulator'], { throughPort: port })
    const proxy = new TcpProxy(stack.port)
    await proxy.listen(port)
    await lend({ stack, proxy, port })
    await proxy.close()
    await stack.close()
  },
})
