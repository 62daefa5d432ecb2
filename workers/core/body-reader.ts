/** As much as browsers hand over at a time. */
const READ_BYTES = 512 * 1024

type Body = ReadableStream<Uint8Array<ArrayBuffer>>
type Read = { done: true } | { done: false; value: Uint8Array<ArrayBuffer> }

/**
 * Reads a body part by part: always into the same memory where that can be had, since new memory for each part costs more than what is done with it. A part
 * is good until the next one is asked for.
 */
export function readerOf(body: Body): { read(): Promise<Read> } {
  const reader = intoOwnMemory(body)
  if (reader === undefined) return body.getReader()
  let room = new ArrayBuffer(READ_BYTES)
  return {
    read: async () => {
      const { done, value } = await reader.read(new Uint8Array(room))
      if (done) return { done }
      room = value.buffer
      return { done, value }
    },
  }
}

/** Nothing where the stream does not let its readers choose. */
function intoOwnMemory(body: Body): ReadableStreamBYOBReader | undefined {
  try {
    return body.getReader({ mode: 'byob' })
  } catch {
    return undefined
  }
}
