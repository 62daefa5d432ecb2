import { useRef, type ReactNode } from 'react'
import type { PtzMotion } from '#contract/ptz.ts'
import { ptzUi } from './ptz-store.ts'
import type { Steering } from './steering.ts'
import classes from './pad.module.css'

/** A press by a screen reader has no end: it moves the camera a little. */
const NUDGE_MS = 350

/** A button that moves the camera as long as it is pressed, by pointer or keyboard. */
export function HoldButton({
  label,
  motion,
  steering,
  isDisabled,
  children,
}: {
  label: string
  motion: PtzMotion
  steering: Steering
  isDisabled?: boolean
  children: ReactNode
}) {
  const isHeld = useRef(false)
  function hold() {
    isHeld.current = true
    steering.hold(motion, ptzUi.speed)
  }
  function release() {
    if (!isHeld.current) return
    isHeld.current = false
    steering.release()
  }
  return (
    <button
      type="button"
      className={classes['hold']}
      aria-label={label}
      data-tip={label}
      disabled={isDisabled}
      onPointerDown={(event) => {
        if (event.button !== 0) return
        event.currentTarget.setPointerCapture(event.pointerId)
        hold()
      }}
      onPointerUp={release}
      onLostPointerCapture={release}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' && event.key !== ' ') return
        event.preventDefault()
        event.stopPropagation()
        if (!event.repeat) hold()
      }}
      onKeyUp={(event) => (event.key === 'Enter' || event.key === ' ') && release()}
      onBlur={release}
      onClick={(event) => {
        if (event.detail !== 0) return
        hold()
        setTimeout(release, NUDGE_MS)
      }}
      onContextMenu={(event) => event.preventDefault()}
    >
      {children}
    </button>
  )
}
