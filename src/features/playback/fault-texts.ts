import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { PastWindowState } from '#contract/playback-api.ts'
import { faultTexts } from '../../ui/text/error-text.ts'

/** Why a window of the playback has no picture. */
export const pastFaultTexts: Record<NonNullable<PastWindowState['fault']>, MessageDescriptor> = {
  ...faultTexts,
  'no-permission': msg`You may not play back this camera.`,
  'no-recording': msg`Nothing was recorded at this time.`,
  damaged: msg`The recording is damaged here. It goes on with the next pictures that are whole.`,
  failed: msg`The recording cannot be read here. It is tried again.`,
  offline: msg`The device is offline. Its recordings are there again when it is.`,
}
