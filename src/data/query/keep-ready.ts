import { subscribeKey } from 'valtio/utils'
import { coreState } from '../core/core.ts'

/** In the timings of the page: what is loaded from then on is for later. */
const BEGIN_MARK = 'sightline-keeping-ready'
/** After the start, which the pages need for themselves. */
const AFTER_MS = 4_000

/** Asks once, when somebody is signed in, for what must open without a network. Called once, at the start. */
export function keepReady(): void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const plan = () => {
    clearTimeout(timer)
    if (coreState.session.kind === 'signed-in') timer = setTimeout(() => void askAll(), AFTER_MS)
  }
  subscribeKey(coreState, 'session', plan)
  plan()
}

async function askAll(): Promise<void> {
  if (!coreState.isServiceReachable) return
  performance.mark(BEGIN_MARK)
  const { askForOffline } = await import('./ask-for-offline.ts')
  await askForOffline()
}
