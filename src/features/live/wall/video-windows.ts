import { VideoWindow } from '../../../data/media/video-window.ts'

const windows = new Map<number, VideoWindow>()

/** The video of a window of the wall, by the window's number. It lives as long as the tab; what is not mounted does not stream. */
export function videoOf(window: number): VideoWindow {
  const known = windows.get(window)
  if (known) return known
  const made = new VideoWindow(window)
  windows.set(window, made)
  return made
}
