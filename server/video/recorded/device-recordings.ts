import type { RecordType } from '#contract/recorded-media.ts'
import type { CommandResult, RecordSegment } from '#contract/device-commands.ts'
import { CallFault } from '../../calls/call-fault.ts'
import type { Context } from '../../context.ts'
import { mergeSpans } from '#shared/time/merge-spans.ts'
import type { CameraRef, Month, Recorded, Span } from './recorded-question.ts'

/** Answers of the device that make one of ours at most, and how long they may take together. */
const MOST_ANSWERS = 12
const MOST_MS = 20_000

type Parts = Pick<Context, 'deviceCommands' | 'now'>

/** What a device says that it recorded, of these kinds if some are named; undefined when it is offline, silent, or cannot say. */
export async function searchDevice(
  { deviceCommands, now }: Parts,
  { sn, chlIndex }: CameraRef,
  { fromMs, toMs }: Span,
  types: readonly RecordType[] | undefined,
): Promise<Recorded | undefined> {
  const found: RecordSegment[] = []
  const done = (isMore: boolean): Recorded => {
    const spans = found.map(({ startMs, endMs, type }) => ({
      startMs: Math.max(fromMs, startMs),
      // An open end is the present (rule 3.17).
      endMs: Math.min(toMs, endMs === 0 ? now() : endMs),
      type,
    }))
    const isWanted = ({ startMs, endMs, type }: RecordSegment) => endMs > startMs && (types?.includes(type) ?? true)
    return { segments: mergeSpans(spans.filter(isWanted)), isMore }
  }
  const dueMs = now() + MOST_MS
  let startMs = fromMs
  for (let answers = 0; answers < MOST_ANSWERS && now() < dueMs; answers += 1) {
    const request = { chlIndex, startMs, endMs: toMs, ...(types && { types: [...types] }) }
    const answer = await unlessRefused(deviceCommands.run(sn, 'record-log', request))
    if (answer === undefined) return answers === 0 ? undefined : done(true)
    found.push(...answer.segments)
    if (!answer.isMore) return done(false)
    // What begins there is told again, and goes into one with what was told.
    const nextMs = Math.max(...answer.segments.map((segment) => segment.startMs))
    if (nextMs <= startMs) break
    startMs = nextMs
  }
  return done(true)
}

/** Days of a month on which a device has recorded something; undefined as for a search. */
export async function deviceDays({ deviceCommands }: Parts, { sn, chlIndex }: CameraRef, { month, timeZone }: Month) {
  const answer = await unlessRefused(deviceCommands.run(sn, 'record-days', { chlIndex, month, timeZone }))
  return answer && [...new Set(answer.days)].filter((day) => day.startsWith(month)).toSorted()
}

type Asked = CommandResult<'record-log'> | CommandResult<'record-days'>

async function unlessRefused<Answer extends Asked>(asked: Promise<Answer>): Promise<Answer | undefined> {
  try {
    return await asked
  } catch (fault) {
    if (fault instanceof CallFault) return undefined
    throw fault
  }
}
