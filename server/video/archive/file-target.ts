import type { FileHandle } from 'node:fs/promises'
import { StreamTarget, type StreamTargetChunk } from 'mediabunny'

/** Written at a time. */
const CHUNK_BYTES = 1024 ** 2

/** Where a film is written to: an open file, which stays whoever's it is who opened it, so that none is left open when a film comes to nothing. */
export function fileTarget(file: FileHandle): StreamTarget {
  const write = async ({ data, position }: StreamTargetChunk) => {
    for (let at = 0; at < data.byteLength; ) {
      const { bytesWritten } = await file.write(data, at, data.byteLength - at, position + at)
      at += bytesWritten
    }
  }
  return new StreamTarget(new WritableStream({ write }), { chunked: true, chunkSize: CHUNK_BYTES })
}
