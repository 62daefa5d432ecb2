import { argon2Sync, randomBytes } from 'node:crypto'
import { newKeys, type DemoKeys } from '#server/demo/seed.ts'

const secrets: ReturnType<DemoKeys['secret']>[] = []
const deviceKeys = new Map<string, Promise<string>>()
/** The least that argon2id takes, of memory in KiB and of passes. */
const cost = { memory: 8, passes: 1, parallelism: 1 }

/**
 * A hash as the service's, of the least work: each hash says how much it takes, and tests sign in a thousand times. Passwords that are set by
 * calls get the service's own.
 */
export function quickHash(password: string): string {
  const nonce = randomBytes(16)
  const tag = argon2Sync('argon2id', { ...cost, message: password, nonce, tagLength: 32 })
  const { memory, passes, parallelism } = cost
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${nonce.toString('base64')}$${tag.toString('base64')}`
}

async function quickSecret(): ReturnType<DemoKeys['secret']> {
  const { password } = await newKeys.secret()
  return { password, hash: quickHash(password) }
}

/** The keys that the first service of this process was given: those after it do not work out their own, which takes most of their start. */
export function keptKeys(): DemoKeys {
  let at = 0
  return {
    secret: () => (secrets[at++] ??= quickSecret()),
    deviceKey: (securityCode, sn) => {
      const name = `${sn} ${securityCode}`
      const known = deviceKeys.get(name) ?? newKeys.deviceKey(securityCode, sn)
      deviceKeys.set(name, known)
      return known
    },
  }
}
