import { isIPv6 } from 'node:net'

/**
 * The network whose owner an address is of: it itself, or, of IPv6, the first 64 bits, of which one household has 2^64 addresses
 * (`2001:db8:1:2::/64`). An older address inside a newer one (`::ffff:192.0.2.1`) is the older one.
 */
export function networkOf(address: string): string {
  const older = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1]
  if (older !== undefined) return older
  if (!isIPv6(address)) return address
  const [head = '', tail] = (address.split('%')[0] ?? '').toLowerCase().split('::')
  const groups = (text: string) => (text === '' ? [] : text.split(':'))
  // Four digits and four more stand for the last 32 bits when they are written as an older address.
  const last = groups(tail ?? '').flatMap((group) => (group.includes('.') ? ['0', '0'] : [group]))
  const first = groups(head)
  const zeros = tail === undefined ? 0 : Math.max(0, 8 - first.length - last.length)
  const all = [...first, ...Array.from({ length: zeros }, () => '0'), ...last]
  return `${all
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')}::/64`
}
