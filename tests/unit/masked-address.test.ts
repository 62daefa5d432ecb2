import { expect, test } from 'vitest'
import { maskedAddress } from '#server/http/masked-address.ts'

test.each([
  ['203.0.113.77', '203.0.113.0/24'],
  ['::ffff:203.0.113.77', '203.0.113.0/24'],
  ['::FFFF:10.1.2.3', '10.1.2.0/24'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1::/48'],
  ['2001:db8::7', '2001:db8::/48'],
  ['2001:0db8:0000:00ff::1', '2001:db8::/48'],
  ['fe80::1ff:fe23:4567:890a%eth0', 'fe80::/48'],
  ['::1', '::/48'],
  ['0:0:5:1::', '0:0:5::/48'],
  ['no address', ''],
  ['', ''],
])('%s is in %s', (address, network) => expect(maskedAddress(address)).toBe(network))
