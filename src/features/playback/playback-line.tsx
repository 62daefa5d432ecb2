import { Trans, useLingui } from '@lingui/react/macro'
import IconArchive from '@tabler/icons-react/dist/esm/icons/IconArchive.mjs'
import IconDownload from '@tabler/icons-react/dist/esm/icons/IconDownload.mjs'
import { lazy, Suspense, useEffect, useEffectEvent, useMemo, useState } from 'react'
import { useSnapshot } from 'valtio'
import type { PastPlace } from '#contract/recorded-media.ts'
import { DAY_MS } from '#shared/time/day.ts'
import { dayBounds, dayIn, isTimeZone } from '#shared/time/zone.ts'
import { coreState, serviceNowMs } from '../../data/core/core.ts'
import { useLicenceGuard } from '../../data/organization/use-licence-guard.ts'
import { isThinLine } from '../../lib/thin-line.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Checkbox } from '../../ui/controls/checkbox.tsx'
import { LicenceGuard } from '../../ui/licence/licence-guard.tsx'
import { useNow } from '../../ui/text/use-now.ts'
import type { Part } from '../../ui/time-line/core/part.ts'
import { isWithin, unionOf } from '../../ui/time-line/core/spans.ts'
import { ownZone } from '../../lib/own-zone.ts'
import { TimeLine } from '../../ui/time-line/time-line.tsx'
import { deck, order, timeNow, useClockSet, usePlaybackClock, usePlaybackTime } from './deck.ts'
import type { NamedCamera } from './named-camera.ts'
import { PreviewPicture } from './preview-picture.tsx'
import { beyondGap, type Steering } from './steering.ts'
import { Transport } from './transport.tsx'
import { useRecorded } from './use-recorded.ts'
import { Way } from './way.tsx'
import classes from './playback.module.css'

const ArchivePart = lazy(() => import('./archive-part.tsx').then(({ ArchivePart }) => ({ default: ArchivePart })))
const SavePart = lazy(() => import('./save-part.tsx').then(({ SavePart }) => ({ default: SavePart })))

/** How far back the line goes: a search may be 31 days long (rule 5.8). */
const PAST_MS = 30 * DAY_MS
const HOUR_MS = 3_600_000
/** How often is looked whether there is anything to play here. */
const GAP_LOOK_MS = 250
/** So near to now nothing can be played faster than it comes. */
const EDGE_MS = 2_000
const NOTHING = unionOf([])

interface LineProps {
  cameras: readonly NamedCamera[]
  from: PastPlace
  zone: string | undefined
  steering: Steering
  /** The number of the window that is chosen: pictures above the line are of its camera. */
  selected: number
}

/** The foot of the page: what steers, and the time line. */
export function PlaybackLine({ cameras, from, zone: siteZone, steering, selected }: LineProps) {
  const { t } = useLingui()
  const zone = siteZone !== undefined && isTimeZone(siteZone) ? siteZone : ownZone()
  const licence = useLicenceGuard()
  const { clockOffsetMs } = useSnapshot(coreState)
  const nowMs = useNow() + clockOffsetMs
  /** Before, there is no moment to begin the time line at, and none to keep. */
  const isClockSet = useClockSet()
  const atMs = usePlaybackTime()
  const fromMs = Math.floor((nowMs - PAST_MS) / HOUR_MS) * HOUR_MS
  const today = dayIn(atMs, zone)
  const day = useMemo(() => dayBounds(today, zone), [today, zone])
  const bounds = useMemo(() => ({ fromMs, toMs: nowMs }), [fromMs, nowMs])
  const { lanes, recorded, unknown, events } = useRecorded(cameras, from, bounds, isClockSet ? day : undefined)
  const [part, setPart] = useState<Part>({})
  const [isSkipping, setSkipping] = useState(true)
  /** Where the playhead stood when a part was to be saved. */
  const [savingAtMs, setSavingAtMs] = useState<number>()
  const [archivingAtMs, setArchivingAtMs] = useState<number>()
  useEffect(() => steering.know({ cameras, bounds, recorded, unknown, events }), [steering, cameras, bounds, recorded, unknown, events])
  useGaps(steering, isSkipping)
  /** Of the chosen camera, or of another one that has recorded the moment; nothing where none has. */
  const previewAt = (momentMs: number) => {
    const isRecorded = (index: number) => isWithin(lanes[index]?.recorded.any ?? NOTHING, momentMs)
    const index = [selected, ...cameras.keys()].find(isRecorded)
    const camera = index === undefined ? undefined : cameras[index]
    if (camera === undefined) return undefined
    const { sn, chlIndex, name } = camera
    return <PreviewPicture sn={sn} chlIndex={chlIndex} from={from} name={cameras.length > 1 ? name : undefined} atMs={momentMs} />
  }
  return (
    <section className={classes['line']} aria-label={t`Time line`}>
      <div className={classes['tools']}>
        <Transport steering={steering} />
        <Checkbox
          className={classes['skip']}
          size="xs"
          label={t`Skip gaps`}
          checked={isSkipping}
          onChange={({ currentTarget }) => setSkipping(currentTarget.checked)}
        />
        <Button
          size="xs"
          variant="default"
          leftSection={<IconDownload size={16} stroke={1.5} aria-hidden />}
          disabled={!isClockSet}
          onClick={() => setSavingAtMs(timeNow())}
        >
          <Trans>Save part…</Trans>
        </Button>
        {from === 'local' && (
          <Button
            size="xs"
            variant="default"
            leftSection={<IconArchive size={16} stroke={1.5} aria-hidden />}
            disabled={!isClockSet}
            onClick={() => setArchivingAtMs(timeNow())}
          >
            <Trans>Archive part…</Trans>
          </Button>
        )}
        <Way />
      </div>
      {isClockSet && (
        <TimeLine
          label={t`Time of the playback`}
          bounds={bounds}
          atMs={atMs}
          zone={zone}
          lanes={lanes}
          events={events}
          part={part}
          onPart={setPart}
          onSeek={steering.seek}
          onScrub={steering.scrub}
          preview={deck().isPossible && !isThinLine() ? previewAt : undefined}
        />
      )}
      <Suspense>
        {savingAtMs !== undefined && (
          <SavePart cameras={cameras} from={from} zone={zone} part={part} atMs={savingAtMs} onClose={() => setSavingAtMs(undefined)} />
        )}
        {archivingAtMs !== undefined && (
          <LicenceGuard stand={licence} onClose={() => setArchivingAtMs(undefined)}>
            <ArchivePart cameras={cameras} zone={zone} part={part} atMs={archivingAtMs} onClose={() => setArchivingAtMs(undefined)} />
          </LicenceGuard>
        )}
      </Suspense>
    </section>
  )
}

/** Goes over what nobody recorded, and does not run into what has not been yet. */
function useGaps(steering: Steering, isSkipping: boolean): void {
  const { rate, speed, isBackwards } = usePlaybackClock()
  const look = useEffectEvent(() => {
    const atMs = timeNow()
    if (rate > 0 && speed > 1 && atMs > serviceNowMs() - EDGE_MS) return order({ kind: 'pace', speed: 1 })
    const next = isSkipping && steering.known && beyondGap(steering.known, atMs, isBackwards)
    const isShown = deck().shows.includes('picture')
    // Past the steering: whoever has asked for the next event is led there all the same.
    if (next && Math.abs(next - atMs) > EDGE_MS && !isShown) order({ kind: 'seek', atMs: next })
  })
  useEffect(() => {
    if (rate === 0) return
    const timer = setInterval(look, GAP_LOOK_MS)
    return () => clearInterval(timer)
  }, [rate])
}
