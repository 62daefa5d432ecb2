import { useLingui } from '@lingui/react/macro'
import { useEffect, useRef, useState, type KeyboardEvent, type PointerEvent, type RefObject } from 'react'
import type { RedactionForm } from '#contract/redaction.ts'
import type { Box } from '#shared/redaction/area-at.ts'
import { boxBetween, newArea, placedAt, placeOf } from './model/edit-areas.ts'
import type { Areas } from './model/use-areas.ts'
import { drawPreview } from './preview.ts'
import classes from './redaction.module.css'

/** One press of an arrow key, a share of the picture. */
const KEY_STEP = 0.01

interface StageProps {
  url: string
  video: RefObject<HTMLVideoElement | null>
  areas: Areas
  /** What a drag over the picture draws. */
  form: RedactionForm
  atMs: number
  endMs: number
  onTime: (atMs: number) => void
  onEnd: (endMs: number) => void
  onPlaying: (isPlaying: boolean) => void
}

interface Drag {
  kind: 'draw' | 'move' | 'size'
  from: { x: number; y: number }
  index: number
  box: Box
}

/** The clip, with what is drawn made unreadable as it will be. A drag over the picture draws; areas are moved, and sized by their corner. */
export function Stage({ url, video, areas, form, atMs, endMs, onTime, onEnd, onPlaying }: StageProps) {
  const { t } = useLingui()
  const canvas = useRef<HTMLCanvasElement>(null)
  const stage = useRef<HTMLDivElement>(null)
  const drag = useRef<Drag>(undefined)
  const [drawn, setDrawn] = useState<Box>()
  // A newer link is to the same file: it is taken when the old one is good no more.
  const [src, setSrc] = useState(url)
  const shown = useRef(areas.areas)
  useEffect(() => {
    shown.current = areas.areas
    const [picture, over] = [video.current, canvas.current]
    if (picture && over) drawPreview(over, picture, areas.areas, atMs)
  }, [areas.areas, atMs, video])
  useEffect(() => {
    const picture = video.current
    if (!picture) return undefined
    let request = 0
    const show = (_: number, { mediaTime }: { mediaTime: number }) => {
      if (canvas.current) drawPreview(canvas.current, picture, shown.current, mediaTime * 1000)
      onTime(mediaTime * 1000)
      request = picture.requestVideoFrameCallback(show)
    }
    request = picture.requestVideoFrameCallback(show)
    return () => picture.cancelVideoFrameCallback(request)
  }, [video, onTime])

  const pointOf = ({ clientX, clientY }: PointerEvent) => {
    const { left, top, width, height } = stage.current?.getBoundingClientRect() ?? new DOMRect(0, 0, 1, 1)
    const within = (value: number) => Math.min(Math.max(value, 0), 1)
    return { x: within((clientX - left) / width), y: within((clientY - top) / height) }
  }
  const begin = (event: PointerEvent, kind: Drag['kind'], index: number, box: Box) => {
    if (event.button !== 0) return
    event.stopPropagation()
    stage.current?.setPointerCapture(event.pointerId)
    video.current?.pause()
    if (kind !== 'draw') areas.keep()
    drag.current = { kind, from: pointOf(event), index, box }
  }
  const move = (event: PointerEvent) => {
    const begun = drag.current
    if (begun === undefined) return
    const { kind, from, index, box } = begun
    const to = pointOf(event)
    if (kind === 'draw') return setDrawn(boxBetween(from, to))
    const area = areas.areas[index]
    if (area === undefined) return
    const by = { x: to.x - from.x, y: to.y - from.y }
    const next =
      kind === 'move' ? { ...box, x: box.x + by.x, y: box.y + by.y } : { ...box, width: box.width + by.x, height: box.height + by.y }
    areas.set(index, placedAt(area, atMs, next), false)
  }
  const end = () => {
    if (drag.current?.kind === 'draw' && drawn !== undefined) areas.add(newArea(form, drawn, atMs, endMs))
    drag.current = undefined
    setDrawn(undefined)
  }
  const press = (event: KeyboardEvent, index: number, box: Box) => {
    const area = areas.areas[index]
    if (area === undefined) return
    if (event.key === 'Delete' || event.key === 'Backspace') areas.remove(index)
    else if (event.key.startsWith('Arrow')) {
      const sign = event.key === 'ArrowLeft' || event.key === 'ArrowUp' ? -KEY_STEP : KEY_STEP
      const isAcross = event.key === 'ArrowLeft' || event.key === 'ArrowRight'
      const side = event.shiftKey ? (isAcross ? 'width' : 'height') : isAcross ? 'x' : 'y'
      areas.set(index, placedAt(area, atMs, { ...box, [side]: box[side] + sign }))
    } else return
    event.preventDefault()
  }

  return (
    <div
      ref={stage}
      className={classes['stage']}
      data-stage="redaction"
      onPointerDown={(event) => begin(event, 'draw', -1, { x: 0, y: 0, width: 0, height: 0 })}
      onPointerMove={move}
      onPointerUp={end}
      onPointerCancel={end}
    >
      {/* oxlint-disable-next-line jsx-a11y/media-has-caption -- what a camera heard has no captions */}
      <video
        ref={video}
        src={src}
        onError={() => setSrc(url)}
        preload="auto"
        playsInline
        aria-label={t`The clip`}
        onDurationChange={(event) => onEnd(event.currentTarget.duration * 1000)}
        onPlay={() => onPlaying(true)}
        onPause={() => onPlaying(false)}
      />
      <canvas ref={canvas} />
      {areas.areas.map((area, index) => {
        const box = placeOf(area, atMs)
        const isThere = atMs >= area.fromMs && atMs <= area.toMs
        if (box === undefined || (!isThere && areas.chosen !== index)) return undefined
        const number = index + 1
        return (
          <div
            key={index}
            className={classes['area']}
            role="button"
            tabIndex={0}
            data-form={area.form}
            aria-pressed={areas.chosen === index}
            aria-label={t`Area ${number}: arrow keys move it, with Shift they size it, Delete removes it`}
            style={placeStyle(box)}
            onFocus={() => areas.choose(index)}
            onPointerDown={(event) => begin(event, 'move', index, box)}
            onKeyDown={(event) => press(event, index, box)}
          >
            <span>{number}</span>
            <i onPointerDown={(event) => begin(event, 'size', index, box)} />
          </div>
        )
      })}
      {drawn && <div className={classes['drawn']} data-form={form} style={placeStyle(drawn)} />}
    </div>
  )
}

function placeStyle({ x, y, width, height }: Box) {
  return { left: `${x * 100}%`, top: `${y * 100}%`, width: `${width * 100}%`, height: `${height * 100}%` }
}
