import { serviceNowMs } from '../../../data/core/core.ts'
import { playbackDeck, type PlaybackCamera } from '../../../data/media/playback/playback-deck.ts'
import type { PastWindow } from '../../../data/media/playback/past-window.ts'
import type { ChannelRef } from '../layouts/arrangement.ts'
import { setPast } from './look-back.ts'

/** The cameras of the windows that look back. They share the clock of the tab's playback: all show one moment. */
const cameras = new Map<number, PlaybackCamera>()

/** Shows the past of this camera for the window too. */
export function addPast(window: number, { sn, chlIndex }: Pick<ChannelRef, 'sn' | 'chlIndex'>): PastWindow | undefined {
  cameras.set(window, { sn, chlIndex, stream: 'main' })
  const past = playbackDeck()
    .show([...cameras.values()], 'local')
    .find(({ camera }) => camera.sn === sn && camera.chlIndex === chlIndex)
  setPast(window, past)
  return past
}

export function removePast(window: number): void {
  cameras.delete(window)
  setPast(window, undefined)
  if (cameras.size === 0) playbackDeck().end()
  else playbackDeck().show([...cameras.values()], 'local')
}

/** Goes to so long ago, and plays from there. */
export function goBack(byMs: number): void {
  const deck = playbackDeck()
  deck.order({ kind: 'pace', speed: 1, isBackwards: false })
  deck.order({ kind: 'seek', atMs: serviceNowMs() - byMs, isPlaying: true })
}
