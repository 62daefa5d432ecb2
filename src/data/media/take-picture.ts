import { askCore } from '../core/core.ts'
import { queryClient } from '../query/query-client.ts'
import { snapshotQuery } from '../records/snapshots.ts'
import { besideWindow } from './beside-window.ts'
import type { WindowChannel } from './window-channel.ts'

/** A picture that is younger is shown as it is. */
const FRESH_MS = 60_000
/** A camera that shows nothing for so long is passed over. */
const PATIENCE_MS = 6_000
const WIDTH_PX = 640
const HEIGHT_PX = 360

/** Pictures are taken one after the other, however many ask: a list costs no more than one window of the wall. */
let last: Promise<void> = Promise.resolve()

/**
 * Sees to it that the kept picture of a channel (`useLastPicture`) is of the last minute: takes one where it is older, or there is none. Resolves also
 * when none could be taken.
 */
export function takePicture(channel: WindowChannel, signal: AbortSignal): Promise<void> {
  last = last.then(() => (signal.aborted ? undefined : take(channel, signal))).catch(() => {})
  return last
}

async function take(channel: WindowChannel, signal: AbortSignal): Promise<void> {
  const { sn, chlIndex } = channel
  const [kept] = await askCore('getSnapshots', [{ sn, chlIndex }])
  if (kept !== undefined && Date.now() - kept.takenAtMs < FRESH_MS) return
  const window = besideWindow()
  const host = document.createElement('div')
  // Beyond the page's edge: what is not in the page at all is not decoded by every browser.
  Object.assign(host.style, { position: 'fixed', left: '-9999px', width: `${WIDTH_PX}px`, height: `${HEIGHT_PX}px` })
  document.body.append(host)
  const shown = Promise.withResolvers<void>()
  const look = () => {
    if (window.isPlaying || window.state.kind === 'failed') shown.resolve()
  }
  const stop = window.subscribe(look)
  const late = setTimeout(() => shown.resolve(), PATIENCE_MS)
  const onEnd = () => shown.resolve()
  signal.addEventListener('abort', onEnd)
  try {
    window.show(channel)
    window.pin('sub')
    window.mount(host)
    look()
    await shown.promise
    const picture = window.isPlaying && !signal.aborted ? await window.snapshot(WIDTH_PX) : undefined
    if (picture === undefined) return
    await askCore('putSnapshot', { sn, chlIndex, takenAtMs: Date.now(), picture })
    await queryClient.invalidateQueries({ queryKey: snapshotQuery(channel).queryKey })
  } finally {
    clearTimeout(late)
    signal.removeEventListener('abort', onEnd)
    stop()
    window.pin()
    window.clear()
    window.unmount()
    host.remove()
  }
}
