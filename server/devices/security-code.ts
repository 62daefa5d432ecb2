import { scrypt, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import { deviceKeyCost } from '#contract/device-gateway.ts'

const derive = promisify<string, string, number, { N: number; r: number; p: number }, Buffer>(scrypt)

/** The gateway key (hex) of a device, as it makes it from its security code. */
export async function keyOfSecurityCode(securityCode: string, sn: string): Promise<string> {
  const { N, r, p, bytes } = deviceKeyCost
  return (await derive(securityCode, sn, bytes, { N, r, p })).toString('hex')
}

/** Whether this is the security code of the device with this serial number and key (hex). */
export async function isSecurityCode(securityCode: string, sn: string, keyHex: string): Promise<boolean> {
  const expected = Buffer.from(keyHex, 'hex')
  const found = Buffer.from(await keyOfSecurityCode(securityCode, sn), 'hex')
  return found.byteLength === expected.byteLength && timingSafeEqual(found, expected)
}
