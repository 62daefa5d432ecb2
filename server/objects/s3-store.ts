import { Readable } from 'node:stream'
import { setTimeout as pause } from 'node:timers/promises'
import { S3mini, S3ServiceError, type UploadPart } from 's3mini'
import {
  isObjectKey,
  LISTED_AT_ONCE,
  requireObjectKey,
  StoreUnavailable,
  type ByteRange,
  type ListedObject,
  type ObjectStore,
} from './object-store.ts'

/** Most services take any region by this name; AWS wants its own. */
const USUAL_REGION = 'us-east-1'
/** A stream goes in parts of this size, of which one at a time is in memory. There may be 10,000. */
const PART_BYTES = 8 * 1024 ** 2
const ANSWER_WITHIN_MS = 30_000
const TRIES = 3
const PAUSE_MS = 200

/**
 * Objects in a bucket of S3, or of what speaks like it. The bucket need not be reachable for anybody but the service: browsers get
 * objects by the service's own links.
 */
export class S3Store implements ObjectStore {
  readonly #bucket: S3mini

  /** `url`: `https://KEY:SECRET@HOST/BUCKET?region=REGION`, with key and secret percent-encoded. */
  constructor(url: string) {
    const { username, password, origin, pathname, searchParams } = new URL(url)
    this.#bucket = new S3mini({
      accessKeyId: decodeURIComponent(username),
      secretAccessKey: decodeURIComponent(password),
      endpoint: origin + pathname,
      region: searchParams.get('region') ?? USUAL_REGION,
      fetch: fetchPatiently,
    })
  }

  async put(key: string, content: Uint8Array | Readable): Promise<void> {
    requireObjectKey(key)
    if (content instanceof Readable) await this.#putParts(key, content)
    else await ask(() => this.#bucket.putObject(key, content))
  }

  async sizeOf(key: string): Promise<number | undefined> {
    requireObjectKey(key)
    return ask(() =>
      this.#bucket.getContentLength(key).catch((fault: unknown) => {
        if (serviceFault(fault)?.status === 404) return undefined
        throw fault
      }),
    )
  }

  read(key: string, range?: ByteRange): Readable {
    requireObjectKey(key)
    return Readable.from(this.#bytes(key, range), { objectMode: false })
  }

  readFor(_sink: unknown, key: string, part: ByteRange): Readable {
    requireObjectKey(key)
    return part.last < part.first ? Readable.from([], { objectMode: false }) : this.read(key, part)
  }

  async *list(folder: string): AsyncGenerator<ListedObject[]> {
    requireObjectKey(folder)
    let next: string | undefined
    do {
      const page = await ask(() => this.#bucket.listObjectsPaged('/', `${folder}/`, LISTED_AT_ONCE, next))
      if (page?.objects == null) throw new StoreUnavailable('it has no such bucket')
      const listed = page.objects.map(({ Key, Size, LastModified }) => ({ key: Key, bytes: Size, putAtMs: LastModified.getTime() }))
      yield listed.filter(({ key }) => isObjectKey(key))
      next = page.nextContinuationToken
    } while (next !== undefined)
  }

  async delete(keys: readonly string[]): Promise<void> {
    for (const key of keys) requireObjectKey(key)
    const areDeleted = await ask(() => this.#bucket.deleteObjects([...keys]))
    if (areDeleted.includes(false)) throw new StoreUnavailable('not all could be deleted')
  }

  async *#bytes(key: string, range: ByteRange | undefined): AsyncGenerator<Uint8Array> {
    const { body } = await ask(() =>
      range === undefined ? this.#bucket.getObjectRaw(key) : this.#bucket.getObjectRaw(key, false, range.first, range.last + 1),
    )
    if (body !== null) yield* body
  }

  /** An upload that does not come to its end leaves nothing, or what the bucket clears away by its own rules when the service died. */
  async #putParts(key: string, content: Readable): Promise<void> {
    const done: UploadPart[] = []
    let upload: string | undefined
    try {
      for await (const part of partsOf(content)) {
        if (upload === undefined && part.byteLength < PART_BYTES) {
          await ask(() => this.#bucket.putObject(key, part))
          return
        }
        const id = (upload ??= await ask(() => this.#bucket.getMultipartUploadId(key)))
        done.push(await ask(() => this.#bucket.uploadPart(key, id, part, done.length + 1)))
      }
      const whole = await ask(() => this.#bucket.completeMultipartUpload(key, upload ?? '', done))
      // S3 may begin to answer before it knows: then the fault is in the text of a success.
      if (!whole.etag) throw new StoreUnavailable('an upload could not be completed')
    } catch (fault) {
      if (upload !== undefined) await this.#bucket.abortMultipartUpload(key, upload).catch(() => {})
      throw fault
    }
  }
}

/** A stream in parts of `PART_BYTES`, the last of which is shorter; an empty stream is one empty part. */
async function* partsOf(content: Readable): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  let part = new Uint8Array(PART_BYTES)
  let filled = 0
  let isFirst = true
  for await (const chunk of content as AsyncIterable<Uint8Array>) {
    for (let from = 0; from < chunk.byteLength; ) {
      const piece = chunk.subarray(from, from + PART_BYTES - filled)
      part.set(piece, filled)
      filled += piece.byteLength
      from += piece.byteLength
      if (filled < PART_BYTES) continue
      yield part
      isFirst = false
      part = new Uint8Array(PART_BYTES)
      filled = 0
    }
  }
  if (filled > 0 || isFirst) yield part.subarray(0, filled)
}

/** Tries again after a short while what failed on the way or inside the store: every request may be repeated. */
const fetchPatiently: typeof fetch = async (input, init) => {
  for (let tried = 1; ; tried += 1) {
    const patience = new AbortController()
    const timer = setTimeout(() => patience.abort(), ANSWER_WITHIN_MS)
    try {
      const answer = await fetch(input, { ...init, signal: patience.signal })
      if (answer.status < 500 || tried === TRIES) return answer
      await answer.body?.cancel()
    } catch (fault) {
      if (tried === TRIES) throw fault
    } finally {
      clearTimeout(timer)
    }
    await pause(PAUSE_MS * tried)
  }
}

/** Asks the store. What it fails with goes no further than here, since it may repeat parts of what was signed. */
async function ask<T>(question: () => Promise<T>): Promise<T> {
  try {
    return await question()
  } catch (fault) {
    throw new StoreUnavailable(reasonOf(fault))
  }
}

function reasonOf(fault: unknown): string {
  const refusal = serviceFault(fault)
  if (refusal !== undefined) {
    const code = refusal.serviceCode ?? ''
    return reasons[code] ?? reasons[refusal.status] ?? `it answers ${refusal.status} ${code}`
  }
  for (let cause = fault; cause instanceof Error; cause = cause.cause) {
    if (cause.name === 'AbortError') return 'it does not answer'
    if ('code' in cause && typeof cause.code === 'string') return `it cannot be reached: ${cause.code}`
  }
  return 'it answers what nobody understands'
}

/** By the codes of S3, else by HTTP status: an answer to a question about an object or a bucket has no text. */
const reasons: Readonly<Record<string, string>> = {
  NoSuchBucket: 'it has no such bucket',
  NoSuchKey: 'it has no such object',
  InvalidAccessKeyId: 'it does not know the key',
  SignatureDoesNotMatch: 'the secret is wrong',
  AccessDenied: 'the key may not do this in the bucket',
  403: 'the key may not do this in the bucket',
}

function serviceFault(fault: unknown): S3ServiceError | undefined {
  for (let cause = fault; cause instanceof Error; cause = cause.cause) if (cause instanceof S3ServiceError) return cause
  return undefined
}
