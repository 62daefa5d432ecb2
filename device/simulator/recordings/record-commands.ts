import { MOST_SEGMENTS } from '#contract/device-commands.ts'
import { Refusal, type CommandHandlers } from '#device/agent/command-handlers.ts'
import { DAY_MS } from '#shared/time/day.ts'
import { dayIn, isTimeZone } from '#shared/time/zone.ts'
import type { ClipLoop } from '../clip-loop.ts'
import type { DeviceRecorder } from './device-recorder.ts'
import { happeningsIn } from './happenings-in.ts'

/** What a recorder keeps of a happening: from shortly before it to shortly after. */
const KEPT = { beforeMs: 2_000, afterMs: 4_000 }

/** What a simulated device answers when it is asked for its recordings, or told when to make them; `remember` keeps that over restarts. */
export function recordCommands(recorder: DeviceRecorder, remember: () => void): CommandHandlers {
  function loopOf(chlIndex: number): ClipLoop {
    const loop = recorder.loops[chlIndex]
    if (loop === undefined) throw new Refusal('not-found', 'chlIndex')
    return loop
  }
  return {
    'record-get': () => recorder.settings(),
    'record-set': ({ chlIndex, mode, streams, plan, keep }) => {
      loopOf(chlIndex)
      // It keeps its large stream, and has no other.
      if (streams !== undefined) throw new Refusal('bad-value', 'streams')
      recorder.setMode(chlIndex, mode, Date.now(), { plan, keep })
      remember()
      return recorder.settings()
    },
    'record-days': ({ chlIndex, month, timeZone }) => {
      loopOf(chlIndex)
      if (!isTimeZone(timeZone)) throw new Refusal('bad-value', 'timeZone')
      const firstMs = Date.parse(`${month}-01T00:00:00Z`)
      // No place is further from UTC than 14 hours, and no month longer than 31 days.
      const found = recorder.find(chlIndex, { startMs: firstMs - DAY_MS, endMs: firstMs + 33 * DAY_MS })
      const moments = found.flatMap(({ startMs, endMs }) => [...stepsOf(startMs, endMs), endMs - 1])
      const named = new Set(moments.map((atMs) => dayIn(atMs, timeZone)))
      return { days: [...named].filter((day) => day.startsWith(month)).toSorted() }
    },
    'record-log': ({ chlIndex, startMs, endMs, types }) => {
      const loop = loopOf(chlIndex)
      const found = recorder.find(chlIndex, { startMs, endMs })
      const happenings = found.flatMap((time) => [...happeningsIn(loop, time, KEPT)])
      const segments = [...found.map((time) => ({ ...time, type: 'SCHEDULE' as const })), ...happenings]
        .filter(({ type }) => types === undefined || types.includes(type))
        .map((segment) => ({ ...segment, startMs: Math.round(segment.startMs), endMs: Math.round(segment.endMs) }))
        .toSorted((one, other) => one.startMs - other.startMs)
      return { segments: segments.slice(0, MOST_SEGMENTS), isMore: segments.length > MOST_SEGMENTS }
    },
  }
}

function* stepsOf(startMs: number, endMs: number): Generator<number> {
  for (let atMs = startMs; atMs < endMs; atMs += DAY_MS / 2) yield atMs
}
