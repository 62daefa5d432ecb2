import { isIPv4, isIPv6 } from 'node:net'

const OLDER = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i

/**
 * The network whose owner an address is of: it itself, or, of IPv6, the first 64 bits, of which one household has 2^64 addresses
 * (`2001:db8:1:2::/64`). An older address inside a newer one (`::ffff:192.0.2.1`) is the older one.
 */
export function networkOf(address: string): string {
  const older = OLDER.exec(address)?.[1]
  if (older !== undefined) return older
  return isIPv6(address) ? `${firstGroups(address, 4)}::/64` : address
}

/**
 * The larger network around an address, or around a network as above, which one owner may have as a whole: the first 48 bits of IPv6, 24 of an older address
 * (`192.0.2.0/24`).
 */
export function widerNetworkOf(place: string): string {
  const [address = ''] = place.split('/')
  const network = networkOf(address)
  if (isIPv6(address) && network.includes(':')) return `${firstGroups(address, 3)}::/48`
  return isIPv4(network) ? `${network.slice(0, network.lastIndexOf('.'))}.0/24` : network
}

/** So many groups of 16 bits from the beginning of an IPv6 address. */
function firstGroups(address: string, count: number): string {
  const [head = '', tail] = (address.split('%')[0] ?? '').toLowerCase().split('::')
  const groups = (text: string) => (text === '' ? [] : text.split(':'))
  // Four digits and four more stand for the last 32 bits when they are written as an older address.
  const last = groups(tail ?? '').flatMap((group) => (group.includes('.') ? ['0', '0'] : [group]))
  const first = groups(head)
  const zeros = tail === undefined ? 0 : Math.max(0, 8 - first.length - last.length)
  const all = [...first, ...Array.from({ length: zeros }, () => '0'), ...last]
  return all
    .slice(0, count)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')
}
