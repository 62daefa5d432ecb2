import type { Stage } from './stage.ts'
import { pxOf } from './core/view.ts'

/** How fast a wheel zooms: so much of e for each pixel that it would scroll. Fingers on a touchpad move it less. */
const WHEEL = 0.002
const TOUCHPAD = 0.01
const LINE_PX = 20
const PAGE_PX = 400
/** A hand that moves less has pressed. */
const PRESS_PX = 4
/** How near to a line a pointer takes hold of it. */
const HOLD_PX = { mouse: 5, pen: 10, touch: 16 }

interface Pressed {
  hasMoved: boolean
  beganPx: number
}

type Hold = ({ kind: 'head' | 'view' } & Pressed) | { kind: 'end'; which: 'fromMs' | 'toMs' }

/**
 * What hands do on a time line: a press seeks, the playhead and the ends of the part are dragged, on the ruler the playhead comes to the pointer;
 * anywhere else the line is moved. The wheel and two fingers zoom. On a compact line every drag is one of the playhead.
 */
export function listenToHands(element: HTMLElement, stage: Stage, signal: AbortSignal): void {
  const pointers = new Map<number, number>()
  let hold: Hold | undefined
  const pxOfEvent = ({ clientX }: MouseEvent) => clientX - element.getBoundingClientRect().left

  function takenBy(event: PointerEvent): Hold {
    const px = pxOfEvent(event)
    const py = event.clientY - element.getBoundingClientRect().top
    const { layout, view, part } = stage
    const pressed = { hasMoved: false, beganPx: px }
    if (stage.isCompact) return { kind: 'head', ...pressed }
    const reach = HOLD_PX[event.pointerType as keyof typeof HOLD_PX] ?? HOLD_PX.mouse
    const isNear = (atMs: number | undefined) => atMs !== undefined && Math.abs(pxOf(view, atMs) - px) <= reach
    if (isNear(stage.headMs) || py < layout.ticks.topPx + layout.ticks.heightPx) return { kind: 'head', ...pressed }
    for (const which of ['fromMs', 'toMs'] as const) if (isNear(part?.[which])) return { kind: 'end', which }
    return { kind: 'view', ...pressed }
  }

  function onDown(event: PointerEvent): void {
    if (event.button !== 0) return
    event.stopPropagation()
    if ((event.target as Element).closest('[data-back]')) return stage.showHead()
    element.setPointerCapture(event.pointerId)
    pointers.set(event.pointerId, pxOfEvent(event))
    if (pointers.size === 1) {
      hold = takenBy(event)
      // By touch a press is no decision yet: it may be the first finger of two, or a thumb that scrolls the page.
      if (hold.kind === 'head') stage.take(pxOfEvent(event), event.pointerType !== 'touch')
    } else {
      // A second finger: both zoom, and the playhead goes back to where it was before the first one took it.
      stage.endScrub(false)
      hold = { kind: 'view', hasMoved: true, beganPx: 0 }
    }
  }

  function onMove(event: PointerEvent): void {
    const px = pxOfEvent(event)
    const before = pointers.get(event.pointerId)
    if (before === undefined || !hold) {
      if (event.pointerType !== 'touch') stage.point(px)
      return
    }
    if (pointers.size > 1) pinch(event.pointerId, before, px)
    else if (hold.kind === 'end') stage.moveEnd(hold.which, px)
    else if (!isDrag(hold, px)) return
    else if (hold.kind === 'head') stage.scrub(px)
    else stage.pan(before - px)
    pointers.set(event.pointerId, px)
  }

  /** A `pointermove` waits for the next picture of the screen: what the hand leads the playhead to is to be on its way by then. */
  function onRawMove(event: PointerEvent): void {
    if (hold?.kind !== 'head' || pointers.size > 1 || !pointers.has(event.pointerId)) return
    const px = pxOfEvent(event)
    if (isDrag(hold, px)) stage.scrub(px)
  }

  function pinch(id: number, beforePx: number, px: number): void {
    const [otherPx] = [...pointers].filter(([other]) => other !== id).map(([, at]) => at)
    if (stage.isCompact || otherPx === undefined) return
    const [wasApart, isApart] = [Math.abs(beforePx - otherPx), Math.abs(px - otherPx)]
    stage.pan((beforePx - px) / 2)
    stage.zoom(Math.max(isApart, 1) / Math.max(wasApart, 1), (px + otherPx) / 2)
  }

  function onUp(event: PointerEvent): void {
    if (!pointers.delete(event.pointerId)) return
    const isTaken = event.type === 'pointerup'
    // What stood under the pointer while it led the playhead is where it came from.
    if (event.pointerType !== 'touch') stage.point(pxOfEvent(event))
    if (hold?.kind === 'head') stage.endScrub(isTaken)
    else if (hold?.kind === 'view' && !hold.hasMoved && isTaken) stage.press(pxOfEvent(event))
    // The finger that is left of two moves the line on.
    hold = pointers.size > 0 ? { kind: 'view', hasMoved: true, beganPx: 0 } : undefined
  }

  function onWheel(event: WheelEvent): void {
    if (stage.isCompact) return
    event.preventDefault()
    const unit = [1, LINE_PX, PAGE_PX][event.deltaMode] ?? 1
    const isSideways = event.shiftKey || Math.abs(event.deltaX) > Math.abs(event.deltaY)
    if (isSideways) stage.pan((event.deltaX || event.deltaY) * unit)
    else stage.zoom(Math.exp(-event.deltaY * unit * (event.ctrlKey ? TOUCHPAD : WHEEL)), pxOfEvent(event))
  }

  element.addEventListener('focus', () => stage.focus(element.matches(':focus-visible')), { signal })
  element.addEventListener('blur', () => stage.focus(false), { signal })
  element.addEventListener('pointerdown', onDown, { signal })
  element.addEventListener('pointermove', onMove, { signal })
  // The types of the DOM know it as an `Event`.
  element.addEventListener('pointerrawupdate', (event) => onRawMove(event as PointerEvent), { signal })
  for (const name of ['pointerup', 'pointercancel'] as const) element.addEventListener(name, onUp, { signal })
  element.addEventListener('pointerleave', () => stage.point(undefined), { signal })
  element.addEventListener('wheel', onWheel, { signal, passive: false })
}

/** The hand moves what it holds: by more than one that only presses. */
function isDrag(hold: Pressed, px: number): boolean {
  hold.hasMoved ||= Math.abs(px - hold.beganPx) >= PRESS_PX
  return hold.hasMoved
}
