import { useLingui } from '@lingui/react/macro'
import { useMemo, useRef, type CSSProperties, type KeyboardEvent, type ReactNode } from 'react'
import { offsetAt } from '#shared/time/zone.ts'
import type { Events } from './core/event-marks.ts'
import { actionOf } from './core/keys.ts'
import type { Part } from './core/part.ts'
import type { Recorded } from './core/segments.ts'
import { spanMs, type Span } from './core/view.ts'
import { useNarrow } from '../page/use-narrow.ts'
import { layoutOf, NAME_PX } from './paint/layout.ts'
import { ownZone } from '../../lib/own-zone.ts'
import { TimeLineFoot } from './time-line-foot.tsx'
import { useClockText, useValueText } from './use-texts.ts'
import type { Stage } from './stage.ts'
import { useStage, useStageElements, useStageValue } from './use-stage.ts'
import classes from './time-line.module.css'

/** A camera of a time line. */
interface Lane {
  id: string
  name: string
  recorded: Recorded
}

interface TimeLineProps {
  /** What it is the time of, for who cannot see it. */
  label: string
  /** Where it begins and ends, and where the playhead is. Epoch ms. */
  bounds: Span
  atMs: number
  /** The zone of the site, which this browser has to know (`isTimeZone`). Where the viewer's clocks show another time, that stands beside. */
  zone: string
  /** One for each camera, up to sixteen. */
  lanes?: readonly Lane[]
  events?: Events | undefined
  /** `compact`: one row, seen whole, in which every drag moves the playhead. */
  form?: 'full' | 'compact'
  /** In the dark colours in both themes. */
  isOnVideo?: boolean
  part?: Part | undefined
  /** Lets people mark a part. */
  onPart?: ((part: Part) => void) | undefined
  /** Somebody wants to be at this moment. */
  onSeek: (atMs: number) => void
  /** While the playhead is dragged: the first moment after each picture of the screen at once, and of those that follow the newest with the next picture. */
  onScrub?: ((atMs: number) => void) | undefined
  /** What is shown above the pointer, over its time. */
  preview?: ((atMs: number) => ReactNode) | undefined
  /** What is to be said of a moment behind its date and time. */
  describe?: ((atMs: number) => string) | undefined
}

const none: readonly Lane[] = []

/**
 * The time line of playback: a ruler that zooms around the pointer, what was recorded by type in colour and pattern, events, a marked part, and the
 * playhead with its exact time. All of it can be done with hands, the wheel, and keys (`core/keys.ts`).
 */
export function TimeLine(props: TimeLineProps) {
  const { label, bounds, atMs, zone, lanes = none, events, form = 'full', isOnVideo = false, part, onPart, onSeek, onScrub } = props
  const { i18n } = useLingui()
  const isCompact = form === 'compact'
  const own = ownZone()
  const isElsewhere = offsetAt(atMs, zone) !== offsetAt(atMs, own)
  const recorded = useMemo(() => lanes.map((lane) => lane.recorded), [lanes])
  const isNarrow = useNarrow()
  const hasEvents = events !== undefined
  const layout = useMemo(
    () => layoutOf({ isCompact, isNarrow, lanes: recorded.length, hasEvents, hasOwnTimes: isElsewhere }),
    [isCompact, isNarrow, recorded.length, hasEvents, isElsewhere],
  )
  const stage = useStage({
    bounds,
    atMs,
    zone,
    events,
    part,
    isCompact,
    isOnVideo,
    onSeek,
    onScrub,
    onPart,
    lanes: recorded,
    layout,
    ownZone: isElsewhere ? own : undefined,
    locale: i18n.locale,
    hasPreview: props.preview !== undefined,
  })
  const style = { '--height': `${layout.heightPx}px`, '--chip': `${layout.chip.heightPx}px` } as CSSProperties
  return (
    <div className={classes['line']} data-form={form} data-on-video={isOnVideo}>
      <div className={classes['rows']} style={style}>
        {!isCompact && (
          <ul className={classes['names']}>
            {lanes.map(({ id, name }, index) => {
              const { topPx = 0, heightPx = 0 } = layout.lanes[index] ?? {}
              return (
                <li key={id} style={isNarrow ? { top: topPx - NAME_PX, height: NAME_PX } : { top: topPx, height: heightPx }}>
                  <span>{name}</span>
                </li>
              )
            })}
          </ul>
        )}
        <Track stage={stage} label={label} bounds={bounds} texts={{ ...props, own: isElsewhere ? own : undefined }} />
      </div>
      {!isCompact && (
        <TimeLineFoot
          stage={stage}
          lanes={recorded}
          zone={zone}
          own={isElsewhere ? own : undefined}
          bounds={bounds}
          canMark={onPart !== undefined}
        />
      )}
    </div>
  )
}

interface TrackProps {
  stage: Stage
  label: string
  bounds: Span
  texts: Pick<TimeLineProps, 'zone' | 'preview' | 'describe' | 'lanes'> & { own: string | undefined }
}

function Track({ stage, label, bounds, texts }: TrackProps) {
  const track = useRef<HTMLDivElement>(null)
  const canvas = useRef<HTMLCanvasElement>(null)
  const chip = useRef<HTMLDivElement>(null)
  const preview = useRef<HTMLDivElement>(null)
  useStageElements(stage, { track, canvas, chip, preview })
  const headMs = useStageValue(stage, ({ headMs: at }) => at)
  const side = useStageValue(stage, ({ headSide }) => headSide)
  const pointedMs = useStageValue(stage, ({ previewMs }) => (previewMs === undefined ? undefined : Math.round(previewMs)))
  const isFine = useStageValue(stage, ({ view }) => Number(spanMs(view) < FINE_MS)) === 1
  const clock = useClockText(texts.zone, texts.own)
  const valueText = useValueText(texts)
  const head = clock(headMs, isFine)
  const pointed = pointedMs === undefined ? undefined : clock(pointedMs, isFine)

  function onKeyDown(event: KeyboardEvent) {
    if (event.key === 'Escape') stage.putAwayPreview()
    const action = actionOf(event)
    if (action === undefined || !stage.act(action)) return
    stage.focus(true)
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <div
      ref={track}
      className={classes['track']}
      role="slider"
      tabIndex={0}
      aria-label={label}
      aria-valuemin={bounds.fromMs}
      aria-valuemax={bounds.toMs}
      aria-valuenow={headMs}
      aria-valuetext={valueText(headMs)}
      onKeyDown={onKeyDown}
    >
      <canvas ref={canvas} className={classes['canvas']} aria-hidden />
      <div ref={chip} className={classes['chip']} data-back={side === 0 ? undefined : true} data-side={side} aria-hidden>
        <b>{head.time}</b>
        {head.beside && <span>{head.beside}</span>}
      </div>
      <div ref={preview} className={classes['preview']} data-shown={pointed !== undefined} aria-hidden>
        {pointedMs !== undefined && texts.preview?.(pointedMs)}
        <span className={classes['pointed']}>
          <b>{pointed?.time}</b>
          {pointed?.beside && <span>{pointed.beside}</span>}
        </span>
      </div>
    </div>
  )
}
/** Where less than this is seen, tenths of seconds are told apart. */
const FINE_MS = 30_000
