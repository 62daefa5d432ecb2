import type { KeyboardEvent } from 'react'
import { playerSpeeds, type PlayerDeck, type PlayerState } from '../../lib/player-deck.ts'
import { looksFurther, type ZoomView } from '../../lib/zoom.ts'
import { loopFrom, loopUntil, wholeLoop } from './loop.ts'

export const JUMP_MS = 10_000

interface PlayerActions {
  toChapter: (way: 1 | -1) => void
  hear: () => void
  fullScreen: () => void
  zoom: (step: 1 | 0 | -1) => void
  keepPicture: () => void
  view: ZoomView
  onView: (view: ZoomView) => void
}

/** What has these keys for itself. */
const ofFields = new Set([' ', 'ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown', 'Enter'])

/** The keys of a player: those of the playback, with chapters, repetition and zoom. Answers what hears them. */
export function usePlayerKeys(deck: PlayerDeck, state: PlayerState, actions: PlayerActions): (event: KeyboardEvent) => void {
  const { atMs, isPlaying, speed, loop } = state
  const toggle = () => deck.play(!isPlaying)
  const back = () => deck.seek(atMs - JUMP_MS)
  const on = () => deck.seek(atMs + JUMP_MS)
  const keys: Record<string, () => void> = {
    ' ': toggle,
    k: toggle,
    ArrowLeft: back,
    j: back,
    ArrowRight: on,
    l: on,
    ',': () => deck.step(-1),
    '.': () => deck.step(1),
    n: () => actions.toChapter(1),
    p: () => actions.toChapter(-1),
    m: actions.hear,
    f: actions.fullScreen,
    s: actions.keepPicture,
    r: () => deck.setLoop(loop === undefined ? wholeLoop(deck.span) : undefined),
    i: () => deck.setLoop(loopFrom(deck.span, loop, atMs)),
    o: () => deck.setLoop(loopUntil(deck.span, loop, atMs)),
    '>': () => deck.setSpeed(playerSpeeds.find((one) => one > speed) ?? speed),
    '<': () => deck.setSpeed(playerSpeeds.findLast((one) => one < speed) ?? speed),
    '+': () => actions.zoom(1),
    '-': () => actions.zoom(-1),
    '0': () => actions.zoom(0),
  }
  return (event) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return
    const isField = event.target instanceof Element && event.target.matches('input, select, button, textarea, [role="button"]')
    if (isField && ofFields.has(event.key)) return
    const seen = event.shiftKey ? looksFurther(actions.view, event.key) : undefined
    const action = seen ? () => actions.onView(seen) : keys[event.key.length === 1 ? event.key.toLowerCase() : event.key]
    if (action === undefined) return
    event.preventDefault()
    event.stopPropagation()
    action()
  }
}
