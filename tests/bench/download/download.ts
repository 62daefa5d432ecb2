import { execFile, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs, promisify } from 'node:util'
import { archiveCalls } from '#contract/calls/archive/archive-calls.ts'
import { putPart } from '#tests/support/put-part.ts'
import { connectRecordingCamera } from '#tests/support/recording-camera.ts'
import { demoDevices, TestService } from '#tests/support/service.ts'
import type { Downloaded, DownloaderJob } from './downloader.ts'

const MB = 1e6
const PART_MS = 60_000
const { sn } = demoDevices.gate
const execute = promisify(execFile)

/** What a cable of an office brings in a second. */
const GIGABIT_BYTES_PER_S = 1e9 / 8

/**
 * `npm run bench -- download [--mb=1000] [--rounds=3]`: a part of a recording as the shared worker downloads it (links, ranges, pieces that are
 * compared with their hashes and lie sealed on the disk), beside plain `curl` of the same bytes onto the same disk from the same service, in turns; the best of each counts.
 * Both ways once without a bound, as fast as this machine moves bytes to itself, and once over a line of a gigabit.
 */
export async function run(args: string[]): Promise<void> {
  const options = { mb: { type: 'string', default: '1000' }, rounds: { type: 'string', default: '3' } } as const
  const { values } = parseArgs({ args, options })
  const sizeBytes = Number(values.mb) * MB
  const folder = mkdtempSync(join(tmpdir(), 'sightline-bench-download-'))
  const service = await TestService.start()
  const { agent } = await connectRecordingCamera(service.url, demoDevices.gate)
  const line = fork(join(import.meta.dirname, 'gigabit-line.ts'), [new URL(service.url).port, String(GIGABIT_BYTES_PER_S)])
  try {
    const [linePort] = (await once(line, 'message')) as [number]
    let made = 0
    const measure = async (url: string): Promise<Measured> => {
      const rounds: { curlMs: number; core: Downloaded }[] = []
      for (let round = 0; round < Number(values.rounds); round += 1) {
        const { job, partId, sha256 } = await preparePart(service, sizeBytes, made++)
        const path = await linkTo(service, partId)
        const begunMs = performance.now()
        await execute('curl', ['--silent', '--fail', '--output', join(folder, 'curl'), url + path])
        const curlMs = performance.now() - begunMs
        const core = await downloaded({ ...job, url, folder: join(folder, `core-${made}`), sha256 })
        rounds.push({ curlMs, core })
      }
      const curlMs = Math.min(...rounds.map((round) => round.curlMs))
      const coreMs = Math.min(...rounds.map(({ core }) => core.ms))
      return { curlMs, coreMs, isHashRight: rounds.every(({ core }) => core.isHashRight) }
    }
    const unbound = await measure(service.url)
    const gigabit = await measure(`http://127.0.0.1:${linePort}`)
    const speed = (ms: number) => Math.round((sizeBytes / MB / ms) * 1000)
    const figures = {
      bench: 'download',
      mb: sizeBytes / MB,
      ratio_to_curl: round2(unbound.curlMs / unbound.coreMs),
      ratio_at_gigabit: round2(gigabit.curlMs / gigabit.coreMs),
      hash_right: unbound.isHashRight && gigabit.isHashRight,
      curl_mb_s: speed(unbound.curlMs),
      core_mb_s: speed(unbound.coreMs),
      curl_mb_s_at_gigabit: speed(gigabit.curlMs),
      core_mb_s_at_gigabit: speed(gigabit.coreMs),
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

/** The best of some rounds. */
interface Measured {
  curlMs: number
  coreMs: number
  isHashRight: boolean
}

/** Puts a part of so many bytes into the service's store; answers what a person asks for to have it. */
async function preparePart(service: TestService, sizeBytes: number, number: number) {
  const startMs = Math.floor(service.now) - (number + 2) * PART_MS
  const endMs = startMs + PART_MS
  const { partId, sha256 } = await putPart(service, { sn, chlIndex: 0, startMs, endMs, from: 'local', format: 'avi' }, sizeBytes)
  return { partId, sha256, job: { url: service.url, origin: service.origin, person: service.person('admin'), sn, startMs, endMs } }
}

/** The path that leads to its file. */
async function linkTo(service: TestService, partId: string): Promise<string> {
  const { file } = await (await service.signIn('admin')).call(archiveCalls.recordedPartGet, { partId })
  if (file === null) throw new Error('The part is not there.')
  return file.url
}

/** Has a core download it, in a process of its own as a browser's worker has. */
async function downloaded(job: DownloaderJob): Promise<Downloaded> {
  const child = fork(join(import.meta.dirname, 'downloader.ts'))
  child.send(job)
  const [result] = (await once(child, 'message')) as [Downloaded]
  child.kill('SIGKILL')
  rmSync(job.folder, { recursive: true, force: true })
  return result
}

function round2(value: number): number {
  return Math.round(value * 100) / 100
}
