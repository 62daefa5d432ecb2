import { i18n } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { useSyncExternalStore } from 'react'
import type { ReplayState } from '#contract/media-api.ts'
import { say } from '../../../ui/notice/toast-store.ts'
import { backToLive, useLookBack } from '../look-back/look-back.ts'
import { videoOf } from '../wall/video-windows.ts'

/** What a window shows of its past; nothing while it is live. */
export function useReplay(window: number): ReplayState | undefined {
  const { replay } = videoOf(window)
  return useSyncExternalStore(replay.subscribe, () => replay.state)
}

/** What a window shows is past: seen again, or recorded. */
export function useIsPast(window: number): boolean {
  const isReplay = useReplay(window) !== undefined
  return useLookBack(window) !== undefined || isReplay
}

/** Shows the last thirty seconds of a window again, or goes back to live. */
export function toggleReplay(window: number): void {
  if (backToLive(window)) return
  const video = videoOf(window)
  if (video.replay.state !== undefined) video.replay.order({ kind: 'end' })
  else if (video.isPlaying) video.replay.order({ kind: 'begin' })
  else say('error', i18n._(msg`There is no picture yet.`))
}
