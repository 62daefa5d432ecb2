import { archiveLimits } from '#contract/archives.ts'
import type { MediaUnit } from '#contract/media.ts'
import type { DeviceLinks } from '../../devices/device-links.ts'
import type { ClipSink } from '../../devices/gateway/device-clip.ts'
import type { StreamFormat } from '../../devices/gateway/device-stream.ts'
import type { Now } from '../../runtime/clock.ts'
import type { ArchiveRow } from './archives.ts'
import { ClipPace } from './clip-pace.ts'

/** How often the pace is looked at. */
const LOOK_MS = 250

/**
 * A part of a camera's past, whole: pictures and frames of sound as they came. `changedAtMs`: it ends early, where the pictures become others.
 */
export interface Clip {
  format: StreamFormat
  units: MediaUnit[]
  changedAtMs?: number | undefined
}

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

interface Fetching {
  /** Gives up when it aborts: rejects with its reason. */
  signal: AbortSignal
  /** Called with each unit. */
  onUnit: (unit: MediaUnit) => void
  now: Now
}

/**
 * Asks a camera for a part of its past. Rejects with `ClipUnavailable`, also when the device takes too long: whoever waits for this clip's
 * place should not wait for one device that sends a picture now and then.
 */
export function fetchClip(links: Pick<DeviceLinks, 'requestClip'>, row: Wanted, { signal, onUnit, now }: Fetching): Promise<Clip> {
  const { promise, resolve, reject } = Promise.withResolvers<Clip>()
  const units: MediaUnit[] = []
  let format: StreamFormat | undefined
  let bytes = 0
  const { sn, chl_index: chlIndex, stream, start_at_ms: startMs, end_at_ms: endMs } = row
  const pace = new ClipPace(endMs - startMs, now)
  const watch = setInterval(() => {
    const fault = pace.fault()
    if (fault !== undefined) reject(new ClipUnavailable('recording-not-delivered', fault))
  }, LOOK_MS)
  const take = (unit: MediaUnit) => {
    pace.count(unit)
    bytes += unit.data.byteLength
    if (bytes > archiveLimits.clipBytes) return reject(new ClipUnavailable('recording-not-delivered', 'the clip is too large'))
    units.push(unit)
    onUnit(unit)
  }
  const sink: ClipSink = {
    opened: (said) => (format = said),
    unit: take,
    sound: take,
    ended: (changedAtMs) => {
      if (format === undefined || !units.some(({ kind, isPreroll }) => kind === 'video' && !isPreroll))
        return reject(new ClipUnavailable('nothing-recorded', 'the clip is empty'))
      resolve({ format, units, changedAtMs })
    },
    failed: (fault) => reject(new ClipUnavailable(errorOfFault[fault], `the device says ${fault}`)),
  }
  const giveUp = () => reject(signal.reason)
  signal.addEventListener('abort', giveUp, { once: true })
  const cancel = links.requestClip({ sn, chlIndex, stream, startMs, endMs, sink })
  if (signal.aborted) giveUp()
  return promise.finally(() => {
    clearInterval(watch)
    signal.removeEventListener('abort', giveUp)
    cancel()
  })
}
