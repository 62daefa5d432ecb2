import { i18n } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { useSyncExternalStore } from 'react'
import type { ReplayState } from '#contract/media-api.ts'
import { say } from '../../../ui/notice/toast-store.ts'
import { videoOf } from '../wall/video-windows.ts'

/** What a window shows of its past; nothing while it is live. */
export function useReplay(window: number): ReplayState | undefined {
  const { replay } = videoOf(window)
  return useSyncExternalStore(replay.subscribe, () => replay.state)
}

/** Shows the last thirty seconds of a window again, or goes back to live. */
export function toggleReplay(window: number): void {
  const video = videoOf(window)
  if (video.replay.state !== undefined) video.replay.order({ kind: 'end' })
  else if (video.isPlaying) video.replay.order({ kind: 'begin' })
  else say('error', i18n._(msg`There is no picture yet.`))
}
