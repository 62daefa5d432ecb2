import type { StreamCaps } from '#contract/calls/device/channel.ts'
import type { StreamKind } from '#contract/enums.ts'

/** A window higher than this, in device pixels, shows the main stream … */
const MAIN_ABOVE_PX = 400
/** … and keeps it down to this, so that dragging an edge does not change streams back and forth. The plugin has the same limits. */
const SUB_UP_TO_PX = 360

/** The stream for a window of this height. `now` is the one that it shows; a channel may offer only one. */
export function chooseStream(heightPx: number, streams: StreamCaps[], now?: StreamKind, pinned?: StreamKind): StreamKind {
  const offered = streams.map((caps) => caps.stream)
  const bySize = heightPx > MAIN_ABOVE_PX || (now === 'main' && heightPx > SUB_UP_TO_PX) ? 'main' : 'sub'
  const wanted = pinned ?? bySize
  return offered.includes(wanted) ? wanted : (offered[0] ?? wanted)
}
