import { expect, it } from 'vitest'
import { readerOf } from '#workers/core/body-reader.ts'

const PARTS = 40
const PART_BYTES = 100_000

function part(number: number): Uint8Array<ArrayBuffer> {
  return new Uint8Array(PART_BYTES).fill(number)
}

/** A body that browsers and Node give, whose readers choose where its bytes go; `default`: one that hands over its own. */
function bodyOf(type: 'bytes' | 'default', fails = false): ReadableStream<Uint8Array<ArrayBuffer>> {
  let number = 0
  const pull = (controller: ReadableStreamDefaultController<Uint8Array<ArrayBuffer>> | ReadableByteStreamController) => {
    if (number < PARTS) return controller.enqueue(part(number++))
    if (fails) return controller.error(new Error('the line is cut'))
    controller.close()
    // Whoever waits with memory of their own gets it back.
    if ('byobRequest' in controller) controller.byobRequest?.respond(0)
  }
  return type === 'default' ? new ReadableStream({ pull }) : new ReadableStream({ type, pull })
}

async function all(body: ReadableStream<Uint8Array<ArrayBuffer>>): Promise<Uint8Array> {
  const reader = readerOf(body)
  const bytes = new Uint8Array(PARTS * PART_BYTES)
  for (let at = 0; ; ) {
    const read = await reader.read()
    if (read.done) return bytes.subarray(0, at)
    bytes.set(read.value, at)
    at += read.value.byteLength
  }
}

it('reads all of a body in its order, of whichever kind it is', async () => {
  const whole = Buffer.concat(Array.from({ length: PARTS }, (_, number) => part(number)))
  for (const type of ['bytes', 'default'] as const) expect(Buffer.compare(await all(bodyOf(type)), whole)).toBe(0)
})

it('takes no new memory for each part where it can choose', async () => {
  const reader = readerOf(bodyOf('bytes'))
  let buffer: ArrayBuffer | undefined
  for (let number = 0; number < PARTS; number += 1) {
    const read = await reader.read()
    if (read.done) throw new Error('It ended early.')
    // What was given last is in other hands now: it went into the same memory again.
    if (buffer !== undefined) expect(buffer.detached).toBe(true)
    buffer = read.value.buffer
    expect(buffer.byteLength).toBeGreaterThan(PART_BYTES)
  }
})

it('tells of a line that breaks', async () => {
  for (const type of ['bytes', 'default'] as const) await expect(all(bodyOf(type, true))).rejects.toThrow('the line is cut')
})
