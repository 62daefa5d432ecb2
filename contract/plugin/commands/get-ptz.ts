import * as z from 'zod/mini'
import { serialNumber } from '../../rules.ts'
import { defineCommand } from '../define-command.ts'
import { channelNumber, flag, int, list, text } from '../fields.ts'

const stop = z.object({ index: int, speed: int, holdS: int })

/** What a camera that moves can, and its presets, cruises and tracks. Fails with 409 and the codes of `/vms/dev-cmd/ptz/get`. */
export const getPtz = defineCommand({
  name: 'getPtz',
  request: z.object({ sn: serialNumber, chlIndex: channelNumber }),
  reply: z.object({
    capabilities: z.object({ presets: int, cruises: int, cruisePresets: int, tracks: int, hasFocus: flag, hasIris: flag }),
    presets: list(z.object({ index: int, name: text })),
    cruises: list(z.object({ index: int, name: text, presets: list(stop) })),
    tracks: list(z.object({ index: int, name: text, durationMs: int })),
  }),
  asksDevice: true,
})
