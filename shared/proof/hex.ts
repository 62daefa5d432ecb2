import { crypto, TextEncoder } from './platform.ts'

/** In hexadecimal digits, two a byte. */
export function hexOf(bytes: ArrayBuffer | Uint8Array): string {
  return Array.from(bytes instanceof Uint8Array ? bytes : new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** Whether this is so many bytes in hexadecimal digits, small ones: of each byte there is one writing only. */
export function isHex(text: unknown, bytes: number): text is string {
  return typeof text === 'string' && text.length === bytes * 2 && /^[0-9a-f]*$/.test(text)
}

export function bytesOfHex(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(text.match(/../g) ?? [], (digits) => Number.parseInt(digits, 16))
}

export function textBytes(text: string): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(text)
}

export async function sha256Of(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  return hexOf(await crypto.subtle.digest('SHA-256', bytes))
}
