import { loadavg } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { CDPSession } from 'playwright'
import { servePage } from '#tests/support/page-server.ts'
import { labBounds, type Lab } from '../e2e/time-line-page/lab-api.ts'
import { BenchBrowser } from './live/browser.ts'

declare const lab: Lab

const BAR_MS = 20
const BAR_PCT = 95
const LANES = 16
const SEGMENTS = 100_000
const scales = { 'thirty days': 0, 'a day': 10, 'an hour': 24 }

/** Moves and zooms a time line of sixteen cameras with 100,000 segments for some seconds, and counts how long each picture took to come. */
export async function run(args: string[]): Promise<void> {
  const { values } = parseArgs({ args, options: { seconds: { type: 'string', default: '5' } } })
  const served = await servePage(join(import.meta.dirname, '../e2e/time-line-page'), 0, { hasComponents: true })
  const browser = await BenchBrowser.launch()
  try {
    const page = await browser.newPage()
    await page.goto(served.url)
    const atMs = (labBounds.fromMs + labBounds.toMs) / 2
    const look = { zone: 'Europe/Berlin', language: 'en-US', form: 'full', hasPreview: true, atMs } as const
    await page.evaluate((wish) => lab.show(wish), { ...look, lanes: LANES, segments: SEGMENTS, events: 5_000 })
    await page.getByRole('slider').waitFor()
    const all: { frames: number[]; own: number[] } = { frames: [], own: [] }
    const cdp = await page.context().newCDPSession(page)
    await cdp.send('Performance.enable', { timeDomain: 'threadTicks' })
    let [pageMs, browserMs] = [0, 0]
    console.log(`${SEGMENTS} segments of ${LANES} cameras, ${values.seconds} s each; load average ${loadavg()[0]?.toFixed(1)}`)
    for (const [name, nearer] of Object.entries(scales)) {
      const [beforeMs, startMs] = [await ownCpuMs(cdp), performance.now()]
      const wish = { nearer, ms: Number(values.seconds) * 1000 }
      const { result: figures, cpuPct } = await browser.measure(() => page.evaluate(moveAndZoom, wish))
      print(name, figures)
      browserMs += (cpuPct / 100) * (performance.now() - startMs)
      pageMs += (await ownCpuMs(cdp)) - beforeMs
      all.frames.push(...figures.frames)
      all.own.push(...figures.own)
    }
    const pct = Number(underBar(all.frames).toFixed(1))
    const frames = all.frames.length
    const cpu = { page_cpu_ms: Number((pageMs / frames).toFixed(1)), browser_cpu_ms: Number((browserMs / frames).toFixed(1)) }
    const figures = { frames_under_20_pct: pct, segments: SEGMENTS, own_p95_ms: at(all.own, 0.95), ...cpu, frames }
    console.log(`  processor time of a picture: ${cpu.page_cpu_ms} ms of the page's thread, ${cpu.browser_cpu_ms} ms of the whole browser`)
    console.log(JSON.stringify({ bench: 'timeline', ...figures, bar_pct: BAR_PCT, load: Number(loadavg()[0]?.toFixed(1)) }))
  } finally {
    await browser.close()
    await served.close()
  }
}

/** In the page: a turn of the wheel with each picture, sideways and to and fro. `own`: what our part of a picture takes of the page's thread. */
async function moveAndZoom({ nearer, ms }: { nearer: number; ms: number }): Promise<{ frames: number[]; own: number[] }> {
  const line = document.querySelector('[role="slider"]') as HTMLElement
  const box = line.getBoundingClientRect()
  const wheel = (turn: WheelEventInit) =>
    line.dispatchEvent(new WheelEvent('wheel', { clientX: box.left + box.width / 2, clientY: box.top + 80, cancelable: true, ...turn }))
  const next = () => new Promise<number>((resolve) => requestAnimationFrame(resolve))
  for (let turn = 0; turn < 40; turn += 1) wheel({ deltaY: 400 })
  for (let turn = 0; turn < nearer; turn += 1) wheel({ deltaY: -175 })
  await next()
  const frames: number[] = []
  const own: number[] = []
  const beganMs = performance.now()
  let lastMs = await next()
  for (let turn = 0; performance.now() - beganMs < ms; turn += 1) {
    wheel({ deltaX: turn % 120 < 60 ? 24 : -24 })
    wheel({ deltaY: turn % 60 < 30 ? -20 : 20 })
    // The line's own picture is drawn in between: it was asked for first.
    const nowMs = await next()
    own.push(performance.now() - nowMs)
    frames.push(nowMs - lastMs)
    lastMs = nowMs
  }
  return { frames, own }
}

/** What the page's thread has worked so far, ms: other than the time of a picture it does not depend on what else the machine does. */
async function ownCpuMs(cdp: CDPSession): Promise<number> {
  const { metrics } = await cdp.send('Performance.getMetrics')
  return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0) * 1000
}

function underBar(frames: readonly number[]): number {
  return (100 * frames.filter((frameMs) => frameMs < BAR_MS).length) / frames.length
}

function at(times: readonly number[], share: number): number {
  const sorted = times.toSorted((one, other) => one - other)
  return Number((sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0).toFixed(1))
}

function print(name: string, { frames, own }: { frames: number[]; own: number[] }): void {
  const times = `picture p50 ${at(frames, 0.5)} ms, p95 ${at(frames, 0.95)} ms; ours p50 ${at(own, 0.5)} ms, p95 ${at(own, 0.95)} ms`
  console.log(`  ${name.padEnd(12)} ${underBar(frames).toFixed(1).padStart(5)} % under ${BAR_MS} ms (bar: ${BAR_PCT} %)   ${times}`)
}
