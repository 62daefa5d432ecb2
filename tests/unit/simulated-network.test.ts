import { describe, expect, test } from 'vitest'
import { networkSettings } from '#contract/device-settings.ts'
import { leaseOf, reachesRouter } from '#device/simulator/state/network.ts'

const SN = 'SLTEST000001'
const lease = leaseOf(SN)
const net = lease.gateway.replace(/\.1$/, '')
const fixed = { ...lease, isDhcp: false }

describe('a simulated device', () => {
  test('is given an address of its network, the same each time', () => {
    expect(networkSettings.safeParse(lease).success).toBe(true)
    expect(leaseOf(SN)).toEqual(lease)
    expect(reachesRouter(SN, lease)).toBe(true)
  })

  test.each([
    ['another address of its network', { ip: `${net}.250` }, true],
    ['a smaller subnet that holds both', { ip: `${net}.9`, subnetMask: '255.255.255.240' }, true],
    ['whatever name server', { dns: '9.9.9.9' }, true],
    ['the address of the router', { ip: lease.gateway }, false],
    ['the address for all', { ip: `${net}.255` }, false],
    ['the address of the net itself', { ip: `${net}.0` }, false],
    ['a router that is not there', { gateway: `${net}.254` }, false],
    ['another network', { ip: '10.0.0.9', gateway: '10.0.0.1' }, false],
    ['the network next to it', { ip: '192.168.99.9', subnetMask: '255.255.0.0' }, false],
  ])('with %s', (_what, change, isThere) => {
    expect(reachesRouter(SN, { ...fixed, ...change })).toBe(isThere)
  })
})
