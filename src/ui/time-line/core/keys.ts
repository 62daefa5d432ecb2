/** What a key does. `seek`: so many ms on; `leap`: to the event or the begin of a recording beside; `mark`: the begin or end of a part. */
export type KeyAction =
  | { kind: 'seek'; byMs: number }
  | { kind: 'seek-share'; share: 1 | -1 }
  | { kind: 'end'; which: 'from' | 'to' }
  | { kind: 'zoom'; factor: number }
  | { kind: 'leap'; to: 'event' | 'recording'; way: 1 | -1 }
  | { kind: 'mark'; which: 'in' | 'out' }

const SECOND_MS = 1_000
const ZOOM = 2

const plain: Record<string, KeyAction> = {
  PageUp: { kind: 'seek-share', share: 1 },
  PageDown: { kind: 'seek-share', share: -1 },
  Home: { kind: 'end', which: 'from' },
  End: { kind: 'end', which: 'to' },
  '+': { kind: 'zoom', factor: ZOOM },
  '=': { kind: 'zoom', factor: ZOOM },
  '-': { kind: 'zoom', factor: 1 / ZOOM },
  _: { kind: 'zoom', factor: 1 / ZOOM },
  n: { kind: 'leap', to: 'event', way: 1 },
  p: { kind: 'leap', to: 'event', way: -1 },
  '[': { kind: 'mark', which: 'in' },
  ']': { kind: 'mark', which: 'out' },
}
const ways: Record<string, 1 | -1> = { ArrowRight: 1, ArrowUp: 1, ArrowLeft: -1, ArrowDown: -1 }

/** The keys of a slider and of playback: arrows a second, with shift ten, with Ctrl to the next recording; a page a tenth of what is seen. */
export function actionOf(key: {
  key: string
  shiftKey: boolean
  ctrlKey: boolean
  metaKey: boolean
  altKey: boolean
}): KeyAction | undefined {
  const way = ways[key.key]
  if (key.altKey || key.metaKey) return undefined
  if (way !== undefined && key.ctrlKey) return { kind: 'leap', to: 'recording', way }
  if (key.ctrlKey) return undefined
  if (way !== undefined) return { kind: 'seek', byMs: way * SECOND_MS * (key.shiftKey ? 10 : 1) }
  return plain[key.key]
}
