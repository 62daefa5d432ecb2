import { createHmac, timingSafeEqual } from 'node:crypto'

const FRESH_S = 300

/** The signature of a message in the usual form, `t=<seconds>,v1=<hex>`: HMAC-SHA256 over time and body. */
export function signNotice(body: string, secret: string, nowMs: number): string {
  const seconds = Math.floor(nowMs / 1_000)
  return `t=${seconds},v1=${hmac(`${seconds}.${body}`, secret).toString('hex')}`
}

/** Whether one of the header's signatures is right, and not older or newer than five minutes. */
export function isSignedNotice(
  header: string | string[] | undefined,
  body: string,
  { secret, nowMs }: { secret: string; nowMs: number },
): boolean {
  if (typeof header !== 'string') return false
  const parts = header.split(',').map((part) => part.split('='))
  const seconds = parts.find(([name]) => name === 't')?.[1]
  if (seconds === undefined || !/^\d{1,12}$/.test(seconds) || Math.abs(nowMs / 1_000 - Number(seconds)) > FRESH_S) return false
  const expected = hmac(`${seconds}.${body}`, secret)
  return parts.some(([name, value]) => name === 'v1' && isSame(Buffer.from(value ?? '', 'hex'), expected))
}

export function isSame(one: Buffer, other: Buffer): boolean {
  return one.length === other.length && timingSafeEqual(one, other)
}

function hmac(text: string, secret: string): Buffer {
  return createHmac('sha256', secret).update(text).digest()
}
