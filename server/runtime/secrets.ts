import { hash, randomBytes, randomUUID } from 'node:crypto'

/** A secret that nobody guesses: 32 random bytes, as text that fits an address. */
export function randomSecret(): string {
  return randomBytes(32).toString('base64url')
}

/** What is kept of a secret, so that whoever reads the database cannot use it. */
export function sha256(text: string): string {
  return hash('sha256', text)
}

export function randomId(): string {
  return randomUUID()
}
