import { proxy } from 'valtio'
import { limits } from '#contract/limits.ts'

export interface Toast {
  id: number
  tone: 'error' | 'done' | 'alarm'
  text: string
  /** What the button beside the text does, undo most of the time. */
  action?: { label: string; run: () => void }
}

/** `layers`: the dialogs that are open, the topmost last. */
export const toasts = proxy<{ list: Toast[]; layers: number[] }>({ list: [], layers: [] })
const UNDO_SHOWN_MS = 6_000
/** Somebody may be looking elsewhere. */
const ALARM_SHOWN_MS = 12_000
let lastId = 0

/** A dialog opened over everything else; `close` when it is gone. */
export function openLayer(): { id: number; close: () => void } {
  const id = ++lastId
  toasts.layers = [...toasts.layers, id]
  return { id, close: () => (toasts.layers = toasts.layers.filter((known) => known !== id)) }
}

export function dismiss(id: number): void {
  toasts.list = toasts.list.filter((toast) => toast.id !== id)
}

/** Says something for 2 s (rule 8.1), longer when there is something to press. The same text is never there twice. */
export function say(tone: Toast['tone'], text: string, action?: Toast['action']): void {
  const id = ++lastId
  toasts.list = [...toasts.list.filter((toast) => toast.text !== text).slice(-2), { id, tone, text, action }]
  const shownMs = action ? UNDO_SHOWN_MS : limits.messageShownMs
  setTimeout(() => dismiss(id), tone === 'alarm' ? ALARM_SHOWN_MS : shownMs)
}
