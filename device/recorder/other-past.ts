import type { ClipFault } from '#contract/enums.ts'
import type { ChannelRecording, WantedPast } from '#device/agent/channel-source.ts'

/** The past of a channel that is kept elsewhere, as by the camera itself. Times are epoch ms. */
export interface OtherPast {
  /** What it has of this time; nothing while it cannot be asked. */
  times(fromMs: number, untilMs: number): Promise<{ fromMs: number; untilMs: number }[]>
  recording(wanted: WantedPast): Promise<ChannelRecording | ClipFault>
}
