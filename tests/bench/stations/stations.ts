import { randomUUID } from 'node:crypto'
import { loadavg } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { createCanvas } from '@napi-rs/canvas'
import type { Page } from 'playwright'
import { stationList } from '#contract/calls/station/station-list.ts'
import { stationNow } from '#contract/calls/station/station-now.ts'
import { stationReportPut } from '#contract/calls/station/station-report-put.ts'
import { stationScreenshotPut } from '#contract/calls/station/station-screenshot-put.ts'
import { stationShow } from '#contract/calls/station/station-show.ts'
import { PUSH_PATH } from '#contract/push.ts'
import { stationLimits, type StationReport } from '#contract/station.ts'
import { writeRequest } from '#contract/write-request.ts'
import { openDatabase } from '#server/db/open.ts'
import { signIn } from '#tests/e2e/support/sign-in.ts'
import { addFleet, fleetSn } from '#tests/support/fleet.ts'
import { addStations } from '#tests/support/many-stations.ts'
import { PushClient } from '#tests/support/push-client.ts'
import { ServiceClient } from '#tests/support/service-client.ts'
import { Stack } from '#tests/support/stack.ts'
import { upload } from '#tests/support/upload.ts'
import { BenchBrowser } from '../live/browser.ts'
import { quantile } from '../live/figures.ts'
import { watchPage, type PageWatch } from './page-watch.ts'

declare const pageWatch: PageWatch

const CAMERAS = 16
const PUSHES = 5
const LOOKS = 40
const OPENINGS = 5
const FIGURES = 3
const PX_A_FRAME = 40
const FRAME_MS = 20
/** As large as the pictures that screens send. */
const PICTURE = { width: 640, height: 360 }
/** The office asks every ten seconds how its screens are. */
const bars = { push_p95_ms: 2_000, office_p95_ms: 50, page_open_p95_ms: 1_000, frames_under_20_pct: 95, page_figure_ms: 11_000 }

interface Screen {
  sn: string
  client: ServiceClient
  push: PushClient
}

/**
 * `npm run bench -- stations [--stations=100]`: so many viewing stations at once, each with its connection, telling every ten seconds how it is. How long it takes
 * from the office's sending something to every one of them, all at the same moment, to each having it (`push_p95_ms`); how soon the service has the list of them
 * (`office_p95_ms`); and the office's page with all of them and their pictures: how long it takes to open, whether it can be scrolled at 60 pictures a second,
 * and how old a figure is when it shows (`page_figure_ms`, the worst). Ends with exit code 1 when one of them misses its bar.
 */
export async function run(args: string[]): Promise<void> {
  const { values } = parseArgs({ args, options: { stations: { type: 'string', default: '100' } } })
  const count = Number(values.stations)
  const stack = await Stack.start([])
  const browser = await BenchBrowser.launch()
  const screens: Screen[] = []
  let life: NodeJS.Timeout | undefined
  try {
    const url = `http://localhost:${stack.port}`
    const admin = await new ServiceClient(url).signIn(stack.user())
    screens.push(...(await putUp(stack, url, count)))
    life = reportInTurns(screens)
    const pushMs: number[] = []
    for (let round = 0; round < PUSHES; round += 1) pushMs.push(...(await pushToAll(admin, screens, round)))
    console.log(row('from the office to each', pushMs), `(bar: ${bars.push_p95_ms} ms)`)
    const officeMs = await lookAtAll(admin, count)
    console.log(row('the list of all', officeMs), `(bar: ${bars.office_p95_ms} ms)`)
    const page = await browser.newPage()
    await page.addInitScript(watchPage)
    await signIn(page, stack, { path: '/settings/stations' })
    const openMs: number[] = []
    for (let round = 0; round < OPENINGS; round += 1) {
      await page.reload({ waitUntil: 'commit' })
      openMs.push(await page.evaluate((all) => pageWatch.untilCards(all), count))
    }
    console.log(row('the page is open', openMs), `(bar: ${bars.page_open_p95_ms} ms)`)
    const frames = await page.evaluate((px) => pageWatch.scrollThrough(px), PX_A_FRAME)
    const under = (100 * frames.filter((ms) => ms < FRAME_MS).length) / frames.length
    console.log(row('a picture of the screen', frames), `${under.toFixed(1)} % under ${FRAME_MS} ms`)
    const figureMs = await untilFigures(page, screens)
    console.log(row('a figure on the page', figureMs), `(bar: ${bars.page_figure_ms} ms)`)
    const figures = {
      push_p95_ms: Math.round(quantile(pushMs, 0.95)),
      office_p95_ms: Math.round(quantile(officeMs, 0.95)),
      page_open_p95_ms: Math.round(quantile(openMs, 0.95)),
      frames_under_20_pct: Number(under.toFixed(1)),
      page_figure_ms: Math.round(Math.max(...figureMs)),
    }
    const isWithinBar = Object.entries(figures).every(([name, figure]) =>
      name === 'frames_under_20_pct' ? figure >= bars.frames_under_20_pct : figure <= bars[name as keyof typeof bars],
    )
    const load = Number((loadavg()[0] ?? 0).toFixed(2))
    console.log(JSON.stringify({ bench: 'stations', bars, isWithinBar, stations: count, ...figures, load }))
    if (!isWithinBar) process.exitCode = 1
  } finally {
    clearInterval(life)
    for (const { push } of screens) push.close()
    await browser.close()
    await stack.close()
  }
}

/** Stations with their permission, each connected, with something to show and a picture of what is on it. */
async function putUp(stack: Stack, url: string, count: number): Promise<Screen[]> {
  const db = await openDatabase(join(stack.dataFolder, 'sightline.db'))
  await addFleet(db, { devices: 1, channels: CAMERAS })
  const stations = await addStations(db, count)
  await db.destroy()
  const screens: Screen[] = []
  for (const [index, { sn, token, prove }] of stations.entries()) {
    const client = new ServiceClient(url, token)
    const push = await PushClient.open(url + PUSH_PATH, url)
    push.send({ type: 'token', token, proof: prove() })
    await push.next('reply')
    await client.call(stationReportPut, reportOf(index))
    await upload(client, stationScreenshotPut, {}, drawn(index))
    screens.push({ sn, client, push })
  }
  return screens
}

/** What each screen says by itself, one after the other: all of them within the time in which each says it once. */
function reportInTurns(screens: readonly Screen[]): NodeJS.Timeout {
  let turn = 0
  return setInterval(() => {
    const index = turn % screens.length
    turn += 1
    // A screen whose figures are being looked at says them itself.
    if (index >= FIGURES)
      screens[index]?.client.call(stationReportPut, reportOf(index)).catch((fault: unknown) => console.error(String(fault)))
  }, stationLimits.reportEveryMs / screens.length)
}

/** All at once: each hears that it is to look, looks, and has it. Answers how long each of them took. */
async function pushToAll(admin: ServiceClient, screens: readonly Screen[], round: number): Promise<number[]> {
  const wish = { kind: 'camera', sn: fleetSn(0), chlIndex: round % CAMERAS } as const
  return Promise.all(
    screens.map(async ({ sn, client, push }) => {
      const beganMs = performance.now()
      const heard = push.next('station', { order: 'look' }).then(() => client.call(stationNow, undefined))
      await admin.call(stationShow, { sn, voId: 1, wish })
      const { content } = await heard
      if (content.kind !== 'views' || content.views[0]?.playChlList[0]?.chlIndex !== wish.chlIndex)
        throw new Error(`${sn} shows something else.`)
      return performance.now() - beganMs
    }),
  )
}

/** As the service answers it: what is made of the answer is no part of its time. */
async function lookAtAll(admin: ServiceClient, count: number): Promise<number[]> {
  const looks: number[] = []
  for (let look = 0; look < LOOKS; look += 1) {
    const body = writeRequest(undefined, { id: randomUUID(), nonce: randomUUID(), nowMs: Date.now() })
    const beganMs = performance.now()
    const { reply } = await admin.post(stationList.path, body)
    looks.push(performance.now() - beganMs)
    const { stations } = stationList.output.parse(reply?.ok === true ? reply.data : undefined)
    const here = stations.filter(({ outputs }) => outputs[0]?.isConnected).length
    if (here !== count) throw new Error(`Of ${count} stations ${here} are connected.`)
  }
  return looks
}

/** Opens stations, each of which says something new of itself: how long until that stands there. */
async function untilFigures(page: Page, screens: readonly Screen[]): Promise<number[]> {
  const took: number[] = []
  for (const [index, { client }] of screens.slice(0, FIGURES).entries()) {
    const memoryMb = 700 + index
    await page.getByRole('button', { name: nameOf(index) }).click()
    const figure = page.getByRole('dialog', { name: nameOf(index) }).getByText(`${memoryMb} MB`)
    const beganMs = performance.now()
    await client.call(stationReportPut, { ...reportOf(index), memoryMb })
    await figure.waitFor()
    took.push(performance.now() - beganMs)
    await page.keyboard.press('Escape')
  }
  return took
}

const nameOf = (index: number) => `Screen ${String(index + 1).padStart(3, '0')}`

function reportOf(index: number): StationReport {
  return {
    windows: [{ sn: fleetSn(0), chlIndex: index % CAMERAS, state: 'live', ageMs: 100 + index }],
    shownTitle: `Camera ${(index % CAMERAS) + 1}`,
    framesShown: 10_000 + index,
    framesDropped: 3,
    memoryMb: 180,
    pressure: 'nominal',
    decodeLoad: 0.2,
    screen: '1920x1080',
    startedMs: Date.now() - 3_600_000,
    start: 'start',
    version: '0.1.0',
    language: 'en-US',
  }
}

/** A picture with as much in it as a scene has. */
function drawn(index: number): File {
  const { width, height } = PICTURE
  const canvas = createCanvas(width, height)
  const context = canvas.getContext('2d')
  for (let y = 0; y < height; y += 8)
    for (let x = 0; x < width; x += 8) {
      context.fillStyle = `hsl(${(x * 3 + y * 7 + index * 31) % 360} 60% ${30 + ((x ^ y) % 40)}%)`
      context.fillRect(x, y, 8, 8)
    }
  return new File([new Uint8Array(canvas.toBuffer('image/jpeg', 60))], 'screen.jpg', { type: 'image/jpeg' })
}

function row(name: string, times: number[]): string {
  return `  ${name.padEnd(26)} p50 ${quantile(times, 0.5).toFixed(0).padStart(6)} ms   p95 ${quantile(times, 0.95).toFixed(0).padStart(6)} ms`
}
