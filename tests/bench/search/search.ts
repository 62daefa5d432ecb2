import { readdir, readFile } from 'node:fs/promises'
import { loadavg } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { CDPSession, Page } from 'playwright'
import { eventSearchList } from '#contract/calls/event/event-search-list.ts'
import type { EventKind } from '#contract/event-attributes.ts'
import { openDatabase } from '#server/db/open.ts'
import { FolderStore } from '#server/objects/folder-store.ts'
import { DAY_MS } from '#shared/time/day.ts'
import { signIn } from '#tests/e2e/support/sign-in.ts'
import { addFleet } from '#tests/support/fleet.ts'
import { addManyEvents } from '#tests/support/many-events.ts'
import { ServiceClient } from '#tests/support/service-client.ts'
import { Stack } from '#tests/support/stack.ts'
import { BenchBrowser } from '../live/browser.ts'
import { quantile } from '../live/figures.ts'
import { watchResults, type ResultWatch } from './result-watch.ts'

declare const resultWatch: ResultWatch

const SPAN_MS = 30 * DAY_MS
const FLEET = { devices: 10, channels: 4 }
const PICTURES = 500
const BAR_MS = 300
const FRAME_MS = 20
/** Two rows with each picture of the screen: faster than anybody can look. */
const PX_A_FRAME = 400
const snapshots = join(import.meta.dirname, '../../../device/simulator/clips/snapshots')

/** What is pressed one after the other, each beside what holds already: every time another search. */
const presses: [group: string, button: string][] = [
  ['Kinds of events', 'Person'],
  ['Gender', 'Female'],
  ['Clothing color', 'Red'],
  ['Hat', 'Yes'],
  ['Clothing color', 'Red'],
  ['Age', 'Child (any age)'],
  ['Kinds of events', 'Person'],
  ['Kinds of events', 'Vehicle'],
  ['Vehicle color', 'Red'],
  ['Vehicle type', 'Van'],
  ['Vehicle color', 'White'],
  ['Kinds of events', 'Licence plate'],
  ['Kinds of events', 'Vehicle'],
  ['Direction', 'Inwards'],
  ['Kinds of events', 'Face'],
  ['Kinds of events', 'Licence plate'],
  ['Similarity at least', '90%'],
  ['Similarity at least', '60%'],
  ['Glasses', 'Yes'],
  ['Kinds of events', 'Motion'],
]

/**
 * `npm run bench -- search [--events=1000000] [--results=100000]`: how long it takes from a press on a filter to what is found being on the screen,
 * among a million events of thirty days, and whether a hundred thousand results can be scrolled through at 60 pictures a second in the same
 * memory. Beside it the same searches as calls, without a page: what lies between is ours. A list of a hundred thousand tiles that are all
 * in the document is no peer: no browser lays it out in a minute.
 */
export async function run(args: string[]): Promise<void> {
  const options = { events: { type: 'string', default: '1000000' }, results: { type: 'string', default: '100000' } } as const
  const { values } = parseArgs({ args, options })
  const stack = await Stack.start([])
  const browser = await BenchBrowser.launch()
  try {
    const nowMs = Date.now()
    await writeEvents(stack, Number(values.events), nowMs)
    const page = await browser.newPage()
    await page.addInitScript(watchResults)
    await signIn(page, stack, { path: `/search?from=${nowMs - SPAN_MS}&until=${nowMs}` })
    await page.getByRole('listbox', { name: 'Events' }).getByRole('option').first().waitFor()
    const shown = await firstPages(page)
    const tilesMs = shown.map((one) => one.tilesMs)
    const picturesMs = shown.map((one) => one.picturesMs)
    const callMs = await calls(stack, nowMs)
    console.log(row('first page on the screen', tilesMs), `(bar: ${BAR_MS} ms)`)
    console.log(row('  with all its pictures', picturesMs))
    console.log(row('  the call alone', callMs))
    const scrolled = await scroll(page, Number(values.results))
    const figures = {
      first_page_ms: round(quantile(tilesMs, 0.95)),
      first_pictures_ms: round(quantile(picturesMs, 0.95)),
      call_p95_ms: round(quantile(callMs, 0.95)),
      ...scrolled,
    }
    console.log(JSON.stringify({ bench: 'search', ...figures, events: Number(values.events), load: Number(loadavg()[0]?.toFixed(1)) }))
  } finally {
    await browser.close()
    await stack.close()
  }
}

async function writeEvents(stack: Stack, count: number, nowMs: number): Promise<void> {
  const beganMs = performance.now()
  const store = new FolderStore(join(stack.dataFolder, 'objects'))
  const files = (await readdir(snapshots)).filter((file) => file.endsWith('.jpg'))
  const pictures = Array.from({ length: PICTURES }, (_, index) => `snapshots/bench/${index}.jpg`)
  for (const [index, key] of pictures.entries()) await store.put(key, await readFile(join(snapshots, files[index % files.length] ?? '')))
  const db = await openDatabase(join(stack.dataFolder, 'sightline.db'))
  await addFleet(db, { devices: FLEET.devices, channels: FLEET.devices * FLEET.channels })
  await addManyEvents(db, { database: 'sqlite', count, ...FLEET, fromMs: nowMs - SPAN_MS, toMs: nowMs, pictures })
  await db.destroy()
  console.log(
    `${count} events, written in ${((performance.now() - beganMs) / 1000).toFixed(1)} s; load average ${loadavg()[0]?.toFixed(1)}`,
  )
}

async function firstPages(page: Page): Promise<{ tilesMs: number; picturesMs: number }[]> {
  const filters = page.getByRole('search', { name: 'Filters' })
  const found: { tilesMs: number; picturesMs: number }[] = []
  for (const [group, name] of presses) {
    const button = filters.getByRole('group', { name: group, exact: true }).getByRole('button', { name, exact: true })
    await button.scrollIntoViewIfNeeded()
    await page.evaluate(() => resultWatch.forget())
    await button.click()
    found.push(await page.evaluate(() => resultWatch.untilShown()))
  }
  return found
}

/** The same kind of searches without a page, one after the other. */
async function calls(stack: Stack, nowMs: number): Promise<number[]> {
  const client = await new ServiceClient(`http://localhost:${stack.port}`).signIn(stack.user())
  const searches: { kinds: EventKind[]; attributes?: object; minSimilarity?: number }[] = [
    { kinds: ['person'] },
    { kinds: ['person'], attributes: { gender: ['female'], clothingColour: ['red'], hat: ['yes'] } },
    { kinds: ['vehicle', 'plate'], attributes: { vehicleColour: ['red', 'white'], vehicleType: ['van'] } },
    { kinds: ['face'], minSimilarity: 90 },
  ]
  const times: number[] = []
  for (let round = 0; round < presses.length; round++) {
    const beganMs = performance.now()
    const search = searches[round % searches.length] ?? { kinds: [] }
    await client.call(eventSearchList, { fromMs: nowMs - SPAN_MS, toMs: nowMs, pageSize: 100, ...search })
    times.push(performance.now() - beganMs)
  }
  return times
}

async function scroll(page: Page, results: number) {
  const search = page.getByRole('search', { name: 'Filters' })
  await page.evaluate(() => resultWatch.forget())
  await search.getByRole('button', { name: 'Clear all filters' }).click()
  await page.evaluate(() => resultWatch.untilShown())
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('Performance.enable', { timeDomain: 'threadTicks' })
  const beforeMb = await heapMb(cdp)
  const beforeMs = await ownCpuMs(cdp)
  const { frames, results: seen } = await page.evaluate(([wanted, px]) => resultWatch.scrollThrough(wanted, px), [results, PX_A_FRAME] as [
    number,
    number,
  ])
  const cpuMs = round((await ownCpuMs(cdp)) - beforeMs) / frames.length
  const afterMb = await heapMb(cdp)
  const under = (100 * frames.filter((ms) => ms < FRAME_MS).length) / frames.length
  console.log(row('a picture of the screen', frames), `${under.toFixed(1)} % under ${FRAME_MS} ms (bar: 95 %), ${seen} results`)
  console.log(`  processor time of a picture: ${cpuMs.toFixed(1)} ms of the page's thread`)
  console.log(`  memory of the page's scripts ${beforeMb} MB before, ${afterMb} MB after`)
  return { frames_under_20_pct: round(under), results: seen, page_cpu_ms: round(cpuMs), heap_before_mb: beforeMb, heap_after_mb: afterMb }
}

/** What the page's thread has worked so far, ms: other than the time of a picture it does not depend on what else the machine does. */
async function ownCpuMs(cdp: CDPSession): Promise<number> {
  const { metrics } = await cdp.send('Performance.getMetrics')
  return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0) * 1000
}

/** What the page's scripts hold once all that nobody needs is gone. */
async function heapMb(cdp: CDPSession): Promise<number> {
  await cdp.send('HeapProfiler.collectGarbage')
  const { usedSize } = await cdp.send('Runtime.getHeapUsage')
  return round(usedSize / 2 ** 20)
}

function row(name: string, times: number[]): string {
  return `${name.padEnd(26)} p50 ${quantile(times, 0.5).toFixed(0).padStart(5)} ms   p95 ${quantile(times, 0.95).toFixed(0).padStart(5)} ms`
}

function round(value: number): number {
  return Number(value.toFixed(1))
}
