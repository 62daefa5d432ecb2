import { type FileHandle, open } from 'node:fs/promises'
import { MOST_BUNDLE_BYTES } from '#contract/archives.ts'
import { askedByLink } from '#contract/asked-by-link.ts'
import { pluginCodes } from '#contract/plugin/command-registry.ts'
import { PluginFault } from '../plugin-fault.ts'

/** Silence after which the service is taken for gone; what says less than this in that time is silent. */
const SILENCE_MS = 30_000
const LEAST_BYTES = 16 * 1024
const NOT_IN_RANGE = 416
/** No file that there is to download is larger: what says that it is would be bounded by the disk alone. */
const MOST_BYTES = MOST_BUNDLE_BYTES

/**
 * How a transfer ended. `whole`: all bytes are there; `broken`: the network or the service gave out, it may go on with another link;
 * `stopped`: it was called off; `refused`: the service does not give the file for this link.
 */
export type TransferEnd = 'whole' | 'broken' | 'stopped' | 'refused'

interface Transfer {
  url: string
  /** Where the bytes go; what is there already is not fetched again. */
  path: string
  signal: AbortSignal
  /** How long the service may be silent. */
  silenceMs?: number
  /** Hears the size of the whole file, and how much of it is there by now. */
  onProgress(receivedBytes: number, sizeBytes: number): void
}

/** Fetches a file, from where the last transfer ended. Throws `PluginFault` 501 when the disk does not take it. */
export async function transfer({ url, path, signal, silenceMs = SILENCE_MS, onProgress }: Transfer): Promise<TransferEnd> {
  const file = await onDisk(() => open(path, 'a+'))
  const silence = new Silence(silenceMs)
  try {
    const have = (await onDisk(() => file.stat())).size
    const answer = await ask(url, have, AbortSignal.any([signal, silence.signal]))
    if (answer === undefined) return signal.aborted ? 'stopped' : 'broken'
    if (answer.kind !== 'bytes') {
      // Another file than before: the next link fetches it from its beginning.
      if (answer.kind === 'outside') await onDisk(() => file.truncate(0))
      return answer.kind === 'outside' ? 'broken' : answer.kind
    }
    if (answer.from !== have && answer.from !== 0) return 'broken'
    if (answer.from !== have) await onDisk(() => file.truncate(0))
    const end = await write(answer, file, { signal, silence, onProgress })
    if (end === 'whole') await onDisk(() => file.sync())
    return end
  } finally {
    silence.end()
    await file.close()
  }
}

/** Aborts its signal when nothing was heard for a while. */
class Silence {
  readonly #controller = new AbortController()
  readonly #mostMs: number
  #timer: NodeJS.Timeout
  #bytes = 0

  constructor(mostMs: number) {
    this.#mostMs = mostMs
    this.#timer = this.#start()
  }

  get signal(): AbortSignal {
    return this.#controller.signal
  }

  heard(bytes: number): void {
    this.#bytes += bytes
    if (this.#bytes < LEAST_BYTES) return
    this.#bytes = 0
    clearTimeout(this.#timer)
    this.#timer = this.#start()
  }

  end(): void {
    clearTimeout(this.#timer)
  }

  #start(): NodeJS.Timeout {
    return setTimeout(() => this.#controller.abort(), this.#mostMs)
  }
}

interface Bytes {
  kind: 'bytes'
  body: AsyncIterable<Uint8Array>
  from: number
  sizeBytes: number
}

/** `undefined`: no answer. */
async function ask(
  link: string,
  have: number,
  signal: AbortSignal,
): Promise<Bytes | { kind: 'outside' | 'refused' | 'broken' } | undefined> {
  let response: Response
  try {
    const { url, headers } = askedByLink(link)
    headers['accept-encoding'] = 'identity'
    if (have > 0) headers['range'] = `bytes=${have}-`
    // The service has no reason to send the plugin elsewhere.
    response = await fetch(url, { headers, redirect: 'error', signal })
  } catch {
    return undefined
  }
  const { status, body } = response
  const size = sizeOf(response)
  const isTooLarge = size !== undefined && size.sizeBytes > MOST_BYTES
  if ((status === 200 || status === 206) && body !== null && size !== undefined && !isTooLarge) return { kind: 'bytes', body, ...size }
  await body?.cancel().catch(() => {})
  if (isTooLarge) return { kind: 'refused' }
  if (status === NOT_IN_RANGE) return { kind: 'outside' }
  return { kind: status >= 400 && status < 500 ? 'refused' : 'broken' }
}

/** Where the bytes of an answer belong, and how large the whole file is. */
function sizeOf({ status, headers }: Response): { from: number; sizeBytes: number } | undefined {
  if (status === 206) {
    const range = /^bytes (\d{1,15})-\d{1,15}\/(\d{1,15})$/.exec(headers.get('content-range') ?? '')
    return range === null ? undefined : { from: Number(range[1]), sizeBytes: Number(range[2]) }
  }
  const length = headers.get('content-length')
  return length !== null && /^\d{1,15}$/.test(length) ? { from: 0, sizeBytes: Number(length) } : undefined
}

interface Writing extends Pick<Transfer, 'signal' | 'onProgress'> {
  silence: Silence
}

async function write({ body, from, sizeBytes }: Bytes, file: FileHandle, writing: Writing): Promise<TransferEnd> {
  const { signal, silence, onProgress } = writing
  let received = from
  onProgress(received, sizeBytes)
  try {
    for await (const bytes of body) {
      silence.heard(bytes.byteLength)
      if (signal.aborted) return 'stopped'
      if (received + bytes.byteLength > sizeBytes) return 'broken'
      await onDisk(() => file.write(bytes))
      received += bytes.byteLength
      onProgress(received, sizeBytes)
    }
  } catch (error) {
    if (error instanceof PluginFault) throw error
    return signal.aborted ? 'stopped' : 'broken'
  }
  return received === sizeBytes ? 'whole' : 'broken'
}

async function onDisk<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new PluginFault(pluginCodes.writeDenied, `The download could not be written: ${reason}`)
  }
}
