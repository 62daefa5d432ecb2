import { lookup as resolve, type LookupAddress } from 'node:dns'
import { BlockList, isIP, type LookupFunction } from 'node:net'
import { isLoopbackHost } from '#contract/loopback.ts'

/**
 * Everything that is no address of the network at large (the registries of RFC 6890 and its updates). A list for each protocol: one for both would take
 * all of the older one for what is mapped into the newer.
 */
const special = { ipv4: new BlockList(), ipv6: new BlockList() }
const v4 =
  '0.0.0.0/8 10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 169.254.0.0/16 172.16.0.0/12 192.0.0.0/24 192.0.2.0/24 192.88.99.0/24 192.168.0.0/16'
const more4 = '198.18.0.0/15 198.51.100.0/24 203.0.113.0/24 224.0.0.0/4 240.0.0.0/4'
/** Those too that hold an address of the older protocol, which may be any of the above. */
const v6 =
  '::/96 ::ffff:0:0/96 64:ff9b::/96 64:ff9b:1::/48 100::/64 2001::/23 2001:db8::/32 2002::/16 5f00::/16 fc00::/7 fe80::/10 fec0::/10 ff00::/8'
for (const net of `${v4} ${more4}`.split(' ')) addTo('ipv4', net)
for (const net of v6.split(' ')) addTo('ipv6', net)

function addTo(kind: 'ipv4' | 'ipv6', net: string): void {
  const [address = '', prefix] = net.split('/')
  special[kind].addSubnet(address, Number(prefix), kind)
}

/** Whether an address (`93.184.216.34`, `2606:2800::1`) is one of the network at large: not of this machine, of a network behind it, or of no machine. */
export function isPublicAddress(address: string): boolean {
  const version = isIP(address)
  const kind = version === 4 ? 'ipv4' : 'ipv6'
  return version !== 0 && !special[kind].check(address, kind)
}

/**
 * Whether a question may be sent to an address that somebody gave us: https, without a name and password in it, and no address of a private
 * network. `mayBeHere`: this machine is all right, by http too. What a name stands for is known only when it is asked: `publicLookup`.
 */
export function mayAsk(address: string, mayBeHere: boolean): boolean {
  const url = URL.parse(address)
  if (url === null || url.username !== '' || url.password !== '') return false
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1')
  if (mayBeHere && isLoopbackHost(host)) return url.protocol === 'https:' || url.protocol === 'http:'
  if (url.protocol !== 'https:' || isLoopbackHost(host)) return false
  return isIP(host) === 0 ? host.includes('.') : isPublicAddress(host)
}

/**
 * Looks a name up for a connection, which then goes to that very address: a name that stands for a private address, were it only now and then, is not
 * connected to. `mayBeHere` as above. It is not asked about addresses that are numbers already.
 */
export function publicLookup(mayBeHere: boolean): LookupFunction {
  return (host, options, done) => {
    resolve(host, { ...options, all: true }, (fault, found: LookupAddress[]) => {
      const isGood = ({ address }: LookupAddress) => isPublicAddress(address) || (mayBeHere && isLoopbackHost(address))
      const [first] = found ?? []
      if (fault === null && first !== undefined && found.every(isGood)) {
        if (options.all === true) done(null, found)
        else done(null, first.address, first.family)
        return
      }
      const refused = fault ?? Object.assign(new Error(`${host} is no name of the network at large`), { code: 'EPRIVATE' })
      done(refused, options.all === true ? [] : '', 0)
    })
  }
}
