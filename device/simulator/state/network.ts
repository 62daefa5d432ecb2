import { bitsOf, type NetworkSettings } from '#contract/device-settings.ts'
import { drawn } from './drawn.ts'

/** What the network that a simulated device hangs in gives to whoever asks it for an address: one of three, each with its own router. */
export function leaseOf(sn: string): NetworkSettings {
  const net = `192.168.${20 + drawn(sn, 'net', 3)}`
  return {
    isDhcp: true,
    ip: `${net}.${10 + drawn(sn, 'host', 200)}`,
    subnetMask: '255.255.255.0',
    gateway: `${net}.1`,
    dns: `${net}.1`,
  }
}

/** Whether a device with these settings gets to the router of its network, and by it to the service. */
export function reachesRouter(sn: string, { isDhcp, ip, gateway }: NetworkSettings): boolean {
  if (isDhcp) return true
  const lease = leaseOf(sn)
  const mask = bitsOf(lease.subnetMask)
  const host = bitsOf(ip) & ~mask
  const isInNet = ((bitsOf(ip) ^ bitsOf(lease.gateway)) & mask) === 0
  // The net's own address and the one for all are nobody's, and the router has its own.
  return isInNet && gateway === lease.gateway && ip !== gateway && host !== 0 && host !== ~mask
}
