import { pluginCodes } from '#contract/plugin/command-registry.ts'
import { playbackSpan } from '#contract/plugin/playback-time.ts'
import { PluginFault } from '../plugin-fault.ts'

/** The time that is played back, epoch ms. Throws `PluginFault` 414 when the end lies before the start. */
export function requirePlaybackSpan(startMs: number, endMs: number): { startMs: number; endMs: number } {
  const span = playbackSpan(startMs, endMs)
  if (span === undefined) throw new PluginFault(pluginCodes.timesWrong, 'The end lies before the start.')
  return span
}
