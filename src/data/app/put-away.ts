import { proxy } from 'valtio'
import { keepStrictly, keptStrictly } from '../../lib/kept-strictly.ts'

/** What a hint was about that somebody has put away in this browser. Until that is read no hint is shown: it might be this one. */
export interface PutAway {
  about: string | undefined
  isRead: boolean
}

/**
 * Hints of one kind, of which the last that was put away stays away, in all tabs and after a crash. `name`: what it is kept under. The person sees it go
 * once it is written down.
 */
export function followPutAway(name: string): { state: PutAway; putAway: (about: string) => Promise<void> } {
  const state = proxy<PutAway>({ about: undefined, isRead: false })
  const tabs = new BroadcastChannel(name)
  const note = (about: string | undefined) => Object.assign(state, { about, isRead: true })
  tabs.addEventListener('message', ({ data }: MessageEvent<string>) => note(data))
  void read(name).then((about) => {
    // Another may have been put away meanwhile.
    if (!state.isRead) note(about)
  })
  return {
    state,
    putAway: async (about) => {
      await keepStrictly(name, about)
      note(about)
      tabs.postMessage(about)
    },
  }
}

/** Pages of before have it where a kill within seconds takes it, and a sign-out. */
async function read(name: string): Promise<string | undefined> {
  const before = localStorage.getItem(name)
  const about = (await keptStrictly(name)) ?? before ?? undefined
  if (before !== null) {
    await keepStrictly(name, about)
    localStorage.removeItem(name)
  }
  return about
}
