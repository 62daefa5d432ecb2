import type { StreamCaps } from '#contract/stream-caps.ts'
import type { StreamKind } from '#contract/enums.ts'
import { streamBySize } from '#shared/media/stream-by-size.ts'

/** The stream for a window of this height. `now` is the one that it shows; a channel may offer only one. */
export function chooseStream(heightPx: number, streams: StreamCaps[], now?: StreamKind, pinned?: StreamKind): StreamKind {
  const offered = streams.map((caps) => caps.stream)
  const wanted = pinned ?? streamBySize(heightPx, now)
  return offered.includes(wanted) ? wanted : (offered[0] ?? wanted)
}
