import type { Channel } from '#contract/calls/device/channel.ts'
import { INTERCOM_FUNCTION } from '#contract/sound.ts'

/** Whether a person can talk to this camera at all, and whether this person may. */
export function mayTalk(channel: Channel | null | undefined): 'no-loudspeaker' | 'no-permission' | 'yes' {
  if (!channel?.capability.supportFun.includes(INTERCOM_FUNCTION)) return 'no-loudspeaker'
  return channel.rights.includes('talk') ? 'yes' : 'no-permission'
}
