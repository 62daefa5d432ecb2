import { decode, encode } from '@msgpack/msgpack'
import * as z from 'zod/mini'
import { hexOf } from './hex.ts'

export const sealedBytes = z.object({
  iv: z.custom<Uint8Array<ArrayBuffer>>((value) => value instanceof Uint8Array),
  bytes: z.custom<ArrayBuffer>((value) => value instanceof ArrayBuffer),
})
export type SealedBytes = z.output<typeof sealedBytes>
export const sealKey = z.custom<CryptoKey>((value) => typeof CryptoKey === 'function' && value instanceof CryptoKey)

/** AES-GCM's own size of the initialization vector. */
const IV_BYTES = 12
/** Of its sign that nothing was changed. */
const TAG_BYTES = 16
/** Sealed in one go: browsers copy what they are given, and of more than this much that takes five times as long. */
export const SEAL_BLOCK_BYTES = 512 * 1024
const SEALED_BLOCK_BYTES = IV_BYTES + SEAL_BLOCK_BYTES + TAG_BYTES
/** How JSON begins. Version 1 sealed JSON; in MessagePack no object begins so. */
const OPENING_BRACE = 0x7b

/** Where keys are kept, by name. */
interface KeyRing {
  get(name: string): Promise<CryptoKey | undefined>
  /** Answers with the key that was there already, if there was one. */
  putIfAbsent(name: string, key: CryptoKey, nowMs: number): Promise<CryptoKey>
  delete(name: string): Promise<void>
}

/**
 * Seals values with an AES-GCM key that cannot be taken out of this browser profile: a copy of the database's files alone opens
 * nothing, and once the key is forgotten nothing opens what is left of them. MessagePack, since pictures are among the values.
 */
export class Box {
  readonly #keys: KeyRing
  readonly #keyName: string

  constructor(keys: KeyRing, keyName: string) {
    this.#keys = keys
    this.#keyName = keyName
  }

  async seal(value: unknown, nowMs: number): Promise<SealedBytes> {
    const key = await this.key(nowMs)
    const iv = crypto.getRandomValues(new Uint8Array(IV_BYTES))
    const plain = encode(value, { ignoreUndefined: true })
    return { iv, bytes: await crypto.subtle.encrypt({ name: 'AES-GCM', iv }, key, plain) }
  }

  /** What was sealed; `undefined` when the key is gone. Throws when it was sealed with another key, or is damaged. */
  async open(sealed: SealedBytes): Promise<{ value: unknown } | undefined> {
    const key = await this.#keys.get(this.#keyName)
    if (key === undefined) return undefined
    const plain = new Uint8Array(await crypto.subtle.decrypt({ name: 'AES-GCM', iv: sealed.iv }, key, sealed.bytes))
    return { value: plain[0] === OPENING_BRACE ? JSON.parse(new TextDecoder().decode(plain)) : decode(plain) }
  }

  /** What is sealed with from now on; made anew when there was none. It cannot be taken out of the browser, but handed to another worker. */
  async key(nowMs: number): Promise<CryptoKey> {
    return (await this.#keys.get(this.#keyName)) ?? (await this.#newKey(nowMs))
  }

  /** What was sealed for a file; undefined when the key is gone, or it is not what was sealed as this. */
  async openBytes(file: ArrayBuffer, is: string): Promise<Uint8Array<ArrayBuffer> | undefined> {
    const key = await this.#keys.get(this.#keyName)
    // A file that was made and never written is empty.
    if (key === undefined || file.byteLength === 0) return undefined
    const count = Math.ceil(file.byteLength / SEALED_BLOCK_BYTES)
    const opened = new Uint8Array(Math.max(0, file.byteLength - count * (IV_BYTES + TAG_BYTES)))
    try {
      const blocks = Array.from({ length: count }, async (_, index) => {
        const block = new Uint8Array(
          file,
          index * SEALED_BLOCK_BYTES,
          Math.min(SEALED_BLOCK_BYTES, file.byteLength - index * SEALED_BLOCK_BYTES),
        )
        const how = { name: 'AES-GCM', iv: block.subarray(0, IV_BYTES), additionalData: placeOf(is, index, count) }
        opened.set(new Uint8Array(await crypto.subtle.decrypt(how, key, block.subarray(IV_BYTES))), index * SEAL_BLOCK_BYTES)
      })
      await Promise.all(blocks)
      return opened
    } catch {
      return undefined
    }
  }

  /** The same of what an older build has sealed in one. */
  async openWholeBytes(file: ArrayBuffer, is: string): Promise<Uint8Array<ArrayBuffer> | undefined> {
    const key = await this.#keys.get(this.#keyName)
    if (key === undefined) return undefined
    const how = { name: 'AES-GCM', iv: new Uint8Array(file, 0, IV_BYTES), additionalData: new TextEncoder().encode(is) }
    try {
      return new Uint8Array(await crypto.subtle.decrypt(how, key, new Uint8Array(file, IV_BYTES)))
    } catch {
      return undefined
    }
  }

  /** What an older build has sealed for a file. */
  async openOldBytes(file: ArrayBuffer): Promise<Uint8Array<ArrayBuffer> | undefined> {
    try {
      const opened = await this.open({ iv: new Uint8Array(file.slice(0, IV_BYTES)), bytes: file.slice(IV_BYTES) })
      return opened?.value instanceof Uint8Array ? new Uint8Array(opened.value) : undefined
    } catch {
      return undefined
    }
  }

  /** Forgets the key, and with it everything that it sealed. */
  forgetKey(): Promise<void> {
    return this.#keys.delete(this.#keyName)
  }

  async #newKey(nowMs: number): Promise<CryptoKey> {
    const key = await crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt'])
    return this.#keys.putIfAbsent(this.#keyName, key, nowMs)
  }
}

/** How many bytes of a file so many become when they are sealed for it. */
export function sealedSizeOf(bytes: number): number {
  return bytes + Math.ceil(bytes / SEAL_BLOCK_BYTES) * (IV_BYTES + TAG_BYTES)
}

/**
 * Bytes for a file outside of the database, sealed block by block: of each an initialization vector, and what is sealed with it. One block after the other, so
 * that each is written while the processor has it at hand. They open only as what they are said to be, and only all together.
 */
export async function* sealBytes(
  bytes: Uint8Array<ArrayBuffer>,
  { key, is }: { key: CryptoKey; is: string },
): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  const count = Math.ceil(bytes.byteLength / SEAL_BLOCK_BYTES)
  for (let index = 0; index < count; index += 1) {
    const iv = crypto.getRandomValues(new Uint8Array(IV_BYTES))
    const block = bytes.subarray(index * SEAL_BLOCK_BYTES, (index + 1) * SEAL_BLOCK_BYTES)
    yield iv
    yield new Uint8Array(await crypto.subtle.encrypt({ name: 'AES-GCM', iv, additionalData: placeOf(is, index, count) }, key, block))
  }
}

/** Which block of what: none passes for another one, and none can be left out. */
function placeOf(is: string, index: number, count: number): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(`${is} ${index}/${count}`)
}

/** The name of a sealed record: tells nothing of what it holds. */
export async function hiddenName(key: string): Promise<string> {
  return hexOf(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(key)))
}
