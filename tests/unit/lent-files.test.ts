import { expect, it } from 'vitest'
import type { LentPort } from '#contract/core-api.ts'
import { LentFiles, type FromFilesWorker, type ToFilesWorker } from '#workers/store/lent-files.ts'
import { writeLent } from '#workers/store/write-lent.ts'
import { MemoryFiles } from '#tests/support/core/memory-files.ts'
import { VirtualClock } from '#tests/support/core/virtual-clock.ts'

/** A port to a worker that does nothing before the test says so. */
class StandInPort implements LentPort {
  #hear: (event: { data: unknown }) => void = () => {}
  readonly asked: ToFilesWorker[] = []
  isClosed = false

  addEventListener(_type: 'message', listener: (event: { data: unknown }) => void): void {
    this.#hear = listener
  }

  start(): void {}

  postMessage(message: unknown): void {
    this.asked.push(message as ToFilesWorker)
  }

  close(): void {
    this.isClosed = true
  }

  answer(state: FromFilesWorker['state']): void {
    const [question] = this.asked.splice(0, 1)
    if (question?.op === 'write') this.#hear({ data: { id: question.id, state, memory: question.piece.bytes.buffer } })
  }
}

function stand() {
  const own = new MemoryFiles()
  const clock = new VirtualClock()
  const files = new LentFiles(own, clock)
  let wanted = 0
  files.lending.onWanted = () => (wanted += 1)
  return { own, clock, files, wanted: () => wanted }
}

const key = await crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt'])
const piece = () => ({ bytes: new Uint8Array(4), key, is: 'a piece' })

it('writes by itself until a tab lends a worker, asks for one once, and then has that write', async () => {
  const { own, files, wanted } = stand()
  files.lending.want()
  files.lending.want()
  expect(wanted()).toBe(1)
  expect(await files.write('a', 0, piece())).toMatchObject({ state: 'kept' })
  expect(own.count).toBe(1)
  const port = new StandInPort()
  files.lending.lend('tab', port)
  const [kept, full, held] = [files.write('a', 1, piece()), files.write('a', 2, piece()), files.write('a', 3, piece())]
  held.catch(() => {})
  expect(port.asked).toMatchObject([
    { op: 'write', taskId: 'a', number: 1 },
    { op: 'write', taskId: 'a', number: 2 },
    { op: 'write', taskId: 'a', number: 3 },
  ])
  port.answer('kept')
  port.answer('noRoom')
  port.answer('held')
  expect(await kept).toMatchObject({ state: 'kept' })
  expect(await full).toMatchObject({ state: 'noRoom' })
  await expect(held).rejects.toThrow('Another worker')
  expect(own.count).toBe(1)
  files.lending.want()
  expect(wanted()).toBe(1)
})

it('says that nobody knows what became of a piece when the tab goes, and writes by itself again', async () => {
  const { own, files, wanted } = stand()
  const port = new StandInPort()
  files.lending.lend('tab', port)
  const writing = files.write('a', 0, piece())
  files.lending.forgetTab('another')
  expect(port.isClosed).toBe(false)
  files.lending.forgetTab('tab')
  await expect(writing).rejects.toThrow('gone')
  expect(port.isClosed).toBe(true)
  expect(await files.write('a', 0, piece())).toMatchObject({ state: 'kept' })
  expect(own.count).toBe(1)
  files.lending.want()
  expect(wanted()).toBe(1)
})

it('gives up a worker that does not answer and asks for no other, and gives one back that has nothing to do', async () => {
  const { clock, files, wanted } = stand()
  const port = new StandInPort()
  files.lending.lend('tab', port)
  const writing = files.write('a', 0, piece())
  writing.catch(() => {})
  clock.advance(19_999)
  expect(port.isClosed).toBe(false)
  clock.advance(1)
  await expect(writing).rejects.toThrow('gone')
  expect(port.isClosed).toBe(true)
  files.lending.want()
  expect(wanted()).toBe(0)
  const idle = new StandInPort()
  files.lending.lend('tab', idle)
  clock.advance(10_000)
  expect(idle.asked).toEqual([{ op: 'end' }])
  expect(idle.isClosed).toBe(true)
})

it('removes files only when none of them is being written', async () => {
  const { own, files } = stand()
  await own.write('a', 0, piece())
  const port = new StandInPort()
  files.lending.lend('tab', port)
  const writing = files.write('a', 1, piece())
  const removing = files.remove('a')
  await Promise.resolve()
  expect(own.count).toBe(1)
  port.answer('kept')
  await removing
  expect(await writing).toMatchObject({ state: 'kept' })
  expect(own.count).toBe(0)
})

it('asks for a worker again when one was given back and more is written, but not before a tab has had time to answer', async () => {
  const { own, clock, files, wanted } = stand()
  files.lending.want()
  const first = new StandInPort()
  files.lending.lend('tab', first)
  clock.advance(10_000)
  expect(first.isClosed).toBe(true)
  expect(await files.write('a', 0, piece())).toMatchObject({ state: 'kept' })
  expect(await files.write('a', 1, piece())).toMatchObject({ state: 'kept' })
  expect(own.count).toBe(2)
  expect(wanted()).toBe(2)
  const second = new StandInPort()
  files.lending.lend('tab', second)
  const writing = files.write('a', 2, piece())
  expect(second.asked).toMatchObject([{ op: 'write', taskId: 'a', number: 2 }])
  second.answer('kept')
  expect(await writing).toMatchObject({ state: 'kept' })
})

it('has a worker that wakes after it was given up write nothing', async () => {
  const { own, clock, files } = stand()
  const port = new StandInPort()
  files.lending.lend('tab', port)
  const writing = files.write('a', 0, piece())
  writing.catch(() => {})
  const [question] = port.asked
  if (question?.op !== 'write') throw new Error('It was not asked to write')
  clock.advance(19_999)
  expect(await writeLent(question, own, () => clock.nowMs())).toMatchObject({ id: question.id, state: 'kept' })
  await own.remove('a')
  clock.advance(1)
  await expect(writing).rejects.toThrow('gone')
  expect(await writeLent(question, own, () => clock.nowMs())).toMatchObject({ id: question.id, state: 'late' })
  expect(own.count).toBe(0)
})
