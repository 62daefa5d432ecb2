import { useId, useRef, useState, type ReactNode, type ToggleEvent } from 'react'
import classes from './popover-button.module.css'

const GAP_PX = 4
const EDGE_PX = 8

interface PopoverButtonProps {
  /** What it opens. */
  label: string
  /** In the button. */
  face: ReactNode
  /** Where the button says more than its label. */
  buttonLabel?: string | undefined
  widthPx: number
  /** Is told when it opens and closes. */
  onToggle?: (isOpen: boolean) => void
  /** What stands in it while it is open. */
  children: (close: () => void) => ReactNode
}

/** A button that opens something below itself, in the browser's own popover: Escape and a press outside close it. */
export function PopoverButton({ label, face, buttonLabel, widthPx, onToggle, children }: PopoverButtonProps) {
  const [isOpen, setOpen] = useState(false)
  const id = useId()
  const button = useRef<HTMLButtonElement>(null)
  const close = () => document.getElementById(id)?.hidePopover()
  function onBeforeToggle(event: ToggleEvent<HTMLDivElement>) {
    const box = button.current?.getBoundingClientRect()
    if (event.newState !== 'open' || !box) return
    event.currentTarget.style.top = `${box.bottom + GAP_PX}px`
    // In words of the page's width, which may change meanwhile.
    event.currentTarget.style.left = `max(${EDGE_PX}px, min(${box.left}px, 100vw - ${widthPx + EDGE_PX}px))`
  }
  return (
    <>
      <button
        ref={button}
        type="button"
        className={classes['button']}
        aria-label={buttonLabel}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        popoverTarget={id}
      >
        {face}
      </button>
      <div
        id={id}
        popover="auto"
        role="dialog"
        aria-label={label}
        className={classes['dropdown']}
        style={{ width: widthPx }}
        onBeforeToggle={onBeforeToggle}
        onToggle={({ newState }) => {
          setOpen(newState === 'open')
          onToggle?.(newState === 'open')
        }}
      >
        {isOpen && children(close)}
      </div>
    </>
  )
}
