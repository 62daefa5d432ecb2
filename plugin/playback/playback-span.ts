import { pluginCodes } from '#contract/plugin/command-registry.ts'
import { playbackSpan, type PlaybackSpan } from '#contract/plugin/playback-time.ts'
import { PluginFault } from '../plugin-fault.ts'

/** The time that is asked for, epoch ms. Throws `PluginFault` 414 when the end lies before the start. */
export function requirePlaybackSpan(startMs: number, endMs: number | undefined): PlaybackSpan {
  const span = playbackSpan(startMs, endMs, Date.now())
  if (span === undefined) throw new PluginFault(pluginCodes.timesWrong, 'The end lies before the start.')
  return span
}
