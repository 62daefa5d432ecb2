import { loadavg } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { servePage } from '#tests/support/page-server.ts'
import { freePort } from '#tests/support/stack.ts'
import { barsOf, linesOf, nameOf } from './bars.ts'
import { BenchBrowser } from './browser.ts'
import type { ClipName } from './clips.ts'
import { startDirectChain } from './direct-chain.ts'
import { startRealChain } from './real-chain.ts'
import { columns, type Compared, type Figures, printCells, runInTurns, startMse, type Stage } from './stage.ts'
import { startWebRtc } from './webrtc.ts'

const stages: Stage[] = [
  ...[1, 4, 9, 16].map((count) => ({ clip: '360p15' as const, count })),
  ...[1, 4].map((count) => ({ clip: '720p25' as const, count })),
]

interface Result extends Compared {
  stage: Stage
}

/**
 * `npm run bench -- live [--rounds=1] [--stages=4x360p15,16x360p15] [--direct]`: from RTSP cameras through bridge, service and relay to pixels: age of the
 * pictures, time to the first one, drops and processor time, against MSE and, where there is a Janus, WebRTC in the same run. `--direct` leaves out
 * everything between camera and browser. At the end stands of each bar whether it was met.
 */
export async function run(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: { rounds: { type: 'string', default: '1' }, stages: { type: 'string' }, direct: { type: 'boolean', default: false } },
  })
  const wanted = values.stages?.split(',')
  const pagePort = await freePort()
  const chain = values.direct ? await startDirectChain() : await startRealChain(pagePort)
  const mse = await startMse(chain)
  const webRtc = await startWebRtc(chain)
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
      'Between them, of the age: bridge, relay and worker up to the window’s track, and the compositor up to the pixels; the middle of one window’s.',
    )
    printCells(columns)
    const parts = { browser, page, chain, mse, ...(webRtc && { webRtc }) }
    for (const stage of stages.filter((one) => wanted === undefined || wanted.includes(nameOf(one))))
      all.push({ stage, ...(await runInTurns(stage, parts, Number(values.rounds))) })
  } finally {
    await browser.close()
    await served.close()
    await webRtc?.close()
    await mse.server.close()
    await chain.close()
  }
  // Without bridge, service and relay it is another thing that is measured.
  const bars = values.direct ? [] : barsOf(all)
  for (const line of linesOf(bars)) console.log(line)
  if (webRtc === undefined) console.log('Without Janus there is no WebRTC: what is to be quicker than that was not judged.')
  console.log(JSON.stringify(summary(all, bars)))
}

function summary(all: Result[], bars: ReturnType<typeof barsOf>): Record<string, unknown> {
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
  const known = Object.entries(figures).flatMap(([name, value]) => (value === undefined ? [] : [[name, rounded(value)] as const]))
  const ages = all.map(({ stage, own, webRtc, webRtcAtOnce }) => [
    nameOf(stage),
    { own: agesOf(own), webrtc: agesOf(webRtc), webrtc_no_delay: agesOf(webRtcAtOnce) },
  ])
  const firsts = all.map(({ stage, own, mse, webRtc, webRtcAtOnce }) => [
    nameOf(stage),
    { own: firstOf(own), mse: firstOf(mse), webrtc: firstOf(webRtc), webrtc_no_delay: firstOf(webRtcAtOnce) },
  ])
  return {
    ...Object.fromEntries(known),
    age_p50_p95_ms: Object.fromEntries(ages),
    first_picture_p50_by_way_ms: Object.fromEntries(firsts),
    bars: bars.length,
    bars_not_met: bars.filter(({ isMet }) => !isMet).map(({ what }) => what),
    load: rounded(loadavg()[0] ?? Number.NaN),
  }
}

function agesOf(figures: Figures | undefined): [number, number] | null {
  return figures === undefined ? null : [rounded(figures.age50Ms), rounded(figures.age95Ms)]
}

function firstOf(figures: Figures | undefined): number | null {
  return figures === undefined ? null : rounded(figures.first50Ms)
}

function rounded(value: number): number {
  return Math.round(value * 10) / 10
}
