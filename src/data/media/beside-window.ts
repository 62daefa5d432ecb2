import { BESIDE_WINDOW } from '#contract/plugin/window-numbers.ts'
import { VideoWindow } from './video-window.ts'

let made: VideoWindow | undefined

/** The one window that shows something live beside the wall, for as long as the tab is there; what is not mounted does not stream. */
export function besideWindow(): VideoWindow {
  return (made ??= new VideoWindow(BESIDE_WINDOW))
}
