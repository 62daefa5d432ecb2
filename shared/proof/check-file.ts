import { sha256Of } from './hex.ts'
import type { Segment } from './statements.ts'

/** Bytes of a file that are not what was signed, `toByte` the first behind them, with the moments of the clip that lie in them. */
export interface ChangedBytes {
  fromByte: number
  toByte: number
  fromMs: number | null
  toMs: number | null
}

/** Reads a file once, a segment of it in memory at a time, and names what is not as it was signed; what follows one another is one. Empty: it is intact. */
export async function checkFile(
  chunks: AsyncIterable<Uint8Array>,
  segments: readonly Segment[],
  onRead: (bytes: number) => void = () => {},
): Promise<ChangedBytes[]> {
  const changed: ChangedBytes[] = []
  const note = (next: ChangedBytes) => {
    const last = changed.at(-1)
    if (last?.toByte !== next.fromByte) return void changed.push(next)
    last.toByte = next.toByte
    last.fromMs ??= next.fromMs
    last.toMs = next.toMs ?? last.toMs
  }
  let at = 0
  let index = 0
  let filled = 0
  let buffer = new Uint8Array(segments[0]?.sizeBytes ?? 0)
  const end = async () => {
    const segment = segments[index]
    if (segment === undefined) return
    const { sha256, sizeBytes, fromMs, toMs } = segment
    if (filled < sizeBytes || (await sha256Of(buffer)) !== sha256) note({ fromByte: at, toByte: at + sizeBytes, fromMs, toMs })
    at += sizeBytes
    index += 1
    filled = 0
    buffer = new Uint8Array(segments[index]?.sizeBytes ?? 0)
  }
  let more = 0
  for await (const chunk of chunks) {
    for (let from = 0; from < chunk.byteLength; ) {
      const some = chunk.subarray(from, from + buffer.byteLength - filled)
      if (index >= segments.length) {
        more += chunk.byteLength - from
        break
      }
      buffer.set(some, filled)
      filled += some.byteLength
      from += some.byteLength
      if (filled === buffer.byteLength) await end()
    }
    onRead(chunk.byteLength)
  }
  while (index < segments.length) await end()
  if (more > 0) note({ fromByte: at, toByte: at + more, fromMs: null, toMs: null })
  return changed
}

/** A `ReadableStream`, as far as it is read here. */
interface ByteStream {
  getReader(): { read(): Promise<{ value?: Uint8Array | undefined }>; releaseLock(): void }
}

/** The bytes of a stream, of an answer or a file. */
export async function* chunksOf(stream: ByteStream): AsyncGenerator<Uint8Array> {
  const reader = stream.getReader()
  try {
    for (let next = await reader.read(); next.value !== undefined; next = await reader.read()) yield next.value
  } finally {
    reader.releaseLock()
  }
}
