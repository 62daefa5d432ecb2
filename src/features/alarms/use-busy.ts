import { useEffect, useState } from 'react'

/** Scrolled by less counts as the beginning. */
const NEAR_PX = 8

/** Whether somebody is at work in a list: the mouse is over it, the focus in it, or it is scrolled away from its beginning. */
export function useBusy(list: HTMLElement | null): boolean {
  const [busy, setBusy] = useState({ isOver: false, isFocused: false, isScrolled: false })
  useEffect(() => {
    const scroller = list?.parentElement
    if (!list || !scroller) return
    const stop = new AbortController()
    const say = (now: Partial<typeof busy>) =>
      setBusy((before) =>
        Object.entries(now).every(([name, value]) => before[name as keyof typeof busy] === value) ? before : { ...before, ...now },
      )
    const listen = (target: HTMLElement, type: string, heard: (event: Event) => void) =>
      target.addEventListener(type, heard, { signal: stop.signal, passive: true })
    const isMouse = (event: Event) => event instanceof PointerEvent && event.pointerType === 'mouse'
    listen(list, 'pointerenter', (event) => say({ isOver: isMouse(event) }))
    listen(list, 'pointerleave', () => say({ isOver: false }))
    listen(list, 'focusin', () => say({ isFocused: true }))
    listen(list, 'focusout', (event) => say({ isFocused: list.contains((event as FocusEvent).relatedTarget as Node | null) }))
    listen(scroller, 'scroll', () => say({ isScrolled: scroller.scrollTop > NEAR_PX }))
    return () => stop.abort()
  }, [list])
  return busy.isOver || busy.isFocused || busy.isScrolled
}

/** Hears Escape within a list. */
export function useEscape(list: HTMLElement | null, onEscape: () => void): void {
  useEffect(() => {
    const listener = ({ key }: KeyboardEvent) => {
      if (key === 'Escape') onEscape()
    }
    list?.addEventListener('keydown', listener)
    return () => list?.removeEventListener('keydown', listener)
  }, [list, onEscape])
}
