import { askCore } from '../core/core.ts'

/** More often than this it is not worth a message; it is little against the 30 minutes of the idle logout. */
const EVERY_MS = 10_000
const signs = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchstart'] as const

/** Hears when the person does something in this tab, at most every 10 s. Returns the way to stop. */
export function onActivity(listener: () => void): () => void {
  let toldAtMs = 0
  const tell = () => {
    if (Date.now() - toldAtMs < EVERY_MS) return
    toldAtMs = Date.now()
    listener()
  }
  for (const sign of signs) addEventListener(sign, tell, { passive: true, capture: true })
  return () => {
    for (const sign of signs) removeEventListener(sign, tell, { capture: true })
  }
}

/** Tells the core when the person does something in this tab. Called once, at the start. */
export function watchActivity(): void {
  onActivity(() => void askCore('noteActivity'))
}
