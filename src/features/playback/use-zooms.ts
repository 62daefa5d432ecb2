import { useState } from 'react'
import type { PastWindow } from '../../data/media/playback/past-window.ts'
import { wholePicture, type ZoomView } from '../../lib/zoom.ts'

/** Which part of its picture each window shows. */
interface Zooms {
  of: (window: PastWindow) => ZoomView
  set: (window: PastWindow, view: ZoomView) => void
}

/** The zoom of the windows that are played: each its own. One that is taken away, and comes back, shows the whole of its picture. */
export function useZooms(windows: readonly PastWindow[]): Zooms {
  const [views, setViews] = useState<ReadonlyMap<PastWindow, ZoomView>>(new Map())
  return {
    of: (window) => views.get(window) ?? wholePicture,
    set: (window, view) => setViews((before) => new Map([...before].filter(([one]) => windows.includes(one))).set(window, view)),
  }
}
