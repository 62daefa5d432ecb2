import { archiveLimits } from '#contract/archives.ts'
import { MOST_OF_PAST_MS } from '#contract/recorded-media.ts'
import type { MediaUnit } from '#contract/media.ts'
import type { DeviceLinks } from '../../devices/device-links.ts'
import type { ClipSink } from '../../devices/gateway/device-clip.ts'
import type { StreamFormat } from '../../devices/gateway/device-stream.ts'
import type { RecordedUnit } from '../recorded/cloud-pictures.ts'
import type { Now } from '../../runtime/clock.ts'
import type { ArchiveRow } from './archives.ts'
import { ClipPace } from './clip-pace.ts'

/** How often the pace is looked at. */
const LOOK_MS = 250
/** What came of a clip and is not written yet. Beyond this the device is told to stop, and asked for the rest when there is room again. */
const MOST_WAITING_BYTES = 16 * 1024 ** 2
/** What comes before the first picture that is shown is written with that, and waits for it in memory. */
const MOST_UNSHOWN_BYTES = 64 * 1024 ** 2

/** Why a clip cannot be had, as an error of the contract's table. */
export class ClipUnavailable extends Error {
  readonly error: 'device-offline' | 'past-unavailable' | 'nothing-recorded' | 'recording-not-delivered' | 'archive-space-low'

  constructor(error: ClipUnavailable['error'], why: string) {
    super(why)
    this.error = error
  }
}

const errorOfFault = {
  offline: 'device-offline',
  'not-found': 'past-unavailable',
  'no-recording': 'nothing-recorded',
  failed: 'recording-not-delivered',
} as const

/** Which part of which camera's past. */
type Wanted = Pick<ArchiveRow, 'sn' | 'chl_index' | 'stream' | 'start_at_ms' | 'end_at_ms'>

export interface Watching {
  /** Gives up when it aborts: rejects with its reason. */
  signal: AbortSignal
  /** Called with each unit. */
  onUnit: (unit: MediaUnit) => void
}

interface Asking extends Watching {
  links: Pick<DeviceLinks, 'requestClip'>
  now: Now
  /** It ends where the device says that its pictures become others. */
  endsAtChange?: boolean
}

/** How a clip came to its end: from where on there is more, epoch ms, and whether that is of another kind. */
interface ClipEnd {
  goesOnMs: number | undefined
  isOther: boolean
}

/** Pictures and sound of the past, one after the other; answers where they become of another kind, epoch ms. */
export type Recorded = AsyncGenerator<RecordedUnit, number | undefined>

/**
 * What a camera has recorded of a time, as it comes: a minute is asked for at a time, and no more of it waits here than there is room for, however
 * slowly it is read. What was not recorded of it is passed over. Where the camera's pictures become others it is asked again from there, unless it is to
 * end. Throws `ClipUnavailable`, also when the device takes too long: whoever waits for this clip's place should not wait for one device that sends a
 * picture now and then.
 */
export async function* recordedUnits(wanted: Wanted, asking: Asking): Recorded {
  const { end_at_ms } = wanted
  let leftBytes = archiveLimits.minuteBytes * Math.ceil((end_at_ms - wanted.start_at_ms) / MOST_OF_PAST_MS)
  let heardMs = Number.NEGATIVE_INFINITY
  for (let start_at_ms = wanted.start_at_ms; start_at_ms < end_at_ms; ) {
    const minute = { ...wanted, start_at_ms, end_at_ms: Math.min(start_at_ms + MOST_OF_PAST_MS, end_at_ms) }
    const units = clipUnits(minute, asking)
    try {
      let next = await units.next()
      for (; next.done !== true; next = await units.next()) {
        const { unit } = next.value
        leftBytes -= unit.data.byteLength
        if (leftBytes < 0) throw new ClipUnavailable('recording-not-delivered', 'the clip is too large')
        // Sound that came just before a clip was stopped comes once more with the rest of it.
        if (unit.kind === 'sound' && unit.captureMs <= heardMs) continue
        if (unit.kind === 'sound') heardMs = unit.captureMs
        yield next.value
      }
      const { goesOnMs, isOther } = next.value
      // A device that says that the change was before what it was asked for says nothing.
      const laterMs = goesOnMs !== undefined && goesOnMs > start_at_ms ? goesOnMs : undefined
      if (laterMs !== undefined && isOther && asking.endsAtChange === true) return laterMs
      start_at_ms = laterMs ?? minute.end_at_ms
    } catch (fault) {
      if (!(fault instanceof ClipUnavailable && fault.error === 'nothing-recorded')) throw fault
      start_at_ms = minute.end_at_ms
    } finally {
      await units.return({ goesOnMs: undefined, isOther: false })
    }
  }
  return undefined
}

/** One clip, as it comes. */
async function* clipUnits(wanted: Wanted, { links, now, signal, onUnit }: Asking): AsyncGenerator<RecordedUnit, ClipEnd> {
  const { sn, chl_index: chlIndex, stream, start_at_ms: startMs, end_at_ms: endMs } = wanted
  const waiting: RecordedUnit[] = []
  let waitingBytes = 0
  let unshownBytes = 0
  let format: StreamFormat | undefined
  let hasPictures = false
  let lastMs = startMs
  let end: ClipEnd | { fault: unknown } | undefined
  let arrived = Promise.withResolvers<void>()
  const finish = (how: NonNullable<typeof end>) => {
    end ??= how
    arrived.resolve()
  }
  const pace = new ClipPace(endMs - startMs, now)
  const watch = setInterval(() => {
    const fault = pace.fault()
    if (fault !== undefined) finish({ fault: new ClipUnavailable('recording-not-delivered', fault) })
  }, LOOK_MS)
  let cancel = () => {}
  const take = (unit: MediaUnit) => {
    if (end !== undefined || format === undefined) return
    pace.count(unit)
    onUnit(unit)
    waiting.push({ format, unit })
    waitingBytes += unit.data.byteLength
    if (unit.kind === 'video' && !unit.isPreroll) {
      hasPictures = true
      lastMs = unit.captureMs
    }
    arrived.resolve()
    if (!hasPictures) unshownBytes += unit.data.byteLength
    if (unshownBytes > MOST_UNSHOWN_BYTES)
      finish({ fault: new ClipUnavailable('recording-not-delivered', 'there is no picture to be shown') })
    // It goes on behind the newest picture, so that each time some of it is had.
    if (waitingBytes <= MOST_WAITING_BYTES || !hasPictures) return
    cancel()
    finish({ goesOnMs: Math.floor(lastMs) + 1, isOther: false })
  }
  const sink: ClipSink = {
    opened: (said) => (format = said),
    unit: take,
    sound: take,
    ended: (changedAtMs) =>
      finish(
        hasPictures ? { goesOnMs: changedAtMs, isOther: true } : { fault: new ClipUnavailable('nothing-recorded', 'the clip is empty') },
      ),
    failed: (fault) => finish({ fault: new ClipUnavailable(errorOfFault[fault], `the device says ${fault}`) }),
  }
  const giveUp = () => finish({ fault: signal.reason })
  signal.addEventListener('abort', giveUp, { once: true })
  try {
    cancel = links.requestClip({ sn, chlIndex, stream, startMs, endMs, sink })
    if (signal.aborted) giveUp()
    for (;;) {
      signal.throwIfAborted()
      const next = waiting.shift()
      if (next !== undefined) {
        waitingBytes -= next.unit.data.byteLength
        yield next
      } else if (end === undefined) {
        await arrived.promise
        arrived = Promise.withResolvers()
      } else if ('fault' in end) {
        throw end.fault
      } else {
        return end
      }
    }
  } finally {
    clearInterval(watch)
    signal.removeEventListener('abort', giveUp)
    cancel()
  }
}
