import { isIPv4, isIPv6 } from 'node:net'

/** Octets and groups that name a network, not who is in it. */
const OCTETS = 3
const GROUPS = 3

/** Where somebody is, without who they are: the network of an address, `203.0.113.0/24` or `2001:db8:1::/48`. Empty when it is no address. */
export function maskedAddress(address: string): string {
  const [plain = ''] = address.split('%')
  const within4 = plain.replace(/^::ffff:(?=\d+\.)/i, '')
  if (isIPv4(within4)) return `${within4.split('.').slice(0, OCTETS).join('.')}.0/24`
  if (!isIPv6(plain)) return ''
  const [head = '', tail = ''] = plain.split('::')
  const groups = head.split(':').filter((group) => group !== '')
  const missing = plain.includes('::') ? Math.max(0, 8 - groups.length - tail.split(':').filter((group) => group !== '').length) : 0
  const whole = [...groups, ...Array.from({ length: missing }, () => '0'), ...tail.split(':').filter((group) => group !== '')]
  const network = whole.slice(0, GROUPS).map((group) => Number.parseInt(group, 16).toString(16))
  return `${network.join(':').replace(/(^|:)0(:0)*$/, '')}::/48`
}
