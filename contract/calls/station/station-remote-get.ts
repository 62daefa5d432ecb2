import * as z from 'zod/mini'
import { holdersOf } from '../../access.ts'
import { defineCall } from '../../define-call.ts'
import { channelIndex, serialNumber, timeMs } from '../../rules.ts'
import { screenSize } from '../../screen-size.ts'
import { stationOutput } from '../../station.ts'
import { wallGrid } from '../config/wall-grid.ts'

/** A window that is on the screen; without a name the person does not see its camera. */
const shownWindow = z.object({
  winIndex: z.int(),
  channel: z.nullable(z.object({ sn: z.string(), chlIndex: channelIndex, channelName: z.string() })),
})

/** What a screen shows now, for the remote control. `views` take turns, of which `view` is on it, counted from 0. */
export const remoteState = z.object({
  sn: z.string(),
  voId: stationOutput,
  /** Null: the clock. */
  title: z.nullable(z.string()),
  splitNum: z.int(),
  grid: z.optional(wallGrid),
  /** The size of the screen, by whose shape its windows are arranged; missing from services that do not tell. */
  screen: z.optional(screenSize),
  /** The screen is there, and shows it at once; missing from services that do not tell. */
  isConnected: z.optional(z.boolean()),
  windows: z.array(shownWindow),
  views: z.int(),
  view: z.int(),
  /** One camera is shown alone, and the other windows are still there. */
  isFull: z.boolean(),
  /** Until when the remote control counts; null while the screen goes by its schedule. */
  remoteUntilMs: z.nullable(timeMs),
})

/** An addition to the catalogue: what an output shows, for who may control it. Fails with serial-number-unknown, no-device-permission. */
export const stationRemoteGet = defineCall({
  path: '/vms/station/remote/get',
  input: z.object({ sn: serialNumber, voId: stationOutput }),
  output: remoteState,
  access: holdersOf('ptz'),
  offline: 'none',
})
