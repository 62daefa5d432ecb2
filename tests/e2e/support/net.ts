import { freePort, Stack } from '#tests/support/stack.ts'
import { TcpProxy } from '#tests/support/tcp-proxy.ts'
import { lendPeople } from './signed-in.ts'
import { test as base } from './test.ts'

/**
 * The network between this browser and the service, to be cut: a TCP proxy, of each test its own, in front of a stack without a plugin, which all
 * tests of a worker share. People come through it.
 */
export const test = base.extend<{ net: { stack: Stack; proxy: TcpProxy; port: number } }, { far: { stack: Stack; port: number } }>({
  far: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of the fixtures from this pattern
    async ({}, lend) => {
      const port = await freePort()
      const stack = await Stack.start(['simulator'], { throughPort: port })
      await lend({ stack, port })
      await stack.close()
    },
    { scope: 'worker' },
  ],
  stack: [({ far }, lend) => lend(far.stack), { scope: 'worker' }],
  net: async ({ far: { stack, port } }, lend) => {
    const proxy = new TcpProxy(stack.port)
    await proxy.listen(port)
    await lend({ stack, proxy, port })
    await proxy.close()
  },
  people: ({ browser, net: { stack, port }, signedIn, serviceWorkers }, lend) =>
    lendPeople({ browser, stack, port, serviceWorkers }, signedIn, lend),
})
