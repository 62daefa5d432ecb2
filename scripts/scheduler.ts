import type { Tally } from './reports.ts'

/** A part of a run that may go on beside others. */
export interface Job {
  /** Said in the output and in the table; jobs name each other by it. */
  name: string
  /** Processors that it keeps busy: a fraction for what mostly waits; none for what takes only what others leave; more than there are stands for all. */
  processors: number
  /** Jobs that must have been good before this one begins: it is left out, and counts as failed, when one was not. */
  needs?: readonly string[]
  /** Jobs that must be over before this one begins, however they ended. */
  after?: readonly string[]
  /** What takes longer is ended and counts as failed. */
  boundMs: number
  /** Does the work; it has to end soon when the signal says so. A job that throws counts as failed. */
  run(ending: AbortSignal): Promise<Outcome>
}

export interface Outcome {
  tally: Tally
  /** All that the job said. */
  output: string
  /** Seconds that processors have worked for it, where that is known. */
  processorS?: number | undefined
}

export interface Result extends Outcome {
  name: string
  tookS: number
}

interface Surroundings {
  /** Processors that the jobs share. */
  processors: number
  /** Ends everything that runs, and lets nothing else begin. */
  stop: AbortSignal
  began?(job: Job): void
  ended?(result: Result): void
}

/** What is told to end has this time for it; then it is no longer waited for. */
const LAST_WORDS_MS = 10_000

/**
 * Runs the jobs, as many at a time as there are processors for; when there is room, the first of the list that may begin does. Answers with one
 * result for each job, in the order in which they ended. Throws when a job waits for one that is not there, or for itself.
 */
export async function schedule(jobs: readonly Job[], { processors, stop, began, ended }: Surroundings): Promise<Result[]> {
  const waiting = new Set(jobs)
  const running = new Set<Promise<void>>()
  const results = new Map<string, Result>()
  let free = processors

  const finish = (job: Job, outcome: Outcome, startMs = Date.now()) => {
    const result = { ...outcome, name: job.name, tookS: (Date.now() - startMs) / 1000 }
    results.set(job.name, result)
    ended?.(result)
  }
  const begin = async (job: Job, share: number) => {
    const startMs = Date.now()
    free -= share
    began?.(job)
    const outcome = await bounded(job, stop)
    free += share
    finish(job, outcome, startMs)
  }
  const takeUp = (job: Job) => {
    const { needs = [], after = [] } = job
    const lacking = needs.find((name) => (results.get(name)?.tally.failed ?? 0) > 0)
    const share = Math.min(job.processors, processors)
    if (stop.aborted) finish(job, { tally: oneFailure(`${job.name}: did not begin`), output: '' })
    else if (lacking !== undefined) finish(job, { tally: oneFailure(`${job.name}: left out, since this failed: ${lacking}`), output: '' })
    else if (share > free || ![...needs, ...after].every((name) => results.has(name))) return
    else {
      const work = begin(job, share).finally(() => running.delete(work))
      running.add(work)
    }
    waiting.delete(job)
  }

  while (waiting.size > 0 || running.size > 0) {
    const before = waiting.size
    for (const job of waiting) takeUp(job)
    if (running.size > 0) await Promise.race(running)
    else if (waiting.size === before)
      throw new Error(`These wait for what never comes: ${[...waiting].map(({ name }) => name).join(', ')}.`)
  }
  return [...results.values()]
}

/** Runs a job that is told to end after its bound, or when everything stops; one that does not even then is given up. */
async function bounded({ name, boundMs, run }: Job, stop: AbortSignal): Promise<Outcome> {
  const ending = new AbortController()
  const { promise: givenUp, resolve: giveUp } = Promise.withResolvers<Outcome>()
  const timers: NodeJS.Timeout[] = []
  let why: string | undefined
  const end = (reason: string) => {
    why ??= reason
    timers.push(setTimeout(() => giveUp({ tally: oneFailure(''), output: '' }), LAST_WORDS_MS))
    ending.abort()
  }
  timers.push(setTimeout(() => end(`did not end within ${boundMs / 1000} s`), boundMs))
  const interrupt = () => end('was interrupted')
  stop.addEventListener('abort', interrupt)
  try {
    const outcome = await Promise.race([run(ending.signal), givenUp])
    return why === undefined ? outcome : { ...outcome, tally: oneFailure(`${name}: ${why}`, outcome.tally) }
  } catch (error) {
    return { tally: oneFailure(`${name}: ${why ?? (error as Error).message}`), output: '' }
  } finally {
    for (const timer of timers) clearTimeout(timer)
    stop.removeEventListener('abort', interrupt)
  }
}

/** A failure that no test counted; the tests that passed before it did pass. */
function oneFailure(failure: string, { passed, skipped } = { passed: 0, skipped: 0 }): Tally {
  return { passed, failed: 1, skipped, failures: [failure] }
}
