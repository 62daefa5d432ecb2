import { loadavg } from 'node:os'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { WebSocket } from 'ws'
import { eventRuleAddOrEdit } from '#contract/calls/event/event-rule-add-or-edit.ts'
import { channelStatuses } from '#contract/enums.ts'
import { PUSH_PATH } from '#contract/push.ts'
import { always } from '#contract/weekly-schedule.ts'
import { keyOfSecurityCode } from '#server/devices/security-code.ts'
import { addCrowd } from '#tests/support/crowd.ts'
import { GatewayProbe } from '#tests/support/gateway-probe.ts'
import { channel, demoDevices } from '#tests/support/service.ts'
import { ServiceProcess } from '#tests/support/service-process.ts'
import { quantile } from './live/figures.ts'

const BAR_MS = 250
const SITE = 'harbor-gate'
/** A rule raises one alarm for a camera within its interval, so that each event is of a camera of its own. */
const EVENTS = 32
const EVERY_MS = 400
const WAIT_MOST_MS = 30_000

/**
 * A device reports events that a rule makes alarms of, and everybody who may see the camera is told: from the moment when the device sends
 * its report to the moment when each person's socket in this process has the message. One service process; one socket a person.
 */
export async function run(args: string[]): Promise<void> {
  const { values } = parseArgs({ args, options: { clients: { type: 'string', default: '1000' } } })
  const clients = Number(values.clients)
  const service = await ServiceProcess.start()
  try {
    const admin = await service.signInAdministrator()
    await admin.call(eventRuleAddOrEdit, {
      name: 'Everything that moves',
      isEnabled: true,
      scope: { siteIds: [SITE], channels: [] },
      trigger: { kind: 'general', eventKinds: ['motion'] },
      schedule: always,
      alertIntervalS: 10,
      emails: [],
    })
    const db = await service.openDatabase()
    const tokens = await addCrowd(db, clients, [SITE])
    await db.destroy()
    const crowd = new Crowd()
    for (const token of tokens) await crowd.join(service.url, token)
    const figures = await measure(service, crowd)
    console.log(`  ${clients} clients, ${EVENTS} events, ${figures.heard} of ${clients * EVENTS} messages heard`)
    console.log(
      `  from the report to each client: p50 ${figures.p50Ms} ms   p95 ${figures.p95Ms} ms (bar: ${BAR_MS} ms)   last ${figures.mostMs} ms   load average ${figures.loadAverage}`,
    )
    const isWithinBar = figures.p95Ms <= BAR_MS && figures.heard === clients * EVENTS
    console.log(JSON.stringify({ bench: 'push', barMs: BAR_MS, isWithinBar, clients, events: EVENTS, ...figures }))
    crowd.leave()
  } finally {
    await service.close()
  }
}

async function measure(service: ServiceProcess, crowd: Crowd) {
  const { sn, securityCode } = demoDevices.gate
  const device = await GatewayProbe.open(service.url)
  const channels = Array.from({ length: EVENTS }, (_, index) => channel(index, { status: channelStatuses.online }))
  await device.hello(sn, await keyOfSecurityCode(securityCode, sn), channels)
  await device.first('welcome')
  await pause(EVERY_MS * 5)
  const delays: number[] = []
  for (let chlIndex = 0; chlIndex < EVENTS; chlIndex += 1) {
    const heard = crowd.nextAlarms(chlIndex)
    const sentMs = performance.now()
    device.say({ kind: 'event', chlIndex, event: 'motion', atMs: Date.now(), attributes: {} })
    delays.push(...(await heard).map((atMs) => atMs - sentMs))
    await pause(EVERY_MS)
  }
  device.socket.close()
  const [p50Ms, p95Ms, mostMs] = [0.5, 0.95, 1].map((share) => Math.round(quantile(delays, share)))
  return { heard: delays.length, p50Ms: p50Ms ?? 0, p95Ms: p95Ms ?? 0, mostMs: mostMs ?? 0, loadAverage: Number(loadavg()[0]?.toFixed(1)) }
}

/** People with a push socket each. */
class Crowd {
  readonly #sockets: WebSocket[] = []
  /** When each socket heard the alarm that is waited for. */
  #heardMs: number[] = []
  #awaited = ''
  #all: () => void = () => {}

  async join(url: string, token: string): Promise<void> {
    const socket = new WebSocket(url.replace('http', 'ws') + PUSH_PATH, { origin: url, perMessageDeflate: false })
    this.#sockets.push(socket)
    await new Promise<void>((done, fail) => {
      socket.once('error', fail)
      socket.once('open', () => socket.send(JSON.stringify({ type: 'token', token })))
      socket.once('message', () => done())
    })
    socket.on('message', (data: Buffer) => this.#hear(data.toString('latin1'), performance.now()))
  }

  /** When everybody has heard of the alarm of a channel; of less, when they do not all within a while. */
  async nextAlarms(chlIndex: number): Promise<number[]> {
    const all = Promise.withResolvers<void>()
    const patience = setTimeout(all.resolve, WAIT_MOST_MS)
    this.#heardMs = []
    this.#awaited = `"chlIndex":${chlIndex},`
    this.#all = all.resolve
    await all.promise
    clearTimeout(patience)
    return this.#heardMs
  }

  leave(): void {
    for (const socket of this.#sockets) socket.terminate()
  }

  /** To parse a thousand messages would be measured too. */
  #hear(text: string, atMs: number): void {
    if (!text.includes('"infoType":"alarm"') || !text.includes(this.#awaited)) return
    if (this.#heardMs.push(atMs) === this.#sockets.length) this.#all()
  }
}
