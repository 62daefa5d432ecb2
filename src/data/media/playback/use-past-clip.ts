import { useLayoutEffect, useMemo, useState } from 'react'
import type { ChannelRef } from '#contract/calls/event/event-filter.ts'
import type { PastPlace } from '#contract/recorded-media.ts'
import { PastClipDeck } from './past-clip-deck.ts'
import type { PastWindow } from './past-window.ts'
import { useClipPlace } from './use-clip-place.ts'

interface PastClip {
  deck: PastClipDeck
  /** Undefined until it is open. */
  past: PastWindow | undefined
  from: PastPlace
}

/** What a camera recorded from one moment to another, playing while the component is on the screen: from the device, else from the cloud. */
export function usePastClip({ sn, chlIndex }: ChannelRef, startMs: number, endMs: number): PastClip {
  const deck = useMemo(() => new PastClipDeck({ sn, chlIndex, stream: 'main' }, { startMs, endMs }), [sn, chlIndex, startMs, endMs])
  const [past, setPast] = useState<PastWindow>()
  const from = useClipPlace({ sn, chlIndex }, past, startMs, endMs)
  useLayoutEffect(() => {
    setPast(deck.open(from))
    return () => {
      setPast(undefined)
      deck.close()
    }
  }, [deck, from])
  return { deck, past, from }
}
