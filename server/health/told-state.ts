import { DAY_MS } from '#shared/time/day.ts'
import type { HealthKind } from '#contract/calls/health/health-line.ts'
import type { CommandRequest, CommandResult, DeviceCommandName, DiskHealth, RecordSegment } from '#contract/device-commands.ts'

/** What a device has told last. `continuous`: since when each channel is known to record all the time. `gaps`: what is missing of those. */
export interface ToldState {
  storage?: CommandResult<'storage-info'>
  card?: CommandResult<'sd-status'>['status']
  disks?: Record<string, DiskHealth['health']>
  store?: NonNullable<CommandResult<'record-get'>['store']>['disk']
  room?: Room
  continuous?: Record<number, number>
  gaps?: Record<number, Gap>
}

/**
 * What a device writes of its recordings in a day, and for how many days they are to be kept at most, null when nobody said. `totalBytes`: where it does not lie on
 * the disks that the device tells of.
 */
interface Room {
  dayBytes: number
  askedDays: number | null
  totalBytes?: number
}

/** The latest time of a day for which there are no pictures, and how many such times there are. */
export interface Gap {
  startMs: number
  endMs: number
  count: number
}

/** What is wrong with a device by what it told. `sinceMs`: when it told so first. */
export interface Trouble {
  kind: HealthKind
  part?: string
  chlIndex?: number
  sinceMs: number
  untilMs?: number
  count?: number
  days?: number
}

/** Commands whose answers say how a device's storage is. */
export const tellingCommands = [
  'storage-info',
  'disk-health',
  'sd-status',
  'record-get',
  'record-set',
] as const satisfies DeviceCommandName[]
export type TellingCommand = (typeof tellingCommands)[number]

export function isTelling(name: DeviceCommandName): name is TellingCommand {
  return (tellingCommands as readonly string[]).includes(name)
}

/** The state after an answer of the device. */
export function afterAnswer<Name extends TellingCommand>(
  state: ToldState,
  answer: { name: Name; request: CommandRequest<Name>; result: CommandResult<Name> },
  nowMs: number,
): ToldState {
  const { name, result } = answer
  if (name === 'storage-info') return { ...state, storage: result as CommandResult<'storage-info'> }
  if (name === 'sd-status') return { ...state, card: (result as CommandResult<'sd-status'>).status }
  if (name === 'disk-health') {
    const { diskId, health } = result as DiskHealth
    return { ...state, disks: { ...state.disks, [diskId]: health } }
  }
  const { channels, store } = result as CommandResult<'record-get'>
  const always = channels.filter(({ mode }) => mode === 'continuous').map(({ chlIndex }) => chlIndex)
  const { store: _store, room: _room, ...rest } = state
  const room = roomOf(result as CommandResult<'record-get'>, nowMs)
  return {
    ...rest,
    ...(store && { store: store.disk }),
    ...(room && { room }),
    continuous: Object.fromEntries(always.map((chlIndex) => [chlIndex, state.continuous?.[chlIndex] ?? nowMs])),
    gaps: Object.fromEntries(Object.entries(state.gaps ?? {}).filter(([chlIndex]) => always.includes(Number(chlIndex)))),
  }
}

/** What a day takes is not told by less of it. */
const LEAST_KEPT_MS = DAY_MS / 24

/** A device that does not tell what a day takes is believed by what it has kept so far. */
function roomOf({ channels, store }: CommandResult<'record-get'>, nowMs: number): Room | undefined {
  const recorded = channels.filter(({ mode }) => mode !== 'off')
  const days = recorded.map(({ keep }) => Math.min(keep?.days ?? Number.POSITIVE_INFINITY, store?.keptDays ?? Number.POSITIVE_INFINITY))
  const mostDays = Math.max(0, ...days)
  const aDay = recorded.map(({ kept }) => {
    const spanMs = nowMs - (kept?.oldestMs ?? nowMs)
    return kept === undefined || spanMs < LEAST_KEPT_MS ? 0 : (kept.bytes * DAY_MS) / spanMs
  })
  const dayBytes = store === undefined ? aDay.reduce((sum, bytes) => sum + bytes, 0) : (store.dayBytes ?? 0)
  if (dayBytes <= 0 || recorded.length === 0) return undefined
  return { dayBytes, askedDays: Number.isFinite(mostDays) ? mostDays : null, ...(store && { totalBytes: store.totalBytes }) }
}

/** More is not told: a century, whatever a device may say of itself. */
const MOST_DAYS = 36_500

/** For how many days the disks of a device that work hold what it writes in one; undefined when it is not known. */
export function daysOfRoom({ room, storage }: ToldState): number | undefined {
  const working = storage?.disks.filter(({ status }) => status === 'normal') ?? []
  const totalBytes = room?.totalBytes ?? working.reduce((sum, disk) => sum + disk.totalBytes, 0)
  return room === undefined || totalBytes === 0 ? undefined : Math.min(Math.floor(totalBytes / room.dayBytes), MOST_DAYS)
}

/** Everything wrong with what a device told; what was wrong before keeps its beginning. */
export function troublesOf(state: ToldState, before: readonly Trouble[], nowMs: number): Trouble[] {
  const { storage, card, disks, store, gaps } = state
  const found: Omit<Trouble, 'sinceMs'>[] = []
  for (const { diskId, status } of storage?.disks ?? []) {
    if (status === 'failed' || status === 'unformatted') found.push({ kind: `disk-${status}`, part: diskId })
  }
  const isThere = new Set(storage?.disks.map(({ diskId }) => diskId))
  for (const [diskId, health] of Object.entries(disks ?? {})) {
    if (health !== 'good' && isThere.has(diskId)) found.push({ kind: `disk-${health}`, part: diskId })
  }
  const raid = storage?.raid?.status ?? 'normal'
  if (raid !== 'normal') found.push({ kind: `raid-${raid}` })
  if (card === 'failed') found.push({ kind: 'card-failed' })
  if (card === 'unformatted') found.push({ kind: 'disk-unformatted', part: 'SD' })
  if (store !== undefined && store !== 'normal') found.push({ kind: `disk-${store}` })
  const [days, asked] = [daysOfRoom(state), state.room?.askedDays ?? 0]
  if (days !== undefined && days < asked) found.push({ kind: 'storage-short', days, count: asked })
  const isSame = (one: Omit<Trouble, 'sinceMs'>, other: Trouble) =>
    one.kind === other.kind && one.part === other.part && one.chlIndex === other.chlIndex
  const lasting = found.map((one) => ({ ...one, sinceMs: before.find((other) => isSame(one, other))?.sinceMs ?? nowMs }))
  const missing = Object.entries(gaps ?? {}).map(
    ([chlIndex, { startMs, endMs, count }]): Trouble => ({
      kind: 'recording-gap',
      chlIndex: Number(chlIndex),
      sinceMs: startMs,
      untilMs: endMs,
      count,
    }),
  )
  return [...lasting, ...missing]
}

/** Shorter ones are those between two files, or a camera that was called anew. */
const LEAST_GAP_MS = 60_000

/** What is missing of a time that should have been recorded as a whole. Segments may overlap; an open end is `untilMs`. */
export function gapIn(segments: readonly RecordSegment[], fromMs: number, untilMs: number): Gap | undefined {
  const gaps: { startMs: number; endMs: number }[] = []
  let reachedMs = fromMs
  const sorted = segments.toSorted((one, other) => one.startMs - other.startMs)
  for (const { startMs, endMs } of [...sorted, { startMs: untilMs, endMs: untilMs }]) {
    if (Math.min(startMs, untilMs) - reachedMs >= LEAST_GAP_MS) gaps.push({ startMs: reachedMs, endMs: Math.min(startMs, untilMs) })
    reachedMs = Math.max(reachedMs, endMs === 0 ? untilMs : endMs)
  }
  const last = gaps.at(-1)
  return last && { ...last, count: gaps.length }
}
