import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { untilThere } from '../../src/data/station/until-there.ts'

/** All pauses between questions are of this length. */
const PAUSE_MS = 300
const random = () => 0.2

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
})
afterEach(() => {
  vi.useRealTimers()
})

interface Question {
  answer: (isThere: boolean) => void
  askedMs: number
  /** When it was given up. */
  endedMs?: number
}

function begin() {
  const questions: Question[] = []
  const startMs = performance.now()
  const sinceMs = () => performance.now() - startMs
  let isThere = false
  const ask = (signal: AbortSignal) =>
    new Promise<boolean>((answer) => {
      const question: Question = { answer, askedMs: sinceMs() }
      questions.push(question)
      signal.addEventListener('abort', () => {
        question.endedMs = sinceMs()
        answer(false)
      })
    })
  const done = untilThere(ask, random).then(() => (isThere = true))
  return { questions, done, sinceMs, isThere: () => isThere }
}

it('does not wait for what was asked on a dead line, and gives it up when something else is answered', async () => {
  const { questions, done } = begin()
  await vi.advanceTimersByTimeAsync(3 * PAUSE_MS)
  expect(questions.map(({ askedMs }) => askedMs)).toEqual([PAUSE_MS, 2 * PAUSE_MS, 3 * PAUSE_MS])
  expect(questions.map(({ endedMs }) => endedMs)).toEqual([undefined, undefined, undefined])
  questions[2]?.answer(true)
  await done
  expect(questions.slice(0, 2).map(({ endedMs }) => endedMs)).toEqual([3 * PAUSE_MS, 3 * PAUSE_MS])
  await vi.advanceTimersByTimeAsync(60_000)
  expect(questions).toHaveLength(3)
})

it('lets one question at a time take as long as a slow line needs, gives the others up early, and pauses before each', async () => {
  const { questions, done, isThere } = begin()
  await vi.advanceTimersByTimeAsync(14_000)
  const [patient, ...others] = questions
  expect(patient?.endedMs).toBeUndefined()
  const pausesMs = others.map(({ askedMs }, index) => askedMs - (questions[index]?.askedMs ?? 0))
  expect(pausesMs).toEqual(others.map(() => PAUSE_MS))
  const ended = others.filter(({ endedMs }) => endedMs !== undefined)
  expect(ended.length).toBeGreaterThan(30)
  for (const { askedMs, endedMs } of ended) expect(endedMs).toBe(askedMs + 1_200)
  expect(isThere()).toBe(false)
  patient?.answer(true)
  await done
})

it('is patient with another question once the first has had its time', async () => {
  const { questions, done, sinceMs } = begin()
  await vi.advanceTimersByTimeAsync(PAUSE_MS + 15_000)
  expect(questions[0]?.endedMs).toBe(PAUSE_MS + 15_000)
  await vi.advanceTimersByTimeAsync(10_000)
  const patient = questions.filter(({ askedMs, endedMs }) => endedMs === undefined && sinceMs() - askedMs > 2_000)
  expect(patient).toHaveLength(1)
  patient[0]?.answer(true)
  await done
})

it('asks anew at once, and once, when a line that was dead ends what was asked on it', async () => {
  const { questions, done } = begin()
  await vi.advanceTimersByTimeAsync(PAUSE_MS + 250)
  expect(questions).toHaveLength(1)
  questions[0]?.answer(false)
  await vi.advanceTimersByTimeAsync(0)
  expect(questions.map(({ askedMs }) => askedMs)).toEqual([PAUSE_MS, PAUSE_MS + 250])
  await vi.advanceTimersByTimeAsync(300)
  expect(questions).toHaveLength(3)
  questions[1]?.answer(false)
  await vi.advanceTimersByTimeAsync(0)
  expect(questions).toHaveLength(3)
  questions[2]?.answer(true)
  await done
})

it('asks sooner where it is refused at once, but not for ever, and not on a line on which questions wait', async () => {
  const { questions, done } = begin()
  const pauses = () => questions.slice(1).map(({ askedMs }, index) => askedMs - (questions[index]?.askedMs ?? 0))
  const refuseFor = async (ms: number) => {
    for (let pastMs = 0; pastMs < ms; pastMs += 20) {
      await vi.advanceTimersByTimeAsync(20)
      for (const { answer } of questions) answer(false)
    }
  }
  await refuseFor(60_000)
  expect(questions[0]?.askedMs).toBe(PAUSE_MS)
  expect(pauses().slice(0, 200)).toEqual(Array.from({ length: 200 }, () => 120))
  expect(pauses().slice(200)).toEqual(
    pauses()
      .slice(200)
      .map(() => PAUSE_MS),
  )
  expect(pauses().length).toBeGreaterThan(300)
  questions.at(-1)?.answer(true)
  await vi.advanceTimersByTimeAsync(PAUSE_MS)
  questions.at(-1)?.answer(true)
  await done
})
