import { loadavg } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import type { CDPSession, Page } from 'playwright'
import { alarmUnreadCount } from '#contract/calls/event/alarm-unread-count.ts'
import { eventRuleAddOrEdit } from '#contract/calls/event/event-rule-add-or-edit.ts'
import { channelStatuses } from '#contract/enums.ts'
import { always } from '#contract/weekly-schedule.ts'
import type { Db } from '#server/db/open.ts'
import { openDatabase } from '#server/db/open.ts'
import { DAY_MS } from '#shared/time/day.ts'
import { signIn } from '#tests/e2e/support/sign-in.ts'
import { addFleet, fleetSn, siteOf } from '#tests/support/fleet.ts'
import { GatewayProbe } from '#tests/support/gateway-probe.ts'
import { channel } from '#tests/support/service.ts'
import { ServiceClient } from '#tests/support/service-client.ts'
import { freePort, Stack } from '#tests/support/stack.ts'
import { TcpProxy } from '#tests/support/tcp-proxy.ts'
import { BenchBrowser } from '../live/browser.ts'
import { quantile } from '../live/figures.ts'
import { watchAlarms, type AlarmWatch } from './alarm-watch.ts'

declare const alarmWatch: AlarmWatch

/** A device reports 120 events a minute at most, and a rule raises one alarm of a camera in ten seconds. */
const DEVICES = 60
const CHANNELS_EACH = 20
const KEY = 'ab'.repeat(32)
const EVENTS_A_MINUTE = 1_000
const OPENINGS = 5
const ROWS_SCROLLED = 5_000
/** Four rows with each picture of the screen: faster than anybody can read. */
const PX_A_FRAME = 150
const FRAME_MS = 20
const bars = { to_screen_p95_ms: 500, list_open_ms: 1_000, frames_under_20_pct: 95, long_task_pct: 1, lost: 0 }

/**
 * `npm run bench -- alarms [--alarms=100000] [--events=300] [--storm=60]`: how long it takes from a device's event to the alarm's row on the screen
 * at 1,000 events a minute; how long the list takes to open among a hundred thousand alarms, and whether it can be scrolled through at 60
 * pictures a second; and what a storm of a hundred alarms a second does to a page that shows them: none may be lost.
 */
export async function run(args: string[]): Promise<void> {
  const options = {
    alarms: { type: 'string', default: '100000' },
    events: { type: 'string', default: '300' },
    storm: { type: 'string', default: '60' },
  } as const
  const { values } = parseArgs({ args, options })
  const port = await freePort()
  const stack = await Stack.start([], { throughPort: port })
  const proxy = new TcpProxy(stack.port)
  await proxy.listen(port)
  const browser = await BenchBrowser.launch()
  try {
    await prepare(stack, Number(values.alarms))
    const page = await browser.newPage()
    await page.addInitScript(watchAlarms)
    await signIn(page, stack, { path: '/alerts', port })
    const openMs: number[] = []
    for (let round = 0; round < OPENINGS; round += 1) {
      await page.reload({ waitUntil: 'commit' })
      openMs.push(await page.evaluate(() => alarmWatch.untilRows()))
    }
    console.log(row('the list is open', openMs), `(bar: ${bars.list_open_ms} ms)`)
    const devices = await connect(stack)
    const delays = await toScreen(page, devices, Number(values.events))
    console.log(row('from event to row', delays), `(bar: ${bars.to_screen_p95_ms} ms), ${delays.length} of ${values.events} seen`)
    const cdp = await page.context().newCDPSession(page)
    await cdp.send('Performance.enable', { timeDomain: 'threadTicks' })
    const beforeMs = await ownCpuMs(cdp)
    const { frames, rows } = await page.evaluate(([wanted, px]) => alarmWatch.scrollThrough(wanted, px), [ROWS_SCROLLED, PX_A_FRAME] as [
      number,
      number,
    ])
    const under = (100 * frames.filter((ms) => ms < FRAME_MS).length) / frames.length
    console.log(row('a picture of the screen', frames), `${under.toFixed(1)} % under ${FRAME_MS} ms, ${rows} rows`)
    const cpuMs = ((await ownCpuMs(cdp)) - beforeMs) / frames.length
    console.log(`  processor time of a picture: ${cpuMs.toFixed(1)} ms of the page's thread`)
    const storm = await stormOf(page, { stack, proxy, devices }, Number(values.storm))
    for (const device of devices) device.socket.close()
    const figures = {
      to_screen_p95_ms: Math.round(quantile(delays, 0.95)),
      list_open_ms: Math.round(quantile(openMs, 0.95)),
      frames_under_20_pct: round(under),
      page_cpu_ms: round(cpuMs),
      ...storm,
    }
    console.log(
      JSON.stringify({ bench: 'alarms', bars, ...figures, unseen: Number(values.events) - delays.length, load: round(loadavg()[0] ?? 0) }),
    )
  } finally {
    await browser.close()
    await proxy.close()
    await stack.close()
  }
}

/** What the page's thread has worked so far, ms: other than the time of a picture it does not depend on what else the machine does. */
async function ownCpuMs(cdp: CDPSession): Promise<number> {
  const { metrics } = await cdp.send('Performance.getMetrics')
  return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0) * 1000
}

async function prepare(stack: Stack, count: number): Promise<void> {
  const beganMs = performance.now()
  const db = await openDatabase(join(stack.dataFolder, 'sightline.db'))
  await addFleet(db, { devices: DEVICES, channels: DEVICES * CHANNELS_EACH })
  await db.updateTable('device').where('sn', 'like', 'FLEET%').set({ key_hex: KEY }).execute()
  await addAlarms(db, count)
  await db.destroy()
  const client = await new ServiceClient(`http://localhost:${stack.port}`).signIn(stack.user())
  await client.call(eventRuleAddOrEdit, {
    name: 'Everything that moves',
    isEnabled: true,
    scope: { siteIds: ['harbor-gate', 'harbor-shop', 'harbor-warehouse'], channels: [] },
    trigger: { kind: 'general', eventKinds: ['motion'] },
    schedule: always,
    alertIntervalS: 10,
    emails: [],
  })
  console.log(
    `${count} alarms, written in ${((performance.now() - beganMs) / 1000).toFixed(1)} s; load average ${loadavg()[0]?.toFixed(1)}`,
  )
}

/** Alarms of the last thirty days. */
async function addAlarms(db: Db, count: number): Promise<void> {
  const stepMs = Math.floor((30 * DAY_MS) / count)
  const nowMs = Date.now() - 60_000
  for (let from = 0; from < count; from += 1_000) {
    const rows = Array.from({ length: Math.min(1_000, count - from) }, (_, step) => {
      const index = from + step
      const device = index % DEVICES
      const atMs = nowMs - index * stepMs
      return {
        id: `bench-${index}`,
        organization_id: 'harbor-logistics',
        site_id: siteOf(device),
        sn: fleetSn(device),
        chl_index: index % CHANNELS_EACH,
        kind: 'motion' as const,
        site_name: 'Site',
        source_name: `Camera of the past ${index % 977}`,
        started_at_ms: atMs,
        recovered_at_ms: atMs,
        rule_id: `rule-${index % 20}`,
        rule_name: `Rule ${index % 20}`,
      }
    })
    await db.insertInto('alarm').values(rows).execute()
  }
}

async function connect(stack: Stack): Promise<GatewayProbe[]> {
  const devices: GatewayProbe[] = []
  for (let index = 0; index < DEVICES; index += 1) {
    const device = await GatewayProbe.open(`http://localhost:${stack.port}`)
    const channels = Array.from({ length: CHANNELS_EACH }, (_, chlIndex) =>
      channel(chlIndex, { name: nameOf(index, chlIndex), status: channelStatuses.online }),
    )
    await device.hello(fleetSn(index), KEY, channels)
    await device.first('welcome')
    devices.push(device)
  }
  await pause(3_000)
  return devices
}

const nameOf = (device: number, chlIndex: number) => `Watched ${device}.${chlIndex}`

/** Each event is of another camera: by turns of the devices, and then of their channels. */
function see(devices: readonly GatewayProbe[], event: number): string {
  const device = event % DEVICES
  const chlIndex = Math.floor(event / DEVICES) % CHANNELS_EACH
  devices[device]?.say({ kind: 'event', chlIndex, event: 'motion', atMs: Date.now(), attributes: {} })
  return nameOf(device, chlIndex)
}

async function toScreen(page: Page, devices: readonly GatewayProbe[], events: number): Promise<number[]> {
  await page.mouse.move(0, 0)
  const sentMs = new Map<string, number>()
  for (let event = 0; event < events; event += 1) {
    sentMs.set(see(devices, event), performance.timeOrigin + performance.now())
    await pause(60_000 / EVENTS_A_MINUTE)
  }
  await pause(3_000)
  const seen = await page.evaluate(() => alarmWatch.seen())
  return [...sentMs].flatMap(([name, atMs]) => (seen[name] === undefined ? [] : [seen[name] - atMs]))
}

interface Surroundings {
  stack: Stack
  proxy: TcpProxy
  devices: readonly GatewayProbe[]
}

/** A hundred alarms a second. How many the page counts in the end is compared with how many the service does. */
async function stormOf(page: Page, { stack, proxy, devices }: Surroundings, lastsS: number) {
  const client = await new ServiceClient(`http://localhost:${stack.port}`).signIn(stack.user())
  const before = (await client.call(alarmUnreadCount, undefined)).count
  await page.evaluate(() => document.querySelector('table')?.closest('[class*="body"]')?.scrollTo(0, 0))
  await pause(2_000)
  const asked = proxy.requestedPaths.length
  await page.evaluate(() => alarmWatch.longTasksMs())
  const beganMs = performance.now()
  for (let event = 0; event < lastsS * 100; event += 1) {
    see(devices, event + DEVICES * 3)
    const dueMs = beganMs + (event + 1) * 10
    if (dueMs > performance.now()) await pause(dueMs - performance.now())
  }
  const spanMs = performance.now() - beganMs
  const longMs = await page.evaluate(() => alarmWatch.longTasksMs())
  const requests = proxy.requestedPaths.length - asked
  // The service may still be at work on the last of them.
  let counted = before
  for (let last = -1; last !== counted; await pause(2_000)) {
    last = counted
    counted = (await client.call(alarmUnreadCount, undefined)).count
  }
  const shown = await page.evaluate(() => Number(/\d+/.exec(document.title)?.[0] ?? 0))
  const listed = await page.evaluate(() =>
    Number(/[\d,.]+(?= alarms)/.exec(document.querySelector('header')?.textContent ?? '')?.[0].replaceAll(/\D/g, '') ?? 0),
  )
  console.log(
    `storm: ${counted - before} alarms in ${(spanMs / 1000).toFixed(0)} s, ${listed} of ${counted} in the list; ${requests} requests; title ${shown}`,
  )
  return {
    storm_alarms: counted - before,
    long_task_pct: round((100 * longMs) / spanMs),
    lost: counted - listed,
    requests_a_second: round(requests / (spanMs / 1000)),
  }
}

function row(name: string, times: number[]): string {
  return `${name.padEnd(26)} p50 ${quantile(times, 0.5).toFixed(0).padStart(5)} ms   p95 ${quantile(times, 0.95).toFixed(0).padStart(5)} ms`
}

function round(value: number): number {
  return Number(value.toFixed(2))
}
