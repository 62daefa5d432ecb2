import type { searchRecLog as command } from '#contract/plugin/commands/search-rec-log.ts'
import { requirePlaybackSpan } from '../playback/playback-span.ts'
import { runOnDevice } from '../run-on-device.ts'
import type { Handler } from './handler.ts'

export const searchRecLog: Handler<typeof command> = async ({ session }, { sn, chlIndex, startTime, endTime, types }) => {
  const kinds = types === undefined || types.length === 0 ? {} : { types }
  const { segments, isMore } = await runOnDevice(session, sn, 'record-log', {
    chlIndex,
    ...requirePlaybackSpan(startTime, endTime),
    ...kinds,
  })
  return { segments: segments.map(({ startMs, endMs, type }) => ({ startTime: startMs, endTime: endMs, type })), isMore }
}
