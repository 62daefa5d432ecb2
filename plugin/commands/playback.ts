import type { playback as command } from '#contract/plugin/commands/playback.ts'
import { windowSpan } from '#contract/plugin/playback-time.ts'
import { DeviceRecording } from '../playback/device-recording.ts'
import { requirePlaybackSpan } from '../playback/playback-span.ts'
import type { Handler } from './handler.ts'
import { showPast } from './show-past.ts'

export const playback: Handler<typeof command> = (context, { streamType: stream, startTime, endTime, ...window }) => {
  const { startMs, endMs } = windowSpan(requirePlaybackSpan(startTime, endTime))
  const { sn, chlIndex } = window
  const ticket = showPast(context, {
    ...window,
    stream,
    startMs,
    source: (upstream) => new DeviceRecording({ sn, chlIndex, stream, endMs }, upstream),
  })
  return { ...ticket, endTime: endMs }
}
