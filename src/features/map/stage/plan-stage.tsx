import { Trans, useLingui } from '@lingui/react/macro'
import IconMinus from '@tabler/icons-react/dist/esm/icons/IconMinus.mjs'
import IconPlus from '@tabler/icons-react/dist/esm/icons/IconPlus.mjs'
import { useEffect, useRef, useState, type PointerEvent, type ReactNode } from 'react'
import { useSnapshot } from 'valtio'
import { usePicture } from '../../../data/records/use-picture.ts'
import { IconButton } from '../../../ui/controls/icon-button.tsx'
import { pictureRect, planGround, type Ground, type Spot } from '../../../ui/map/geometry/ground.ts'
import { arranging } from '../model/arranging.ts'
import type { PlanNode } from '../model/map-model.ts'
import { CameraLayer } from './camera-layer.tsx'
import { trackPointer } from '../../../lib/track-pointer.ts'
import grounds from '../../../ui/map/ground.module.css'
import classes from './stage.module.css'

const MARGIN_PX = 24
const NEARER = 1.5
const NEAREST = 8

interface PlanStageProps {
  node: PlanNode
  recorded: ReadonlySet<string>
  selected: string | undefined
  onSelect: (key: string) => void
  onPlace: (key: string, spot: Spot) => void
  onPress: (ground: Ground, px: { x: number; y: number }) => void
  children: (ground: Ground | undefined, size: { widthPx: number; heightPx: number }) => ReactNode
}

/** A plan of a site with the cameras on it; moved by dragging, made larger by the wheel and two buttons. */
export function PlanStage({ node: { plan, cameras }, recorded, selected, onSelect, onPlace, onPress, children }: PlanStageProps) {
  const { t } = useLingui()
  const host = useRef<HTMLDivElement>(null)
  const size = useSize(host)
  const [view, setView] = useState({ scale: 1, shift: { x: 0, y: 0 } })
  const { placing } = useSnapshot(arranging)
  const url = usePicture(plan.pictureUrl)
  const rect = size && pictureRect(plan, size, { marginPx: MARGIN_PX, ...view })
  const ground = rect && planGround(rect)
  const zoomBy = (times: number) =>
    setView(({ scale, shift }) => {
      const next = Math.min(Math.max(scale * times, 1), NEAREST)
      const rate = next / scale
      return { scale: next, shift: next === 1 ? { x: 0, y: 0 } : { x: shift.x * rate, y: shift.y * rate } }
    })
  function onPointerDown(press: PointerEvent<HTMLDivElement>) {
    if (press.button !== 0 || press.target !== press.currentTarget) return
    const { shift } = view
    const box = press.currentTarget.getBoundingClientRect()
    const px = { x: press.clientX - box.left, y: press.clientY - box.top }
    trackPointer(press, {
      onMove: (_, way) => setView((now) => ({ ...now, shift: { x: shift.x + way.x, y: shift.y + way.y } })),
      onDrop: () => {},
      onCancel: () => ground && onPress(ground, px),
    })
  }
  const name = plan.planName
  return (
    <div
      ref={host}
      className={grounds['stage']}
      data-stage="plan"
      data-plan={plan.planId}
      data-placing={placing !== undefined}
      role="group"
      aria-label={t`Plan: ${name}`}
      onPointerDown={onPointerDown}
      onWheel={(event) => zoomBy(event.deltaY < 0 ? 1.15 : 1 / 1.15)}
    >
      {rect && url && (
        <img
          className={classes['plan']}
          src={url}
          alt=""
          draggable={false}
          style={{ left: rect.left, top: rect.top, width: rect.widthPx, height: rect.heightPx }}
        />
      )}
      {rect && !url && (
        <p className={classes['noPicture']}>
          <Trans>The picture of this plan is not there now.</Trans>
        </p>
      )}
      {ground && size && (
        <>
          <CameraLayer ground={ground} cameras={cameras} recorded={recorded} selected={selected} onSelect={onSelect} onPlace={onPlace} />
          {children(ground, size)}
        </>
      )}
      <div className={grounds['zoom']}>
        <IconButton label={t`Larger`} isDisabled={view.scale >= NEAREST} onClick={() => zoomBy(NEARER)}>
          <IconPlus size={18} stroke={1.5} aria-hidden />
        </IconButton>
        <IconButton label={t`Smaller`} isDisabled={view.scale <= 1} onClick={() => zoomBy(1 / NEARER)}>
          <IconMinus size={18} stroke={1.5} aria-hidden />
        </IconButton>
      </div>
    </div>
  )
}

function useSize(host: { readonly current: HTMLElement | null }): { widthPx: number; heightPx: number } | undefined {
  const [size, setSize] = useState<{ widthPx: number; heightPx: number }>()
  useEffect(() => {
    const element = host.current
    if (element === null) return
    const watch = new ResizeObserver(() => {
      const { clientWidth, clientHeight } = element
      if (clientWidth > 0) setSize({ widthPx: clientWidth, heightPx: clientHeight })
    })
    watch.observe(element)
    return () => watch.disconnect()
  }, [host])
  return size
}
