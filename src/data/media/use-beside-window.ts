import { useEffect, useEffectEvent, useRef, useSyncExternalStore, type RefObject } from 'react'
import type { Channel } from '#contract/calls/device/channel.ts'
import { besideWindow } from './beside-window.ts'
import type { VideoWindow } from './video-window.ts'

interface BesideWindow {
  /** Where the picture is put. */
  host: RefObject<HTMLDivElement | null>
  state: VideoWindow['state']
  retry: () => void
}

/** The one window beside the wall, with a camera's picture of now in it while the component is on the screen. */
export function useBesideWindow({ sn, chlIndex, capability }: Channel): BesideWindow {
  const window = besideWindow()
  const host = useRef<HTMLDivElement>(null)
  const state = useSyncExternalStore(window.subscribe, () => window.state)
  const show = () => window.show({ sn, chlIndex, streams: capability.streams })
  const begin = useEffectEvent(show)
  useEffect(() => {
    const element = host.current
    if (element === null) return
    begin()
    window.mount(element)
    const watch = new ResizeObserver(([entry]) => {
      if (entry) window.resize(entry.contentRect.width * devicePixelRatio, entry.contentRect.height * devicePixelRatio)
    })
    watch.observe(element)
    return () => {
      watch.disconnect()
      window.unmount()
    }
  }, [window, sn, chlIndex])
  function retry() {
    window.clear()
    show()
  }
  return { host, state, retry }
}
