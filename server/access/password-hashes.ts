import { argon2, randomBytes, timingSafeEqual, type Argon2Parameters } from 'node:crypto'
import { promisify } from 'node:util'

const derive = promisify<'argon2id', Argon2Parameters, Buffer>(argon2)
/** OWASP's parameters for argon2id: 19 MiB, 2 passes. They stand in each hash, so that they can rise later. */
const cost = { memory: 19_456, passes: 2, parallelism: 1 }
const TAG_BYTES = 32
const SALT_BYTES = 16
const VERSION = 19

/** A hash in the usual form, `$argon2id$v=19$m=…,t=…,p=…$salt$tag`. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(SALT_BYTES)
  const tag = await derive('argon2id', { ...cost, message: password, nonce: salt, tagLength: TAG_BYTES })
  return written(salt, tag)
}

/** Whether this is the password of the hash. Without a hash (an unknown name) the work is the same, and the answer is false. */
export async function isPassword(password: string, hash: string | undefined): Promise<boolean> {
  const parts = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([^$]+)\$([^$]+)$/.exec(hash ?? nobodysHash)
  if (parts === null) throw new Error('A password hash in the database cannot be read')
  const [, memory, passes, parallelism, salt = '', tag = ''] = parts
  const expected = Buffer.from(tag, 'base64')
  const found = await derive('argon2id', {
    message: password,
    nonce: Buffer.from(salt, 'base64'),
    memory: Number(memory),
    passes: Number(passes),
    parallelism: Number(parallelism),
    tagLength: expected.byteLength,
  })
  return timingSafeEqual(found, expected) && hash !== undefined
}

/** Of no password: its tag is drawn, not derived, so that the first unknown name costs what all others do. */
const nobodysHash = written(randomBytes(SALT_BYTES), randomBytes(TAG_BYTES))

function written(salt: Buffer, tag: Buffer): string {
  return `$argon2id$v=${VERSION}$m=${cost.memory},t=${cost.passes},p=${cost.parallelism}$${unpadded(salt)}$${unpadded(tag)}`
}

function unpadded(bytes: Buffer): string {
  return bytes.toString('base64').replace(/=+$/, '')
}
