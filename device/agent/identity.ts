import { createHmac, randomInt, scrypt } from 'node:crypto'
import { promisify } from 'node:util'
import { deviceKeyCost } from '#contract/device-gateway.ts'

/** No letter beside the digit that it is read for. */
const SERIAL_CHARACTERS = 'ABCDEFGHJKLMNPQRSTUVWXYZ0123456789'
const CODE_CHARACTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ23456789'

function draw(characters: string, length: number): string {
  return Array.from({ length }, () => characters[randomInt(characters.length)]).join('')
}

/** A new serial number and the security code that goes with it. */
export function drawIdentity(): { sn: string; securityCode: string } {
  return { sn: `SL${draw(SERIAL_CHARACTERS, 10)}`, securityCode: draw(CODE_CHARACTERS, 12) }
}

const deriveKey = promisify<string, string, number, { N: number; r: number; p: number }, Buffer>(scrypt)

/** The key that a device signs with, hex (see `contract/device-gateway.ts`). */
export async function deviceKey(sn: string, securityCode: string): Promise<string> {
  const { bytes, ...cost } = deviceKeyCost
  return (await deriveKey(securityCode, sn, bytes, cost)).toString('hex')
}

/** Answer to the service's challenge, hex. */
export function proofOf(key: string, nonce: string): string {
  return createHmac('sha256', Buffer.from(key, 'hex')).update(nonce).digest('hex')
}
