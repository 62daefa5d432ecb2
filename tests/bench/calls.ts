import { availableParallelism, loadavg } from 'node:os'
import { parseArgs } from 'node:util'
import autocannon from 'autocannon'
import { devicePage } from '#contract/calls/device/device-page.ts'
import { TOKEN_HEADER, writeTokenHeader } from '#contract/envelope.ts'
import { writeRequest } from '#contract/write-request.ts'
import { cpuMs } from '#tests/support/cpu-ms.ts'
import { addCrowd } from '#tests/support/crowd.ts'
import { addFleet, siteIds } from '#tests/support/fleet.ts'
import { ServiceClient } from '#tests/support/service-client.ts'
import { ServiceProcess } from '#tests/support/service-process.ts'

const BAR_CALLS_PER_S = 2_000
const PEOPLE = 400
const CONNECTIONS = 32
/** Until Node has compiled what is asked often; in calls, since a busy machine makes few in a second. */
const WARM_UP_CALLS = 6_000
const fleets = [
  { devices: 14, channels: 40, pageSize: 20 },
  { devices: 500, channels: 1_500, pageSize: 20 },
]

/**
 * Asks one service process for pages of devices, as fast as it answers and then at the bar's rate, from this process, on the same machine.
 * The people who ask are many, each with a token of their own, and see what their roles let them see.
 */
export async function run(args: string[]): Promise<void> {
  const options = { seconds: { type: 'string', default: '10' }, profile: { type: 'boolean', default: false } } as const
  const { values } = parseArgs({ args, options })
  const figures = []
  for (const fleet of fleets) {
    const service = await ServiceProcess.start({ execArgv: values.profile ? ['--cpu-prof', '--cpu-prof-dir=.data/profiles'] : [] })
    try {
      figures.push(await measure(service, fleet, Number(values.seconds)))
    } finally {
      await service.close()
    }
  }
  const isWithinBar = figures.every(({ callsPerS }) => callsPerS >= BAR_CALLS_PER_S)
  console.log(JSON.stringify({ bench: 'calls', barCallsPerS: BAR_CALLS_PER_S, isWithinBar, cores: availableParallelism(), figures }))
}

async function measure(service: ServiceProcess, fleet: (typeof fleets)[number], seconds: number) {
  const db = await service.openDatabase()
  await addFleet(db, fleet)
  const tokens = await addCrowd(db, PEOPLE, siteIds)
  await db.destroy()
  const { total } = await new ServiceClient(service.url, tokens[0]).call(devicePage, { pageNum: 1, pageSize: fleet.pageSize })
  console.log(`\n${devicePage.path}: ${total} devices seen, pages of ${fleet.pageSize}`)
  await load({ service, tokens, fleet, until: { amount: WARM_UP_CALLS } })
  const until = { duration: seconds }
  const most = await load({ service, tokens, fleet, until })
  print('as fast as it answers', most)
  const steady = await load({ service, tokens, fleet, until, callsPerS: BAR_CALLS_PER_S })
  print(`${BAR_CALLS_PER_S} calls/s wanted`, steady)
  return { devices: fleet.devices, ...most, atBar: steady }
}

interface Load {
  service: ServiceProcess
  tokens: readonly string[]
  fleet: (typeof fleets)[number]
  /** For so long, or so many calls. */
  until: { duration: number } | { amount: number }
  /** As many as it answers unless given. */
  callsPerS?: number
}

async function load({ service, tokens, fleet, until, callsPerS }: Load) {
  const { path } = devicePage
  const body = writeRequest({ pageNum: 1, pageSize: fleet.pageSize }, { id: 'bench', nonce: 'bench', nowMs: Date.now() })
  const before = cpuMs(service.pid)
  const own = process.cpuUsage()
  const result = await autocannon({
    url: service.url,
    connections: CONNECTIONS,
    ...until,
    overallRate: callsPerS,
    // Everybody in turn, since the service lets nobody ask more than 20 times a second.
    requests: tokens.map((token) => ({
      method: 'POST' as const,
      path,
      body,
      headers: { 'content-type': 'application/json', [TOKEN_HEADER]: writeTokenHeader(token) },
    })),
    verifyBody: (answer) => String(answer).startsWith('{"basic":{"code":200,'),
  })
  const { user, system } = process.cpuUsage(own)
  if (result.mismatches + result.errors + result.non2xx > 0) {
    throw new Error(`${result.mismatches} refusals, ${result.errors} errors, ${result.non2xx} other statuses`)
  }
  const serviceCpuMs = cpuMs(service.pid) - before
  return {
    callsPerS: Math.round(result.requests.total / result.duration),
    p50Ms: result.latency.p50,
    p975Ms: result.latency.p97_5,
    p99Ms: result.latency.p99,
    cpuMsPerCall: Number((serviceCpuMs / result.requests.total).toFixed(3)),
    serviceCpuPct: Math.round(serviceCpuMs / (result.duration * 10)),
    loadCpuPct: Math.round((user + system) / 1000 / (result.duration * 10)),
    loadAverage: Number(loadavg()[0]?.toFixed(1)),
  }
}

function print(what: string, figures: Awaited<ReturnType<typeof load>>): void {
  const { callsPerS, p50Ms, p975Ms, p99Ms, cpuMsPerCall, serviceCpuPct, loadCpuPct, loadAverage } = figures
  const rate = `${String(callsPerS).padStart(6)} calls/s (bar: ${BAR_CALLS_PER_S})`
  const times = `p50 ${p50Ms} ms   p97.5 ${p975Ms} ms   p99 ${p99Ms} ms`
  const costs = `CPU: ${cpuMsPerCall} ms a call, service ${serviceCpuPct} %, load ${loadCpuPct} %; load average ${loadAverage}`
  console.log(`  ${what.padEnd(24)} ${rate}   ${times}   ${costs}`)
}
