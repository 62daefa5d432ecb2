import type { cloudPlayback as command } from '#contract/plugin/commands/cloud-playback.ts'
import { windowSpan } from '#contract/plugin/playback-time.ts'
import { CloudRecording, cloudFiles } from '../playback/cloud-recording.ts'
import { requirePlaybackSpan } from '../playback/playback-span.ts'
import type { Handler } from './handler.ts'
import { showPast } from './show-past.ts'

export const cloudPlayback: Handler<typeof command> = (context, { startTime, endTime, items, ...window }) => {
  const { startMs, endMs } = windowSpan(requirePlaybackSpan(startTime, endTime))
  const files = cloudFiles(context.session.requireOrigin(), items)
  const ticket = showPast(context, { ...window, stream: 'main', startMs, source: () => new CloudRecording(files, endMs) })
  return { ...ticket, endTime: endMs }
}
