import { networkInterfaces } from 'node:os'
import * as z from 'zod/mini'
import { bitsOf, networkSettings, type NetworkSettings } from '#contract/device-settings.ts'
import type { OnvifClient } from './client.ts'
import { OnvifError } from './fault.ts'
import { askOnvif, element } from './tree.ts'

/**
 * What a camera may tell of its addresses: while they are changed, one after the other, its gateway may be missing or outside of its subnet. Only
 * `soundNetwork` says that they fit together.
 */
const toldNetwork = z.extend(z.object(networkSettings.shape), { gateway: z.string(), dns: z.string() })

/** The addresses of a camera, and the interface of its that has them. */
interface CameraNetwork {
  settings: NetworkSettings
  /** The network tells it where to ask for names. */
  isDnsByDhcp: boolean
  interfaceToken: string
}

/** As the camera tells them, whether they fit together or not. Throws `OnvifError`. */
export async function readNetwork(client: OnvifClient): Promise<CameraNetwork> {
  const interfaces = (await askOnvif(client, 'device', 'GetNetworkInterfaces')).all('networkInterfaces')
  const used = interfaces.find((one) => one.get('enabled').text === 'true') ?? interfaces[0]
  const config = used?.get('IPv4', 'config')
  const isDhcp = config?.get('DHCP').text === 'true'
  const address = (isDhcp ? config.all('fromDHCP')[0] : undefined) ?? config?.all('manual')[0] ?? config?.all('linkLocal')[0]
  const gateway = (await askOnvif(client, 'device', 'GetNetworkDefaultGateway')).get('networkGateway', 'IPv4Address').text
  const dns = (await askOnvif(client, 'device', 'GetDNS')).get('DNSInformation')
  const server = [...dns.all('DNSFromDHCP'), ...dns.all('DNSManual')].map((one) => one.get('IPv4Address').text).find(Boolean)
  const told = {
    isDhcp,
    ip: address?.get('address').text,
    subnetMask: maskOf(address?.get('prefixLength').number ?? 24),
    gateway,
    dns: server ?? gateway,
  }
  const isDnsByDhcp = dns.get('fromDHCP').text === 'true'
  return { settings: parseNetwork(toldNetwork, told, client), isDnsByDhcp, interfaceToken: used?.attribute('token') ?? '' }
}

/** The addresses of a camera as they can be shown and set. Throws `OnvifError`. */
export async function soundNetwork(client: OnvifClient): Promise<CameraNetwork> {
  const network = await readNetwork(client)
  return { ...network, settings: parseNetwork(networkSettings, network.settings, client) }
}

function parseNetwork(schema: z.ZodMiniType<NetworkSettings>, told: unknown, client: OnvifClient): NetworkSettings {
  const parsed = schema.safeParse(told)
  if (parsed.success) return parsed.data
  throw new OnvifError('protocol', `the network settings of ${client.address.label} make no sense`)
}

/**
 * Gives a camera its address, or has it ask the network for one; it is there at once, or once it was restarted, which it is told. Answers whether it
 * was. What is lost is the answer: the camera may have gone to its new address before it was sent.
 */
export async function setAddress(
  client: OnvifClient,
  interfaceToken: string,
  { isDhcp, ip, subnetMask }: NetworkSettings,
): Promise<boolean> {
  const manual = isDhcp ? '' : `<tt:Manual>${element('tt:Address', ip)}${element('tt:PrefixLength', prefixOf(subnetMask))}</tt:Manual>`
  const ipv4 = `<tt:IPv4>${element('tt:Enabled', 'true')}${manual}${element('tt:DHCP', String(isDhcp))}</tt:IPv4>`
  const content = `${element('InterfaceToken', interfaceToken)}<NetworkInterface>${element('tt:Enabled', 'true')}${ipv4}</NetworkInterface>`
  try {
    const answer = await askOnvif(client, 'device', 'SetNetworkInterfaces', content)
    if (answer.get('rebootNeeded').text !== 'true') return false
  } catch (error) {
    if (!(error instanceof OnvifError) || !isGone.has(error.fault.kind)) throw error
    return false
  }
  // It has taken the address, and may go there whatever it says to this.
  await askOnvif(client, 'device', 'SystemReboot').catch((error: unknown) => {
    if (!(error instanceof OnvifError)) throw error
  })
  return true
}

const isGone: ReadonlySet<string> = new Set(['lost', 'timeout', 'refused', 'unreachable'])

/** Gives a camera its way out and where it asks for names, where it has others; under DHCP the network does. */
export async function setWays(
  client: OnvifClient,
  { settings: has, isDnsByDhcp }: Pick<CameraNetwork, 'settings' | 'isDnsByDhcp'>,
  { isDhcp, gateway, dns }: NetworkSettings,
): Promise<void> {
  if (!isDhcp && has.gateway !== gateway) await askOnvif(client, 'device', 'SetNetworkDefaultGateway', element('IPv4Address', gateway))
  if (isDhcp === isDnsByDhcp && (isDhcp || has.dns === dns)) return
  const manual = isDhcp ? '' : `<DNSManual>${element('tt:Type', 'IPv4')}${element('tt:IPv4Address', dns)}</DNSManual>`
  await askOnvif(client, 'device', 'SetDNS', `${element('FromDHCP', String(isDhcp))}${manual}`)
}

/** Whether a camera has the address that was wished. */
export function hasAddress(has: NetworkSettings, { isDhcp, ip, subnetMask }: NetworkSettings): boolean {
  return has.isDhcp === isDhcp && (isDhcp || (has.ip === ip && has.subnetMask === subnetMask))
}

/** Whether a camera has all that was wished. Under DHCP the addresses are those that the network gave it, once it gave all of them. */
export function hasWish(has: NetworkSettings, wanted: NetworkSettings): boolean {
  if (wanted.isDhcp) return has.isDhcp && networkSettings.safeParse(has).success
  return hasAddress(has, wanted) && has.gateway === wanted.gateway && has.dns === wanted.dns
}

/**
 * Whether we shall get to an address from here, and back: it is in the network that the camera is reached in now, or in one that this machine is in,
 * both by the mask of that and by its own.
 */
export function isNear({ ip, subnetMask }: NetworkSettings, before: NetworkSettings): boolean {
  const near = (to: string, mask: string) => isWithin(ip, to, mask) && isWithin(ip, to, subnetMask)
  if (near(before.ip, before.subnetMask)) return true
  const own = Object.values(networkInterfaces()).flatMap((addresses = []) => addresses.filter(({ family }) => family === 'IPv4'))
  return own.some(({ address, netmask }) => near(address, netmask))
}

/** Whether a device can have this address: it is neither that of the whole subnet, nor that of all in it, nor the gateway's. */
export function canHave({ ip, subnetMask, gateway }: NetworkSettings): boolean {
  const hosts = ~bitsOf(subnetMask)
  const host = bitsOf(ip) & hosts
  return ip !== gateway && host !== 0 && host !== hosts
}

const isWithin = (one: string, other: string, mask: string) => ((bitsOf(one) ^ bitsOf(other)) & bitsOf(mask)) === 0

function maskOf(prefixLength: number): string {
  const bits = prefixLength === 0 ? 0 : (~0 << (32 - prefixLength)) >>> 0
  return [24, 16, 8, 0].map((shift) => (bits >>> shift) & 255).join('.')
}

function prefixOf(subnetMask: string): number {
  return bitsOf(subnetMask).toString(2).replaceAll('0', '').length
}
