import { MOST_SEGMENTS, type RecordSegment } from '#contract/device-commands.ts'
import type { RecordingSettings } from '#contract/device-settings.ts'
import type { StreamKind } from '#contract/enums.ts'
import { Refusal, type CommandHandlers } from '#device/agent/command-handlers.ts'
import { DAY_MS } from '#shared/time/day.ts'
import { dayIn, isTimeZone } from '#shared/time/zone.ts'
import { emptyPlan, zoneHere, type RecordChoice } from './record-plan.ts'
import type { Channel, Mark } from './record-index.ts'
import type { OtherPast } from './other-past.ts'
import type { Recorder } from './recorder.ts'

/** Segments that follow each other so closely are one time. */
const JOINED_MS = 1_000
/** What is being recorded is a moment behind the present: a fragment, and its writing. */
const BEHIND_MS = 3_000
const DISK_ID = 'recordings'

/** What a device answers whose one channel is recorded here, and perhaps elsewhere. */
export function recordCommands(recorder: Recorder, channel: Channel, other: () => OtherPast | undefined): CommandHandlers {
  async function timesElsewhere(startMs: number, endMs: number): Promise<Mark[]> {
    const times = (await other()?.times(startMs, endMs)) ?? []
    return times.map((time) => ({ ...time, type: 'SCHEDULE' }))
  }
  function requireChannel(chlIndex: number): void {
    if (chlIndex !== channel.chlIndex) throw new Refusal('not-found', 'chlIndex')
  }
  return {
    'record-days': async ({ chlIndex, month, timeZone }) => {
      requireChannel(chlIndex)
      if (!isTimeZone(timeZone)) throw new Refusal('bad-value', 'timeZone')
      const firstMs = Date.parse(`${month}-01T00:00:00Z`)
      // No place is further from UTC than 14 hours, and no month longer than 31 days.
      const span = [firstMs - DAY_MS, firstMs + 33 * DAY_MS] as const
      const times = joined([...recordedTimes(recorder, channel, ...span), ...(await timesElsewhere(...span))])
      const named = new Set(times.flatMap(({ fromMs, untilMs }) => [...daysOf(fromMs, untilMs, timeZone)]))
      return { days: [...named].filter((day) => day.startsWith(month)).toSorted() }
    },
    'record-log': async ({ chlIndex, startMs, endMs, types }) => {
      requireChannel(chlIndex)
      const elsewhere = await timesElsewhere(startMs, endMs)
      const times = [...recordedTimes(recorder, channel, startMs, endMs), ...elsewhere]
      const bytes = mainBytes(recorder, channel, startMs, endMs)
      const marks = recorder.index.marks(channel, startMs, endMs)
      const segments = recordLog(times, marks, startMs, endMs).filter(({ type }) => types === undefined || types.includes(type))
      return {
        segments: segments.slice(0, MOST_SEGMENTS),
        isMore: segments.length > MOST_SEGMENTS,
        // Nobody tells how large it is elsewhere.
        mainBytes: bytes === 0 && elsewhere.length > 0 ? undefined : bytes,
      }
    },
    'storage-info': async () => {
      const { retention, health } = recorder
      const totalBytes = Math.round(await retention.budgetBytes())
      const freeBytes = Math.max(0, totalBytes - retention.usedBytes())
      const status = health.state === 'normal' ? 'normal' : 'failed'
      return { disks: [{ diskId: DISK_ID, model: 'Sightline bridge', status, totalBytes, freeBytes }], raid: null }
    },
  }
}

/** When the one channel of a device is recorded, and what is kept of it. */
export async function recordingSettings(
  recorder: Recorder,
  channel: Channel,
  {
    mode,
    streams,
    plan = emptyPlan,
    keep = { days: null, gigabytes: null },
  }: Omit<RecordChoice, 'streams'> & { streams?: StreamKind[] | undefined },
): Promise<RecordingSettings> {
  const { retention, health, index } = recorder
  const oldest = index.first(channel)
  const kept = { bytes: retention.bytesOf(channel), oldestMs: oldest === undefined ? null : Math.round(oldest.fromMs) }
  const totalBytes = Math.round(await retention.budgetBytes())
  const dayBytes = retention.dayBytes(Date.now())
  const room = { usedBytes: retention.usedBytes(), totalBytes, ...(dayBytes !== undefined && { dayBytes }) }
  const store = { disk: health.state, keptDays: retention.days, ...room }
  return { channels: [{ chlIndex: channel.chlIndex, mode, plan, keep, streams, kept }], timeZone: zoneHere(), store }
}

function recordLog(times: readonly Mark[], happened: readonly Mark[], startMs: number, endMs: number): RecordSegment[] {
  const whole = joined(times.map((time) => ({ ...time, type: 'SCHEDULE' })))
  const marks = happened.flatMap((mark) => whole.map((time) => shared(mark, time)))
  const ofType = Map.groupBy([...times, ...marks], ({ type }) => type)
  return [...ofType.values()]
    .flatMap(joined)
    .map(({ type, fromMs, untilMs }) => ({
      type,
      // Not before the first picture: whoever goes to the begin of a recording is to see it.
      startMs: Math.ceil(Math.max(fromMs, startMs)),
      endMs: Math.round(Math.min(untilMs, endMs)),
    }))
    .filter((segment) => segment.endMs > segment.startMs)
    .toSorted((one, other) => one.startMs - other.startMs)
}

/** How large the main stream of this time is: of a segment that is only in part in it, as much as its part of the time. */
function mainBytes(recorder: Recorder, channel: Channel, startMs: number, endMs: number): number {
  const parts = recorder.find(channel, startMs, endMs).map(({ stream, bytes, fromMs, untilMs }) => {
    const withinMs = Math.min(untilMs, endMs) - Math.max(fromMs, startMs)
    return stream === 'main' && withinMs > 0 ? (bytes * withinMs) / (untilMs - fromMs) : 0
  })
  return Math.round(parts.reduce((sum, bytes) => sum + bytes, 0))
}

/** The times of a channel's segments, whatever the stream. */
function recordedTimes(recorder: Recorder, channel: Channel, startMs: number, endMs: number): Mark[] {
  const nowMs = Date.now()
  return recorder.find(channel, startMs, endMs).map(({ id, type, fromMs, untilMs }) => {
    const isBeingWritten = recorder.isOpen(id) && nowMs > untilMs && nowMs - untilMs < BEHIND_MS
    return { type, fromMs, untilMs: isBeingWritten ? nowMs : untilMs }
  })
}

function shared(mark: Mark, time: Mark): Mark {
  return { type: mark.type, fromMs: Math.max(mark.fromMs, time.fromMs), untilMs: Math.min(mark.untilMs, time.untilMs) }
}

/** Times that touch or overlap, as one. */
function joined(times: readonly Mark[]): Mark[] {
  const found: Mark[] = []
  for (const time of times.filter(({ fromMs, untilMs }) => untilMs > fromMs).toSorted((one, other) => one.fromMs - other.fromMs)) {
    const last = found.at(-1)
    if (last !== undefined && time.fromMs - last.untilMs <= JOINED_MS) last.untilMs = Math.max(last.untilMs, time.untilMs)
    else found.push({ ...time })
  }
  return found
}

function* daysOf(fromMs: number, untilMs: number, timeZone: string): Generator<string> {
  for (let atMs = fromMs; atMs < untilMs; atMs += DAY_MS / 2) yield dayIn(atMs, timeZone)
  yield dayIn(untilMs - 1, timeZone)
}
