import { useLingui } from '@lingui/react/macro'
import { useEffect, useRef, useState } from 'react'
import { redactionLimits, type RedactionForm } from '#contract/redaction.ts'
import { Drawing } from '../../ui/drawing/drawing.tsx'
import { inTheMiddle, type Shape } from '../../ui/drawing/shape.ts'
import type { ClipDeck } from '../../ui/player/clip-deck.ts'
import { newArea, shapeAt, shapedAt } from './model/edit-areas.ts'
import type { Areas } from './model/use-areas.ts'
import { drawPreview } from './preview.ts'
import classes from './redaction.module.css'

interface StageProps {
  url: string
  deck: ClipDeck
  /** Is given the element in which the clip is shown; null when it goes. */
  onVideo: (video: HTMLVideoElement | null) => void
  areas: Areas
  /** What is proposed at this moment. */
  hints: readonly Shape[]
  /** What a drag over the picture draws. */
  form: RedactionForm
  atMs: number
  endMs: number
  onTime: (atMs: number) => void
  onEnd: (endMs: number) => void
}

/** The clip, with what is drawn made unreadable as it will be. */
export function RedactionStage({ url, deck, onVideo, areas, hints, form, atMs, endMs, onTime, onEnd }: StageProps) {
  const { t } = useLingui()
  const video = useRef<HTMLVideoElement>(null)
  const canvas = useRef<HTMLCanvasElement>(null)
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

  return (
    <div className={classes['stage']} data-stage="redaction">
      <Drawing
        shapes={areas.areas.map((area, index) => {
          const number = index + 1
          const isHidden = atMs < area.fromMs || atMs > area.toMs
          return { shape: shapeAt(area, atMs) ?? inTheMiddle('rectangle'), name: t`Area ${number}`, isHidden }
        })}
        hints={hints}
        form={areas.areas.length < redactionLimits.areas ? form : undefined}
        mostCorners={redactionLimits.corners}
        chosen={areas.chosen}
        onChoose={areas.choose}
        onDraw={(shape) => areas.add(newArea(shape, atMs, endMs))}
        onChange={(index, shape, isStep) => {
          const area = areas.areas[index]
          if (area) areas.set(index, shapedAt(area, atMs, shape), isStep)
        }}
        onRemove={areas.remove}
        onGrab={(index) => {
          deck.play(false)
          if (index !== undefined) areas.keep()
        }}
      >
        {/* oxlint-disable-next-line jsx-a11y/media-has-caption -- what a camera heard has no captions */}
        <video
          ref={(element) => {
            video.current = element
            onVideo(element)
            return () => {
              video.current = null
              onVideo(null)
            }
          }}
          src={src}
          onError={() => setSrc(url)}
          preload="auto"
          playsInline
          aria-label={t`The clip`}
          onDurationChange={(event) => onEnd(event.currentTarget.duration * 1000)}
        />
        <canvas ref={canvas} />
      </Drawing>
    </div>
  )
}
