import * as z from 'zod/mini'
import { defineCommand } from '../define-command.ts'
import { decimal, tabIdentifier, windowIndex } from '../fields.ts'

/** Of recorded video. 0 is a pause. From 8 on key frames alone are shown. */
const pluginSpeeds = [0, 0.25, 0.5, 1, 2, 4, 8, 16] as const
export type PluginSpeed = (typeof pluginSpeeds)[number]

/** Sets the speed of a window that shows the past. Fails with 409, 410, and 415 when it shows live video. */
export const setPlaybackSpeed = defineCommand({
  name: 'SetPlaybackSpeed',
  request: z.object({ tabId: tabIdentifier, winIndex: windowIndex, speed: z.pipe(decimal, z.literal(pluginSpeeds)) }),
  reply: z.object({}),
})
