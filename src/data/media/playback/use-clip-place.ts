import { useEffect, useState, useSyncExternalStore } from 'react'
import type { ChannelRef } from '#contract/calls/event/event-filter.ts'
import type { PastPlace } from '#contract/recorded-media.ts'
import type { PastWindow } from './past-window.ts'
import { queryClient } from '../../query/query-client.ts'
import { recordedQuery } from '../../records/recorded.ts'

const nothing = () => () => {}

/** Where a clip comes from: the device, until that has nothing of it or is away, and the cloud has. */
export function useClipPlace({ sn, chlIndex }: ChannelRef, past: PastWindow | undefined, fromMs: number, toMs: number): PastPlace {
  const key = [sn, chlIndex, fromMs].join(' ')
  const [stored, setStored] = useState<string>()
  const isLost = useSyncExternalStore(
    past?.subscribe ?? nothing,
    () => past !== undefined && past.camera.from === 'local' && isWithout(past),
  )
  useEffect(() => {
    if (!isLost) return
    let isOver = false
    // Whether it is there cannot be told either when the service is away, or keeps nothing for this camera: what the device says stands.
    void queryClient.fetchQuery(recordedQuery({ sn, chlIndex }, 'cloud', { fromMs, toMs })).then(
      ({ length }) => !isOver && length > 0 && setStored(key),
      () => {},
    )
    return () => {
      isOver = true
    }
  }, [isLost, sn, chlIndex, fromMs, toMs, key])
  return stored === key ? 'cloud' : 'local'
}

function isWithout({ state: { shows, fault } }: PastWindow): boolean {
  return shows === 'gap' || (shows === 'fault' && fault !== 'no-permission')
}
