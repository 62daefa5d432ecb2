import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable, Writable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { FolderStore } from '#server/objects/folder-store.ts'
import { LISTED_AT_ONCE, StoreUnavailable, type ListedObject } from '#server/objects/object-store.ts'
import { S3Store } from '#server/objects/s3-store.ts'
import { S3Server } from '#tests/support/s3-server.ts'

let server: S3Server
beforeAll(async () => {
  server = await S3Server.start()
})
afterAll(() => server.close())

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sightline-objects-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const MEBIBYTE = 1024 ** 2

/** Takes what it is given as slowly as a thin line, and looks at it only when it is through. */
function slowSink() {
  const hash = createHash('sha256')
  const memories = new Set<ArrayBufferLike>()
  const sink = new Writable({
    highWaterMark: 1_000,
    write: (chunk: Buffer, _encoding, done) => {
      memories.add(chunk.buffer)
      setTimeout(() => {
        hash.update(chunk)
        done()
      }, 1)
    },
  })
  return { sink, memories, sha256: () => hash.digest('hex') }
}

/** What every store must do. */
const stores: Record<string, () => FolderStore | S3Store> = {
  'a folder': () => new FolderStore(folder),
  'an S3 bucket': () => new S3Store(server.url()),
}

/** A stream of different mebibytes, which may end in a fault. */
async function* mebibytes(count: number, fault?: Error): AsyncGenerator<Buffer> {
  for (let index = 0; index < count; index += 1) yield Buffer.alloc(MEBIBYTE, `${index} mebibytes were here before `)
  if (fault !== undefined) throw fault
}

async function all<T>(list: AsyncIterable<T>): Promise<T[]> {
  const items: T[] = []
  for await (const item of list) items.push(item)
  return items
}

describe.each(Object.entries(stores))('%s of objects', (_name, open) => {
  let store: FolderStore | S3Store
  beforeEach(() => {
    store = open()
  })

  test('gives back what was put, whole or in parts, until it is deleted', async () => {
    await store.put('a/b.jpg', Buffer.from('0123456789'))
    expect(await store.sizeOf('a/b.jpg')).toBe(10)
    expect(String(await buffer(store.read('a/b.jpg')))).toBe('0123456789')
    expect(String(await buffer(store.read('a/b.jpg', { first: 2, last: 4 })))).toBe('234')
    await store.put('a/b.jpg', Buffer.from('new'))
    expect(String(await buffer(store.read('a/b.jpg')))).toBe('new')
    await store.delete(['a/b.jpg', 'a/none.jpg'])
    expect(await store.sizeOf('a/b.jpg')).toBeUndefined()
    await expect(buffer(store.read('a/b.jpg'))).rejects.toThrow(/ENOENT|no such object/)
  })

  test.each([0, 1, 8, 17])('takes a stream of %d mebibytes', async (count) => {
    await store.put('large.mp4', Readable.from(mebibytes(count)))
    expect(await store.sizeOf('large.mp4')).toBe(count * MEBIBYTE)
    const [kept, given] = [createHash('sha256'), createHash('sha256')]
    await pipeline(store.read('large.mp4'), kept)
    await pipeline(mebibytes(count), given)
    expect(kept.digest('hex')).toBe(given.digest('hex'))
    const last = { first: count * MEBIBYTE - 3, last: count * MEBIBYTE - 1 }
    if (count > 0) expect((await buffer(store.read('large.mp4', last))).byteLength).toBe(3)
  })

  test.each([
    { first: 0, last: 5 * MEBIBYTE - 1 },
    { first: 3, last: 2 * MEBIBYTE + 7 },
    { first: 5, last: 5 },
    { first: 0, last: -1 },
  ])('gives a response that is slow its bytes $first to $last as they are', async (part) => {
    await store.put('large.mp4', Readable.from(mebibytes(5)))
    const { sink, sha256 } = slowSink()
    await pipeline(store.readFor(sink, 'large.mp4', part), sink)
    const expected = (await buffer(Readable.from(mebibytes(5)))).subarray(part.first, part.last + 1)
    expect(sha256()).toBe(createHash('sha256').update(expected).digest('hex'))
  })

  test('gives a response its bytes as they are though it is made to wait between any two of them', async () => {
    await store.put('large.mp4', Readable.from(mebibytes(5)))
    const { sink, sha256 } = slowSink()
    const reading = store.readFor(sink, 'large.mp4', { first: 0, last: 5 * MEBIBYTE - 1 })
    // Whatever is on its way stays where it is, and goes on with others' work done in between.
    const holding = setInterval(() => {
      reading.pause()
      setTimeout(() => reading.resume(), 3)
    }, 5)
    await pipeline(reading, sink).finally(() => clearInterval(holding))
    const expected = await buffer(Readable.from(mebibytes(5)))
    expect(sha256()).toBe(createHash('sha256').update(expected).digest('hex'))
  })

  test('fails for a response as for any other reader when the object is gone', async () => {
    const { sink } = slowSink()
    await expect(pipeline(store.readFor(sink, 'a/none.jpg', { first: 0, last: 9 }), sink)).rejects.toThrow(/ENOENT|no such object/)
  })

  test.each([1, 9])('puts nothing of a stream that fails after %d mebibytes, and says why it failed', async (count) => {
    const put = store.put('broken.mp4', Readable.from(mebibytes(count, new Error('the camera fell over'))))
    await expect(put).rejects.toThrow('the camera fell over')
    expect(await store.sizeOf('broken.mp4')).toBeUndefined()
  })

  test('lets a reader go who has seen enough', async () => {
    await store.put('long.mp4', Readable.from(mebibytes(9)))
    const reading = store.read('long.mp4')
    for await (const chunk of reading) {
      expect(Buffer.from(chunk as Uint8Array).toString('latin1', 0, 11)).toBe('0 mebibytes')
      break
    }
    expect(reading.destroyed).toBe(true)
  })

  test('knows nothing of what was never put, and of what only leads to objects', async () => {
    await store.put('a/b/c.jpg', Buffer.from('x'))
    expect(await store.sizeOf('a/b')).toBeUndefined()
    expect(await store.sizeOf('a/b/c.jpg/d')).toBeUndefined()
    expect(await store.sizeOf('z')).toBeUndefined()
  })

  test.each(['../outside', '/etc/passwd', 'a/../../b', '', 'A.jpg'])('refuses the key %s', async (key) => {
    await expect(store.put(key, Buffer.from('x'))).rejects.toThrow('no key')
    await expect(store.sizeOf(key)).rejects.toThrow('no key')
    await expect(store.delete([key])).rejects.toThrow('no key')
    expect(() => store.read(key)).toThrow('no key')
  })

  test('keeps one of them, whole, when many put at once', async () => {
    await Promise.all(Array.from({ length: 20 }, (_, index) => store.put('same.jpg', Buffer.alloc(10_000, index))))
    const bytes = await buffer(store.read('same.jpg'))
    expect([bytes.byteLength, new Set(bytes).size]).toEqual([10_000, 1])
  })

  test('lists what lies below a folder and nothing else, page by page, with its size and when it was put', async () => {
    const beganMs = Date.now()
    const keys = Array.from({ length: LISTED_AT_ONCE + 1 }, (_, index) => `listed/${index % 7}/${index}.jpg`)
    for (const key of keys) await store.put(key, Buffer.from('12345'))
    await store.put('listed-not/a.jpg', Buffer.from('x'))
    const pages = await all(store.list('listed'))
    expect(pages.map((page) => page.length)).toEqual([LISTED_AT_ONCE, 1])
    expect(
      pages
        .flat()
        .map(({ key }) => key)
        .toSorted(),
    ).toEqual(keys.toSorted())
    // Some stores know the second alone.
    const isRight = ({ bytes, putAtMs }: ListedObject) => bytes === 5 && putAtMs > beganMs - 1_000 && putAtMs <= Date.now()
    expect(pages.flat().filter((one) => !isRight(one))).toEqual([])
    expect((await all(store.list('empty'))).flat()).toEqual([])
    await store.delete(keys)
  })

  test('deletes more objects at once than S3 takes in one question', async () => {
    const keys = Array.from({ length: 1_001 }, (_, index) => `many/${index}.jpg`)
    for (const key of [keys.at(0), keys.at(-1)]) await store.put(key ?? '', Buffer.from('x'))
    await store.delete(keys)
    expect([await store.sizeOf('many/0.jpg'), await store.sizeOf('many/1000.jpg')]).toEqual([undefined, undefined])
  })
})

test('a folder of objects reads into the same memory for as long as a response takes, and closes the file when that breaks off', async () => {
  const store = new FolderStore(folder)
  await store.put('large.mp4', Readable.from(mebibytes(9)))
  const { sink, memories } = slowSink()
  await pipeline(store.readFor(sink, 'large.mp4', { first: 0, last: 9 * MEBIBYTE - 1 }), sink)
  expect(memories.size).toBe(1)
  const broken = slowSink().sink
  const reading = store.readFor(broken, 'large.mp4', { first: 0, last: 9 * MEBIBYTE - 1 })
  const piping = pipeline(reading, broken)
  await once(reading, 'data')
  broken.destroy()
  await expect(piping).rejects.toThrow('Premature close')
  await expect.poll(() => reading.closed).toBe(true)
})

test('a folder of objects holds nothing half written', async () => {
  const store = new FolderStore(folder)
  await expect(store.put('broken.mp4', Readable.from(mebibytes(1, new Error('it broke'))))).rejects.toThrow('it broke')
  await Promise.all(Array.from({ length: 20 }, (_, index) => store.put('same.jpg', Buffer.alloc(10_000, index))))
  expect(await readdir(folder)).toEqual(['same.jpg'])
})

test('a folder of objects forgets a day later what a process that died left half written', async () => {
  const store = new FolderStore(folder)
  await store.put('archives/ab/whole.mp4', Buffer.from('whole'))
  await mkdir(join(folder, 'archives', 'cd'))
  const parts = ['whole.mp4.1.PART', '../cd/half.mp4.2.PART'].map((name) => join(folder, 'archives', 'ab', name))
  for (const part of parts) await writeFile(part, 'half')
  const [, old = ''] = parts
  const before = new Date(Date.now() - 25 * 3_600_000)
  await utimes(old, before, before)
  expect((await all(store.list('archives'))).flat().map(({ key }) => key)).toEqual(['archives/ab/whole.mp4'])
  expect((await readdir(join(folder, 'archives', 'ab'))).toSorted()).toEqual(['whole.mp4', 'whole.mp4.1.PART'])
  expect(await readdir(join(folder, 'archives', 'cd'))).toEqual([])
})

describe('an S3 bucket that does not do what it is asked', () => {
  const refusals = [
    { what: 'has another name', change: { bucket: 'another' }, reason: 'it has no such bucket' },
    { what: 'does not know the key', change: { key: 'stranger' }, reason: 'it does not know the key' },
    { what: 'was given another secret', change: { secret: 'hunter2' }, reason: 'the secret is wrong' },
  ]
  test.each(refusals)('and $what is said to be so, without the secret', async ({ change, reason }) => {
    const store = new S3Store(server.url(change))
    const fault = await store.put('a.jpg', Buffer.from('x')).catch((each: unknown) => each)
    expect(fault).toEqual(new StoreUnavailable(reason))
    expect((fault as Error).cause).toBeUndefined()
    await expect(store.put('a.mp4', Readable.from(mebibytes(9)))).rejects.toThrow(reason)
    await expect(buffer(store.read('a.jpg'))).rejects.toThrow(reason)
    await expect(all(store.list('a'))).rejects.toThrow(reason)
  })

  test('and is away fails, and goes on when it is back', async () => {
    const store = new S3Store(server.url())
    await store.put('kept.jpg', Buffer.from('kept'))
    await server.halt()
    await expect(store.sizeOf('kept.jpg')).rejects.toThrow(new StoreUnavailable('it cannot be reached: ECONNREFUSED'))
    await expect(store.delete(['kept.jpg'])).rejects.toThrow(StoreUnavailable)
    await server.run()
    expect(String(await buffer(store.read('kept.jpg')))).toBe('kept')
  })
})
