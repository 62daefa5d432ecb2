import * as z from 'zod/mini'
import { serialNumber } from '../../rules.ts'
import { defineCommand } from '../define-command.ts'
import { channelNumber, int, list, text, wholeBetween } from '../fields.ts'

const edits = [
  'preset-create',
  'preset-rename',
  'preset-move',
  'preset-delete',
  'cruise-create',
  'cruise-edit',
  'cruise-delete',
  'track-record',
  'track-rename',
  'track-delete',
] as const

/** Changes presets, cruises and tracks of a camera, with the fields that each edit has in `contract/ptz.ts`. Fails with 400, 409 and the codes of `/vms/dev-cmd/ptz/edit`. */
export const editPtz = defineCommand({
  name: 'editPtz',
  request: z.object({
    sn: serialNumber,
    chlIndex: channelNumber,
    edit: z.enum(edits),
    index: z.optional(wholeBetween(1, 255)),
    name: z.optional(text),
    presets: z.optional(list(z.object({ index: int, speed: int, holdS: int }))),
  }),
  reply: z.object({}),
  asksDevice: true,
})
