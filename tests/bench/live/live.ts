import { join } from 'node:path'
import { servePage } from '#tests/support/page-server.ts'
import { freePort } from '#tests/support/stack.ts'
import { BenchBrowser } from './browser.ts'
import type { ClipName } from './clips.ts'
import { startDirectChain } from './direct-chain.ts'
import { startRealChain } from './real-chain.ts'
import { columns, type Compared, printCells, runBoth, startMse, type Stage } from './stage.ts'

const stages: Stage[] = [
  ...[1, 4, 9, 16].map((count) => ({ clip: '360p15' as const, count })),
  ...[1, 4].map((count) => ({ clip: '720p25' as const, count })),
]

interface Result extends Compared {
  stage: Stage
}

/**
 * From RTSP cameras through bridge, service and relay to pixels: age of the pictures, time to the first one, drops and processor time, against MSE in the
 * same run. `--direct` leaves out everything between camera and browser.
 */
export async function run(args: string[]): Promise<void> {
  const pagePort = await freePort()
  const chain = args.includes('--direct') ? await startDirectChain() : await startRealChain(pagePort)
  const mse = await startMse(chain)
  const served = await servePage(join(import.meta.dirname, 'page'), pagePort)
  const browser = await BenchBrowser.launch()
  const all: Result[] = []
  try {
    const page = await browser.newPage()
    page.on('pageerror', (error) => console.error(error))
    await page.exposeFunction('benchRelayAddress', () => chain.relayAddress())
    await page.goto(served.url)
    console.log(
      'Ages and times in ms, from the camera to the pixels; CPU of the whole browser in % of one core, idle time in % of the machine.',
    )
    console.log(
      'Between them, of the age: bridge, relay and worker up to the window’s track, and the compositor up to the pixels; medians of one window.',
    )
    printCells(columns)
    for (const stage of stages) all.push({ stage, ...(await runBoth(stage, { browser, page, chain, mse })) })
  } finally {
    await browser.close()
    await served.close()
    await mse.server.close()
    await chain.close()
  }
  console.log(JSON.stringify(summary(all)))
}

function summary(all: Result[]): Record<string, number> {
  const of = (clip: ClipName, count: number) => all.find(({ stage }) => stage.clip === clip && stage.count === count)
  const [four, sixteen] = [of('360p15', 4), of('360p15', 16)]
  const figures = {
    picture_age_p50_ms: four?.own.age50Ms,
    picture_age_p95_ms: four?.own.age95Ms,
    first_picture_p50_ms: four?.own.first50Ms,
    picture_age_p95_16_ms: sixteen?.own.age95Ms,
    first_picture_p50_16_ms: sixteen?.own.first50Ms,
    bridge_ms: four?.own.way?.bridgeMs,
    relay_ms: four?.own.way?.relayMs,
    worker_ms: four?.own.way?.workerMs,
    compositor_ms: four?.own.way?.screenMs,
    bridge_16_ms: sixteen?.own.way?.bridgeMs,
    relay_16_ms: sixteen?.own.way?.relayMs,
    worker_16_ms: sixteen?.own.way?.workerMs,
    compositor_16_ms: sixteen?.own.way?.screenMs,
    shown_16: sixteen?.own.shown,
    dropped_16: sixteen?.own.dropped,
    cpu_16_pct: sixteen?.own.cpuPct,
    picture_age_p95_4x720_ms: of('720p25', 4)?.own.age95Ms,
    cpu_4x720_pct: of('720p25', 4)?.own.cpuPct,
    mse_picture_age_p95_ms: four?.mse.age95Ms,
    mse_picture_age_p95_16_ms: sixteen?.mse.age95Ms,
    mse_cpu_16_pct: sixteen?.mse.cpuPct,
  }
  return Object.fromEntries(Object.entries(figures).map(([name, value]) => [name, Math.round((value ?? Number.NaN) * 10) / 10]))
}
