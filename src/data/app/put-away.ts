import { useEffect } from 'react'
import { proxy, useSnapshot } from 'valtio'

/** Fetched when there is a hint: hardly anybody has one. */
const store = () => import('../../lib/kept-strictly.ts')

interface Hints {
  /** What the last hint was about that somebody has put away in this browser. Until that is read no hint is shown: it might be this one. */
  state: { about: string | undefined; isRead: boolean }
  /** Reads it, once. */
  read: () => Promise<void>
  /** The person sees it go once it is written down. */
  putAway: (about: string) => Promise<void>
}

/** Hints of one kind, of which the last that was put away stays away, in all tabs and after a crash. `name`: what it is kept under. */
export function followPutAway(name: string): Hints {
  const state = proxy<Hints['state']>({ about: undefined, isRead: false })
  const tabs = new BroadcastChannel(name)
  const note = (about: string | undefined) => Object.assign(state, { about, isRead: true })
  tabs.addEventListener('message', ({ data }: MessageEvent<string>) => note(data))
  let reading: Promise<void> | undefined
  async function read(): Promise<void> {
    const about = await (await store()).keptStrictly(name)
    // Another may have been put away meanwhile.
    if (!state.isRead) note(about)
  }
  return {
    state,
    read: () => (reading ??= read()),
    putAway: async (about) => {
      await (await store()).keepStrictly(name, about)
      note(about)
      tabs.postMessage(about)
    },
  }
}

/** Whether there is no hint to be shown: nothing to tell, or it was put away, or nobody knows yet. `about`: of what there is one. */
export function useIsPutAway({ state, read }: Hints, about: string | undefined): boolean {
  const last = useSnapshot(state)
  useEffect(() => {
    if (about !== undefined) void read()
  }, [read, about])
  return about === undefined || !last.isRead || about === last.about
}
