import { afterEach, expect, test } from 'vitest'
import type { SourceUnit } from '#device/agent/channel-source.ts'
import { Transcoder } from '#device/bridge/transcode/transcoder.ts'
import { loadClip } from '#tests/support/clip.ts'
import { numbersIn } from '#tests/support/look-at-clip.ts'
import { SeededRandom } from '#tests/support/seeded-random.ts'

const { pictures } = loadClip(new URL('../fixtures/counter-640x360-15.h265', import.meta.url))
let transcoder: Transcoder | undefined
afterEach(() => transcoder?.close())

function unitOf(index: number, data: Uint8Array, isKey: boolean): SourceUnit {
  return { data, isKey, isPreroll: false, ptsUs: index * 40_000, captureMs: 1_000_000 + index * 40 }
}

/** Sends what `unitAt` makes of the first pictures, and answers with what comes out up to the last of them. */
async function transcoded(count: number, unitAt: (index: number) => SourceUnit | undefined): Promise<SourceUnit[]> {
  const out: SourceUnit[] = []
  const last = Promise.withResolvers<void>()
  transcoder = new Transcoder({
    onFormat: () => {},
    onUnit: (unit) => {
      out.push(unit)
      if (unit.ptsUs === (count - 1) * 40_000) last.resolve()
    },
    onEnd: (message) => last.reject(new Error(message)),
  })
  for (let index = 0; index < count; index++) {
    const unit = unitAt(index)
    if (unit) transcoder.push(unit)
  }
  await last.promise
  return out
}

test('each picture comes out at once and by itself with its own time, the last one too', async () => {
  const out = await transcoded(45, (index) => unitOf(index, pictures[index]?.unit ?? new Uint8Array(), index % 30 === 0))
  expect(out.map(({ captureMs }) => captureMs)).toEqual(out.map((_, at) => 1_000_000 + at * 40))
  expect(await numbersIn(Buffer.concat(out.map(({ data }) => data)))).toEqual(out.map((_, at) => at))
})

test('damaged pictures do not move the times of those behind them @deep', async () => {
  const random = new SeededRandom(3)
  const damaged = (unit: Uint8Array) => [random.bytes(unit.length), random.mutate(unit), Buffer.concat([unit, unit])]
  const out = await transcoded(60, (index) => {
    const { unit = new Uint8Array() } = pictures[index] ?? {}
    const isDamaged = index > 3 && index < 25
    return unitOf(index, (isDamaged ? damaged(unit)[index % 3] : undefined) ?? unit, index % 30 === 0)
  })
  const numbers = await numbersIn(Buffer.concat(out.map(({ data }) => data)))
  const behind = out.map(({ captureMs }, at) => [(captureMs - 1_000_000) / 40, numbers[at]] as const).filter(([place]) => place >= 30)
  expect(behind).toEqual(behind.map((_, at) => [30 + at, 30 + at]))
  expect(behind).toHaveLength(30)
})

test('a process that gives nothing back is ended and told of', async () => {
  const random = new SeededRandom(4)
  const ended = transcoded(1_300, (index) => unitOf(index, random.bytes(20), true))
  await expect(ended).rejects.toThrow(/ended with/)
})
