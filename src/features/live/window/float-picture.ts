import { msg } from '@lingui/core/macro'
import { i18n } from '@lingui/core'
import { NoFloating } from '../../../data/media/floating.ts'
import { say } from '../../../ui/notice/toast-store.ts'
import { videoOf } from '../wall/video-windows.ts'

/** Has the picture of a window float over all others, or ends that. Says so when it cannot. On a press only. */
export async function toggleFloating(window: number): Promise<void> {
  const { floating, isPlaying } = videoOf(window)
  if (floating.isOn) return floating.end()
  try {
    await floating.begin()
  } catch (error) {
    if (!(error instanceof NoFloating)) throw error
    say('error', isPlaying ? i18n._(msg`This browser cannot show this picture over other windows.`) : i18n._(msg`There is no picture yet.`))
  }
}
