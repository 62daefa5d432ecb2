import { useEffect, useRef, useState, type RefObject } from 'react'
import type { RedactionArea } from '#contract/redaction.ts'
import { followArea, type Followed } from '../follow-area.ts'
import type { Areas } from './use-areas.ts'

/** Has an area follow the picture: one at a time, until it ends or is stopped. One step back takes all of it back. */
export function useFollow(video: RefObject<HTMLVideoElement | null>, areas: Areas) {
  const running = useRef<AbortController>(undefined)
  const [isFollowing, setFollowing] = useState(false)
  const [followed, setFollowed] = useState<Followed>()
  useEffect(() => () => running.current?.abort(), [])
  return {
    isFollowing,
    /** What came of the last time. */
    followed,
    stop: () => running.current?.abort(),
    async follow(index: number, atMs: number, area = areas.areas[index]) {
      if (video.current === null || area === undefined || isFollowing) return
      const stop = new AbortController()
      running.current = stop
      setFollowing(true)
      setFollowed(undefined)
      areas.keep()
      const onMoment = (next: RedactionArea) => areas.set(index, next, false)
      const found = await followArea(video.current, area, atMs, { signal: stop.signal, onMoment }).finally(() => setFollowing(false))
      setFollowed(found)
    },
  }
}
