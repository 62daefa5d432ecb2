import type { cloudPlayback as command } from '#contract/plugin/commands/cloud-playback.ts'
import { linkWithin } from '../link-within.ts'
import { CloudRecording } from '../playback/cloud-recording.ts'
import { requirePlaybackSpan } from '../playback/playback-span.ts'
import type { Handler } from './handler.ts'
import { showPast } from './show-past.ts'

export const cloudPlayback: Handler<typeof command> = (context, { startTime, endTime, items, ...window }) => {
  const { startMs, endMs } = requirePlaybackSpan(startTime, endTime)
  const origin = context.session.requireOrigin()
  const files = items.map((item) => ({ url: linkWithin(origin, item.url), startMs: item.startTime, endMs: item.endTime }))
  const ticket = showPast(context, { ...window, stream: 'main', startMs, source: () => new CloudRecording(files, endMs) })
  return { ...ticket, endTime: endMs }
}
