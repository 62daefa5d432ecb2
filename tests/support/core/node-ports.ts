import { limits } from '#contract/limits.ts'
import type { Clock } from '#workers/core/ports.ts'
import { upload } from './node-upload.ts'
import type { TestProfile, TestPorts } from './test-ports.ts'

/** Node's own WebSocket takes the Origin header that a browser would send. */
type SocketWithHeaders = new (url: string, options: { headers: Record<string, string> }) => WebSocket

/** Where a core finds the service and the plugin. */
export interface Surroundings {
  /** Address by which the core reaches the service. */
  url: string
  /** Origin of the page, as sockets tell it. */
  origin: string
  /** Port of the plugin; nothing listens there unless given. */
  pluginPort?: number
  clock: Clock
}

/** Ports of a core that talks to a real service over Node's fetch and WebSocket, in a browser profile of the test. */
export function nodePorts(
  profile: TestProfile,
  { url, origin, pluginPort, clock }: Surroundings,
): Omit<TestPorts, 'clock'> & { clock: Clock } {
  const ports: TestPorts = profile.ports()
  const Socket = WebSocket as unknown as SocketWithHeaders
  return {
    ...ports,
    origin: url,
    clock,
    fetch: (address: string, init: RequestInit) => fetch(address, init),
    upload,
    openSocket: (address: string) => {
      const target = address.replace(`127.0.0.1:${limits.pluginPort}`, `127.0.0.1:${pluginPort ?? 1}`)
      return new Socket(target, { headers: { origin } })
    },
  }
}
