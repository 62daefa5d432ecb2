import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Settings } from '#contract/settings.ts'
import type { Db } from '../db/open.ts'
import { StartFault } from './start-fault.ts'

const CIPHER = 'aes-256-gcm'
const KEY_BYTES = 32
const NONCE_BYTES = 12
const KEY_FILE = 'secrets.key'
const CHECK_NAME = 'secrets-key-check'
/** How a sealed text begins; nothing that is sealed here does by itself. */
const MARK = 'sealed.'
const MAC_MARK = 'mac.'

/**
 * Seals secrets that must be kept readable, so that whoever reads the database or a copy of it learns nothing. The key is not in the
 * database: it is the setting's, or a file of the data folder that is made at the first start.
 */
export class Sealer {
  readonly #key: Buffer

  constructor(key: Buffer) {
    this.#key = key
  }

  /** `owner` names what the secret belongs to: a sealed text that was moved elsewhere does not open there. */
  seal(text: string, owner: string): string {
    const nonce = randomBytes(NONCE_BYTES)
    const cipher = createCipheriv(CIPHER, this.#key, nonce).setAAD(Buffer.from(owner))
    const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
    return MARK + [nonce, cipher.getAuthTag(), sealed].map((part) => part.toString('base64url')).join('.')
  }

  /** Throws when the text was not sealed for this owner by this key. */
  open(text: string, owner: string): string {
    const [nonce, tag, sealed] = text
      .slice(MARK.length)
      .split('.')
      .map((part) => Buffer.from(part, 'base64url'))
    if (!isSealed(text) || nonce === undefined || tag === undefined || sealed === undefined) throw new Error('A secret is not sealed')
    const decipher = createDecipheriv(CIPHER, this.#key, nonce, { authTagLength: 16 }).setAAD(Buffer.from(owner)).setAuthTag(tag)
    return Buffer.concat([decipher.update(sealed), decipher.final()]).toString('utf8')
  }

  /** What is kept of a text that is too short to be kept as a plain hash: without the key nobody finds it by trying all there are. */
  mac(text: string): string {
    return MAC_MARK + createHmac('sha256', this.#key).update(`mac ${text}`).digest('base64url')
  }

  /** Tells keys apart without telling anything of them. */
  get fingerprint(): string {
    return createHmac('sha256', this.#key).update(CHECK_NAME).digest('hex')
  }
}

export function isMac(text: string): boolean {
  return text.startsWith(MAC_MARK)
}

export function isSealed(text: string): boolean {
  return text.startsWith(MARK)
}

/**
 * The sealer of the settings' key, or of the folder's. Throws `StartFault` when what is in the database was sealed by another one: every
 * process of a service has the same key.
 */
export async function openSealer({ secretsKey }: Settings, folder: string, db: Db): Promise<Sealer> {
  const sealer = new Sealer(Buffer.from(secretsKey === '' ? keyOf(folder) : secretsKey, 'hex'))
  await db
    .insertInto('service_key')
    .values({ name: CHECK_NAME, key_hex: sealer.fingerprint })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const known = await db.selectFrom('service_key').where('name', '=', CHECK_NAME).select('key_hex').executeTakeFirstOrThrow()
  if (known.key_hex !== sealer.fingerprint) {
    throw new StartFault(
      `The secrets in the database were sealed with another key: set SIGHTLINE_SECRETS_KEY to that key, or bring back the file ${KEY_FILE} of the data folder.`,
    )
  }
  return sealer
}

/** The folder's key, drawn when there is none. */
function keyOf(folder: string): string {
  const file = join(folder, KEY_FILE)
  try {
    writeFileSync(file, randomBytes(KEY_BYTES).toString('hex'), { flag: 'wx', mode: 0o600 })
  } catch (fault) {
    const isThere = fault instanceof Error && 'code' in fault && fault.code === 'EEXIST'
    if (!isThere) throw fault
  }
  const key = readFileSync(file, 'utf8').trim()
  if (!/^[0-9a-f]{64}$/i.test(key)) throw new StartFault(`The file ${file} holds no key of 64 hexadecimal digits.`)
  return key
}
