import { useEffect, useState, type CSSProperties } from 'react'
import classes from './tooltip.module.css'

const DELAY_MS = 400
const GAP_PX = 6
const EDGE_PX = 8

interface Tip {
  text: string
  style: CSSProperties
}

/** Where the tip of an element goes: below it, above at the foot of the page, at the right where it asks for that. */
function placed(element: HTMLElement): Tip | undefined {
  const { tip, tipSide } = element.dataset
  if (!tip) return undefined
  const box = element.getBoundingClientRect()
  if (tipSide === 'right') return { text: tip, style: { left: box.right + GAP_PX, top: box.top + box.height / 2, translate: '0 -50%' } }
  const isLow = box.bottom > innerHeight - 48
  const isRight = box.left > innerWidth - 160
  return {
    text: tip,
    style: {
      ...(isRight ? { right: Math.max(EDGE_PX, innerWidth - box.right) } : { left: Math.max(EDGE_PX, box.left) }),
      ...(isLow ? { bottom: innerHeight - box.top + GAP_PX } : { top: box.bottom + GAP_PX }),
    },
  }
}

/**
 * One tip for the whole page, for what carries `data-tip`. It repeats the accessible name for people who point or tab, so screen
 * readers pass over it.
 */
export function TooltipLayer() {
  const [tip, setTip] = useState<Tip>()
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    function hide() {
      clearTimeout(timer)
      setTip(undefined)
    }
    function mayShow(event: Event) {
      const element = (event.target as Element).closest?.<HTMLElement>('[data-tip]')
      hide()
      if (!element || (event instanceof PointerEvent && event.pointerType === 'touch')) return
      if (event.type === 'focusin' && !element.matches(':focus-visible')) return
      timer = setTimeout(() => element.isConnected && setTip(placed(element)), DELAY_MS)
    }
    const shows = ['pointerover', 'focusin'] as const
    const hides = ['pointerdown', 'keydown', 'scroll', 'blur'] as const
    for (const name of shows) addEventListener(name, mayShow, true)
    for (const name of hides) addEventListener(name, hide, true)
    return () => {
      hide()
      for (const name of shows) removeEventListener(name, mayShow, true)
      for (const name of hides) removeEventListener(name, hide, true)
    }
  }, [])
  if (tip === undefined) return null
  return (
    // Above dialogs too.
    <div key={tip.text} ref={showAboveAll} popover="manual" className={classes['tip']} style={tip.style} aria-hidden>
      {tip.text}
    </div>
  )
}

/** As a popover, where the browser knows them: a modal dialog covers everything else. One that is longer than its place moves onto the page. */
function showAboveAll(element: HTMLElement | null): void {
  if (element === null) return
  element.showPopover?.()
  const { left, right } = element.getBoundingClientRect()
  const shiftPx = Math.max(0, EDGE_PX - left) + Math.min(0, innerWidth - EDGE_PX - right)
  element.style.transform = `translateX(${shiftPx}px)`
}
