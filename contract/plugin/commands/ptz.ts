import * as z from 'zod/mini'
import { serialNumber } from '../../rules.ts'
import { defineCommand } from '../define-command.ts'
import { channelNumber, decimal, int, text, wholeBetween } from '../fields.ts'

const acts = ['move', 'renew', 'stop', 'centre', 'area', 'preset-go', 'cruise-run', 'cruise-stop', 'track-run', 'track-stop'] as const
const number = z.optional(decimal)

/**
 * Moves a camera, with the fields that each act has in `contract/ptz.ts`; speed 4 unless given. `move` ends by itself unless `renew` follows
 * within 1.5 s. Fails with 400, 409 and the codes of `/vms/dev-cmd/ptz/execute` and `/vms/dev-cmd/ptz/renew`.
 */
export const ptz = defineCommand({
  name: 'ptz',
  request: z.object({
    sn: serialNumber,
    chlIndex: channelNumber,
    act: z.enum(acts),
    moveId: z.optional(text),
    pan: number,
    tilt: number,
    zoom: number,
    focus: number,
    iris: number,
    speed: number,
    x: number,
    y: number,
    left: number,
    top: number,
    width: number,
    height: number,
    index: z.optional(wholeBetween(1, 255)),
  }),
  reply: z.object({
    pan: decimal,
    tilt: decimal,
    zoom: decimal,
    focus: decimal,
    iris: decimal,
    doing: text,
    index: z.optional(int),
  }),
  asksDevice: true,
})
