import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { processes } from '#tests/support/process-table.ts'
import { until } from '#tests/support/until.ts'
import { runNode } from '../../scripts/job-process.ts'

const never = new AbortController().signal
let folder: string
let log: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sightline-job-'))
  log = join(folder, 'log')
})
afterEach(() => rmSync(folder, { recursive: true }))

it('tells all that a program said, in its order, and whether it was good', async () => {
  const said = await runNode(['-e', 'console.log(1); console.error(process.env.LETTER); console.log(3)'], log, { LETTER: 'b' }, never)
  expect(said).toMatchObject({ isGood: true, output: '1\nb\n3\n' })
  expect(await runNode(['-e', 'process.exit(3)'], log, {}, never)).toMatchObject({ isGood: false, output: '' })
})

it('lets everything else go first when it is patient, with all that it starts', async () => {
  const priority = 'os.getPriority()'
  const ofChild = `require('node:child_process').spawnSync(process.execPath, ['-p', '${priority}'], { encoding: 'utf8' }).stdout.trim()`
  const said = await runNode(['-p', `[${priority}, ${ofChild}].join()`], log, {}, never, { isPatient: true })
  expect(said).toMatchObject({ isGood: true, output: '19,19\n' })
})

it('counts the work of what a program starts too', async () => {
  const work = 'while (process.cpuUsage().user < 4e5) for (let count = 0; count < 1e7; count += 1) ;'
  const { processorS = 0 } = await runNode(
    ['-e', `require('node:child_process').spawnSync(process.execPath, ['-e', ${JSON.stringify(work)}])`],
    log,
    {},
    never,
  )
  expect(processorS).toBeGreaterThan(0.4)
})

it.runIf(process.platform === 'linux')('counts the work of what has lost whoever started it', async () => {
  const work = `let told = false
    while (process.cpuUsage().user < 20e5) {
      for (let count = 0; count < 1e7; count += 1) ;
      if (!told && process.cpuUsage().user > 8e5) told = require('node:fs').writeSync(1, 'worked') > 0
    }`
  const starts = (script: string, stdio: string, then: string) =>
    `require('node:child_process').spawn(process.execPath, ['-e', ${JSON.stringify(script)}], { detached: true, stdio: ${stdio} })${then}`
  const parent = starts(work, "['ignore', 'pipe', 'inherit']", ".stdout.once('data', () => process.exit())")
  // It goes on for as long as somebody holds the other end.
  const program = starts(parent, "['ignore', 'ignore', 'pipe']", '.stderr.resume()')
  const { processorS = 0 } = await runNode(['-e', program], log, {}, never)
  expect(processorS).toBeGreaterThan(1.2)
})

it('ends a program that hangs, and all that it started, though that has a process group of its own', async () => {
  const stubborn = `process.on('SIGTERM', () => {}); setInterval(() => {}, 1e6); console.log('begun ' + process.pid)`
  const start = `require('node:child_process').spawn(process.execPath, ['-e', ${JSON.stringify(stubborn)}], { detached: true, stdio: 'inherit' })`
  const ending = new AbortController()
  const running = runNode(['-e', start], log, {}, ending.signal)
  const pid = () => Number(/begun (\d+)/.exec(readFileSync(log, 'utf8'))?.[1])
  await until('the stubborn one', () => pid() > 0)
  ending.abort()
  expect(await running).toMatchObject({ isGood: false, processorS: undefined })
  await until('its end', () => processes().every((one) => one.pid !== pid()), 10_000)
})
