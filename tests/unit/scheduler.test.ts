import { expect, it } from 'vitest'
import { type Job, type Outcome, type Result, schedule } from '../../scripts/scheduler.ts'

const good: Outcome = { tally: { passed: 1, failed: 0, skipped: 0, failures: [] }, output: '' }
const bad: Outcome = { tally: { passed: 0, failed: 1, skipped: 0, failures: ['it'] }, output: '' }
const never = new AbortController().signal

function job(name: string, changes: Partial<Job> = {}): Job {
  return { name, processors: 1, boundMs: 60_000, run: async () => good, ...changes }
}

/** A job that runs until it is let go. */
function held(name: string, changes: Partial<Job> = {}): Job & { letGo: () => void } {
  const { promise, resolve } = Promise.withResolvers<Outcome>()
  return { ...job(name, { run: () => promise, ...changes }), letGo: () => resolve(good) }
}

/** Runs jobs on two processors; `begun` and `ended` grow while they do. */
function run(jobs: Job[], stop = never) {
  const begun: string[] = []
  const ended: string[] = []
  const results = schedule(jobs, {
    processors: 2,
    stop,
    began: ({ name }) => begun.push(name),
    ended: ({ name }) => ended.push(name),
  })
  return { begun, ended, results }
}

/** All that can happen by itself has. */
const still = () => new Promise((resolve) => setTimeout(resolve))

function failuresOf(results: Result[]): string[] {
  return results.flatMap(({ tally }) => tally.failures)
}

it('begins at once what takes only what others leave, beside what has all processors', async () => {
  const [all, patient, next] = [held('all', { processors: 8 }), held('patient', { processors: 0 }), job('next')]
  const { begun, ended, results } = run([all, next, patient])
  await still()
  expect(begun).toEqual(['all', 'patient'])
  all.letGo()
  await still()
  expect(ended).toEqual(['all', 'next'])
  patient.letGo()
  await results
})

it('never gives away more processors than there are, and gives those that come back to the first that may begin', async () => {
  const jobs = [
    held('one'),
    held('half', { processors: 0.5 }),
    held('all', { processors: 8 }),
    held('also half', { processors: 0.5 }),
    held('last'),
  ]
  const { begun, results } = run(jobs)
  await still()
  expect(begun).toEqual(['one', 'half', 'also half'])
  jobs[1]?.letGo()
  await still()
  expect(begun).toHaveLength(3)
  jobs[3]?.letGo()
  await still()
  expect(begun.slice(3)).toEqual(['last'])
  jobs[0]?.letGo()
  await still()
  expect(begun).toHaveLength(4)
  jobs[4]?.letGo()
  await still()
  expect(begun.slice(4)).toEqual(['all'])
  jobs[2]?.letGo()
  expect((await results).map(({ name }) => name)).toEqual(['half', 'also half', 'one', 'last', 'all'])
})

it('begins a job when those that it needs have been good and those that it comes after are over', async () => {
  const build = held('build')
  const { begun, results } = run([
    job('browser', { needs: ['build'] }),
    build,
    job('look', { after: ['worse'] }),
    job('worse', { run: async () => bad }),
  ])
  await still()
  expect(begun).toEqual(['build', 'worse', 'look'])
  build.letGo()
  expect((await results).map(({ name }) => name)).toEqual(['worse', 'look', 'build', 'browser'])
})

it('leaves out, and counts as failed, what needs something that failed or was left out', async () => {
  const { begun, results } = run([
    job('last', { after: ['browser'] }),
    job('beside', { needs: ['browser'] }),
    job('browser', { needs: ['build'] }),
    job('build', { run: async () => bad }),
  ])
  expect(failuresOf(await results)).toEqual([
    'it',
    'browser: left out, since this failed: build',
    'beside: left out, since this failed: browser',
  ])
  expect(begun).toEqual(['build', 'last'])
})

it('ends a job that hangs, counts it as failed beside what passed in it, and keeps what it said', async () => {
  const hanging = job('hanging', {
    boundMs: 20,
    run: (ending) =>
      new Promise((resolve) =>
        ending.addEventListener('abort', () => resolve({ tally: { ...bad.tally, passed: 3 }, output: 'half a word' })),
      ),
  })
  const [result] = await run([hanging]).results
  expect(result).toMatchObject({ output: 'half a word', tally: { passed: 3, failed: 1, failures: ['hanging: did not end within 0.02 s'] } })
})

it('counts a job that throws as failed, and goes on', async () => {
  const results = await run([job('thrown', { run: () => Promise.reject(new Error('no such program')) }), job('other')]).results
  expect(failuresOf(results)).toEqual(['thrown: no such program'])
  expect(results.map(({ tally }) => tally.passed)).toEqual([0, 1])
})

it('ends what runs when all of it is stopped, and begins nothing more', async () => {
  const stop = new AbortController()
  const running = job('running', {
    processors: 2,
    run: (ending) => new Promise((resolve) => ending.addEventListener('abort', () => resolve(good))),
  })
  const { begun, results } = run([running, job('next')], stop.signal)
  await still()
  stop.abort()
  expect(failuresOf(await results)).toEqual(['running: was interrupted', 'next: did not begin'])
  expect(begun).toEqual(['running'])
})

it('refuses a list in which a job waits for one that is not there', async () => {
  await expect(run([job('alone', { needs: ['nothing'] })]).results).rejects.toThrow('These wait for what never comes: alone.')
})
