import { execFile, fork } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createReadStream, mkdtempSync, rmSync } from 'node:fs'
import { availableParallelism, loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { parseArgs, promisify } from 'node:util'
import { chromium, type BrowserContext, type Page } from 'playwright'
import { archiveCalls } from '#contract/calls/archive/archive-calls.ts'
import type { PartSource } from '#contract/core-api.ts'
import { chromiumFlags, findChromium } from '#tests/support/chromium.ts'
import { buildPage } from '#tests/support/page-server.ts'
import { putPart } from '#tests/support/put-part.ts'
import { connectRecordingCamera } from '#tests/support/recording-camera.ts'
import { demoDevices, TestService } from '#tests/support/service.ts'
import type { DownloadsPage } from './page-api.ts'

declare const downloadsPage: DownloadsPage

const MB = 1e6
const PART_MS = 60_000
const { sn } = demoDevices.gate
const execute = promisify(execFile)

/** What a cable of an office brings in a second. */
const GIGABIT_BYTES_PER_S = 1e9 / 8

/**
 * `npm run bench -- download [--mb=1000] [--rounds=3]`: a part of a recording as the app's shared worker downloads it in Chromium (links, ranges,
 * pieces that are compared with their hashes and lie sealed in OPFS, on the disk), beside plain `curl` of the same bytes onto the same disk from
 * the same service, in turns; the best of each counts. Both ways twice. `ratio_to_curl`: without a bound, as fast as this machine moves bytes to itself, where
 * the service, the browser and its ciphers share the processors: it is work that is compared. `ratio_at_gigabit`: over a line of a gigabit, as
 * the fastest that an office has. Afterwards each file is saved out of the browser and its hash compared.
 */
export async function run(args: string[]): Promise<void> {
  const options = { mb: { type: 'string', default: '1000' }, rounds: { type: 'string', default: '3' } } as const
  const { values } = parseArgs({ args, options })
  const sizeBytes = Number(values.mb) * MB
  const speed = (ms: number) => Math.round((sizeBytes / MB / ms) * 1000)
  const folder = mkdtempSync(join(tmpdir(), 'sightline-bench-download-'))
  await buildPage(join(import.meta.dirname, 'page'), join(folder, 'app'))
  const service = await TestService.start({ distFolder: join(folder, 'app') })
  const { agent } = await connectRecordingCamera(service.url, demoDevices.gate)
  const line = fork(join(import.meta.dirname, 'gigabit-line.ts'), [new URL(service.url).port, String(GIGABIT_BYTES_PER_S)])
  try {
    const [linePort] = (await once(line, 'message')) as [number]
    let made = 0
    const measure = async (url: string): Promise<Round> => {
      // What is no persistent profile has its files in the memory.
      const context = await openProfile(join(folder, `profile-${made}`))
      try {
        const page = await openPage(context, `${url}/user/`, service.person('admin'))
        const rounds: Round[] = []
        for (let round = 0; round < Number(values.rounds); round += 1) {
          const { part, partId, sha256 } = await preparePart(service, sizeBytes, made++)
          const path = await linkTo(service, partId)
          const begunMs = performance.now()
          await execute('curl', ['--silent', '--fail', '--output', join(folder, 'curl'), url + path])
          const curlMs = performance.now() - begunMs
          const { taskId, ms } = await page.evaluate((wanted) => downloadsPage.download(wanted), part)
          console.log(`  curl ${speed(curlMs)} MB/s, the browser ${speed(ms)} MB/s`)
          const saved = await save(page, taskId, join(folder, 'saved'))
          rounds.push({ curlMs, browserMs: ms, isHashRight: saved === sha256 })
        }
        return bestOf(rounds)
      } finally {
        await context.close()
      }
    }
    console.log('as fast as this machine moves bytes to itself:')
    const unbound = await measure(service.url)
    console.log('over a line of a gigabit:')
    const gigabit = await measure(`http://127.0.0.1:${linePort}`)
    const figures = {
      bench: 'download',
      mb: sizeBytes / MB,
      ratio_to_curl: round2(unbound.curlMs / unbound.browserMs),
      ratio_at_gigabit: round2(gigabit.curlMs / gigabit.browserMs),
      hash_right: unbound.isHashRight && gigabit.isHashRight,
      curl_mb_s: speed(unbound.curlMs),
      browser_mb_s: speed(unbound.browserMs),
      curl_mb_s_at_gigabit: speed(gigabit.curlMs),
      browser_mb_s_at_gigabit: speed(gigabit.browserMs),
      processors: availableParallelism(),
      load: Number(loadavg()[0]?.toFixed(1)),
    }
    console.table(figures)
    console.log(JSON.stringify(figures))
  } finally {
    line.kill()
    await agent.stop()
    await service.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

interface Round {
  curlMs: number
  browserMs: number
  isHashRight: boolean
}

function bestOf(rounds: Round[]): Round {
  return {
    curlMs: Math.min(...rounds.map(({ curlMs }) => curlMs)),
    browserMs: Math.min(...rounds.map(({ browserMs }) => browserMs)),
    isHashRight: rounds.every(({ isHashRight }) => isHashRight),
  }
}

/** Puts a part of so many bytes into the service's store; answers what a person asks for to have it. */
async function preparePart(service: TestService, sizeBytes: number, number: number) {
  const startMs = Math.floor(service.now) - (number + 2) * PART_MS
  const endMs = startMs + PART_MS
  const { partId, sha256 } = await putPart(service, { sn, chlIndex: 0, startMs, endMs, from: 'local', format: 'avi' }, sizeBytes)
  const part: PartSource = { sn, chlIndex: 0, from: 'local', title: 'Gate', startMs, endMs }
  return { part, partId, sha256 }
}

/** The path that leads to its file. */
async function linkTo(service: TestService, partId: string): Promise<string> {
  const { file } = await (await service.signIn('admin')).call(archiveCalls.recordedPartGet, { partId })
  if (file === null) throw new Error('The part is not there.')
  return file.url
}

function openProfile(folder: string): Promise<BrowserContext> {
  const executablePath = findChromium()
  if (executablePath === undefined) throw new Error('There is no Chromium on this machine.')
  return chromium.launchPersistentContext(folder, { executablePath, args: chromiumFlags })
}

async function openPage(context: BrowserContext, url: string, person: { loginName: string; password: string }): Promise<Page> {
  const page = await context.newPage()
  await page.goto(url)
  await page.waitForFunction(() => 'downloadsPage' in globalThis)
  await page.evaluate((who) => downloadsPage.signIn(who), person)
  return page
}

/** Has the browser save what it has downloaded, and forget it; answers with the hash of the file. */
async function save(page: Page, taskId: string, to: string): Promise<string> {
  const saving = page.waitForEvent('download')
  await page.evaluate((id) => downloadsPage.save(id), taskId)
  await (await saving).saveAs(to)
  await page.evaluate((id) => downloadsPage.clear(id), taskId)
  const hash = createHash('sha256')
  await pipeline(createReadStream(to), hash)
  return hash.digest('hex')
}

function round2(value: number): number {
  return Math.round(value * 100) / 100
}
