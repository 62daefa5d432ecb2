import { useEffect, type RefObject } from 'react'

const POINTER_MS = 3_000
/** The picture moves by some pixels every few minutes, so that nothing burns into the screen. */
const SHIFT_EVERY_MS = 3 * 60_000
const shifts = [
  [0, 0],
  [2, 1],
  [3, -1],
  [1, -3],
  [-2, -2],
  [-3, 1],
  [-1, 3],
] as const

/** Hides the pointer while nobody moves it. */
export function useHiddenPointer(root: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const element = root.current
    if (element === null) return
    let timer: ReturnType<typeof setTimeout> | undefined
    const hide = () => element.setAttribute('data-pointer', 'hidden')
    const show = () => {
      element.removeAttribute('data-pointer')
      clearTimeout(timer)
      timer = setTimeout(hide, POINTER_MS)
    }
    hide()
    element.addEventListener('pointermove', show)
    return () => {
      clearTimeout(timer)
      element.removeEventListener('pointermove', show)
    }
  }, [root])
}

/** Guards the screen against burning in. */
export function useShift(root: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    let turn = 0
    const timer = setInterval(() => {
      turn = (turn + 1) % shifts.length
      const [x, y] = shifts[turn] ?? [0, 0]
      root.current?.style.setProperty('translate', `${x}px ${y}px`)
    }, SHIFT_EVERY_MS)
    return () => clearInterval(timer)
  }, [root])
}
