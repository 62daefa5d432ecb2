import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { opLogsList } from '#contract/calls/log/op-logs-list.ts'
import { opLogsPut } from '#contract/calls/log/op-logs-put.ts'
import { plateAdd } from '#contract/calls/vehicle/plate-add.ts'
import { plateGroupAdd } from '#contract/calls/vehicle/plate-group-add.ts'
import { plateList } from '#contract/calls/vehicle/plate-list.ts'
import type { ServiceClient } from './service-client.ts'
import type { ServiceProcess } from './service-process.ts'
import type { SeededRandom } from './seeded-random.ts'

const WRITERS = 6
/** So many answers at most come between two deaths of the service, the next of which falls within some milliseconds. */
const MOST_ANSWERS = 20
const WITHIN_MS = 12
const PAGE = 100
/** What is answered when nobody knows how far a change came. */
const UNKNOWN = 6002

interface Written {
  name: string
  code: number
  /** How many times it was sent until it was answered. */
  sent: number
}

/** Counts of a trial. `lost` and `twice` are to be none. */
export interface CrashFigures {
  kills: number
  /** Changes that were answered with success, and of these the ones that had to be sent again. */
  answered: number
  repeated: number
  /** Changes of which the service said that it does not know how far they came. */
  unknown: number
  /** Answered with success and not there. */
  lost: number
  /** There more than once. */
  twice: number
  /** Answered with anything else: each code with its count. */
  refused: Record<string, number>
}

/**
 * Writers who change things while the service is killed again and again. Who gets no answer sends the same question again. One kind of
 * change has names, which a second one would be refused for; the other would silently be there twice.
 */
export async function tryCrashes(service: ServiceProcess, kills: number, random: SeededRandom): Promise<CrashFigures> {
  const admin = await service.signInAdministrator()
  const { groupId } = await admin.call(plateGroupAdd, { groupName: 'Crash' })
  const written: Written[] = []
  const end = new AbortController()
  const clients: ServiceClient[] = []
  while (clients.length < WRITERS) clients.push(await service.signInAdministrator())
  const writers = clients.map((client, writer) => write({ service, client, groupId, writer, written, signal: end.signal }))
  const crashes = async () => {
    for (let kill = 0; kill < kills; kill += 1) {
      const enough = written.length + 1 + random.below(MOST_ANSWERS)
      while (written.length < enough) await pause(1)
      await pause(random.below(WITHIN_MS))
      await service.crash()
    }
  }
  // A writer that fails ends the trial; else they write until the last crash is over.
  await Promise.race([crashes(), Promise.all(writers)])
  end.abort()
  await Promise.all(writers)
  return compare(written, await countAll(admin), kills)
}

interface Writing {
  service: ServiceProcess
  client: ServiceClient
  groupId: string
  writer: number
  written: Written[]
  signal: AbortSignal
}

async function write({ service, client, groupId, writer, written, signal }: Writing): Promise<void> {
  const text = { vehicleType: '', brand: '', model: '', owner: '', phone: '', colour: '' as const }
  for (let index = 0; !signal.aborted; index += 1) {
    const name = `W${writer}N${index}`
    const isNamed = index % 2 === 0
    const id = randomUUID()
    const send = async () =>
      isNamed
        ? client.failure(plateAdd, { groupId, plate: name, ...text }, { id })
        : client.failure(opLogsPut, { operateEnum: 'download-task-create', detail: name }, { id })
    written.push({ name, ...(await persist(service, send)) })
  }
}

/** Sends until there is an answer. */
async function persist(service: ServiceProcess, send: () => Promise<{ code: number }>): Promise<{ code: number; sent: number }> {
  for (let sent = 1; ; sent += 1) {
    await service.up()
    const answer = await send().catch(() => undefined)
    if (answer !== undefined) return { code: answer.code, sent }
  }
}

/** How often everything is there, by name. */
async function countAll(admin: ServiceClient): Promise<Map<string, number>> {
  const counts = new Map<string, number>()
  const count = (name: string) => counts.set(name, (counts.get(name) ?? 0) + 1)
  for (let pageNum = 1, isMore = true; isMore; pageNum += 1) {
    const { plates } = await admin.call(plateList, { pageNum, pageSize: PAGE })
    for (const { plate } of plates) count(plate)
    isMore = plates.length === PAGE
  }
  const span = { fromMs: Date.now() - 24 * 60 * 60_000, untilMs: Date.now() + 60_000 }
  for (let pageNum = 1, isMore = true; isMore; pageNum += 1) {
    const { logs } = await admin.call(opLogsList, { pageNum, pageSize: PAGE, ...span, function: 'opLogsPut' })
    for (const { code, detail } of logs) if (code === 200) count((JSON.parse(detail) as { detail: string }).detail)
    isMore = logs.length === PAGE
  }
  return counts
}

function compare(written: readonly Written[], counts: ReadonlyMap<string, number>, kills: number): CrashFigures {
  const answered = written.filter(({ code }) => code === 200)
  const others = written.filter(({ code }) => code !== 200 && code !== UNKNOWN)
  return {
    kills,
    answered: answered.length,
    repeated: answered.filter(({ sent }) => sent > 1).length,
    unknown: written.filter(({ code }) => code === UNKNOWN).length,
    lost: answered.filter(({ name }) => !counts.has(name)).length,
    twice: [...counts.values()].filter((count) => count > 1).length,
    refused: Object.fromEntries([...Map.groupBy(others, ({ code }) => code)].map(([code, each]) => [code, each.length])),
  }
}
