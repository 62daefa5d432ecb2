import { expect, test } from 'vitest'
import { isPublicAddress, publicLookup } from '#server/http/public-address.ts'

const lookUp = (name: string, mayBeHere: boolean, all: boolean) =>
  new Promise<unknown>((resolve) => {
    publicLookup(mayBeHere)(name, { all }, (fault, found) => resolve(fault?.code ?? found))
  })

test('addresses of this machine, of networks behind it and of no machine are told from those of the network at large', () => {
  const isPublic = ['93.184.216.34', '8.8.8.8', '172.32.0.1', '192.167.255.255', '2606:2800:220:1::1', '2a00:1450::1']
  const isNot = [
    '127.0.0.1',
    '0.0.0.0',
    '10.0.0.1',
    '100.64.0.1',
    '169.254.169.254',
    '172.16.0.1',
    '172.31.255.255',
    '192.168.1.1',
    '224.0.0.1',
  ]
  const isNeither = [
    '::',
    '::1',
    '::ffff:10.0.0.1',
    '::ffff:8.8.8.8',
    '64:ff9b::a00:1',
    'fc00::1',
    'fdff::1',
    'fe80::1',
    'ff02::1',
    '2002:a00:1::',
    'x',
    '',
  ]
  for (const address of isPublic) expect(isPublicAddress(address), address).toBe(true)
  for (const address of [...isNot, ...isNeither]) expect(isPublicAddress(address), address).toBe(false)
})

test('a name that stands for this machine is not connected to, unless that is all right', async () => {
  expect(await lookUp('localhost', false, true)).toBe('EPRIVATE')
  expect(await lookUp('localhost', false, false)).toBe('EPRIVATE')
  expect(await lookUp('localhost', true, true)).not.toBe('EPRIVATE')
})
