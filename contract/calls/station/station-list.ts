import * as z from 'zod/mini'
import { administrator } from '../../access.ts'
import { defineCall } from '../../define-call.ts'
import { deviceStatus } from '../../enums.ts'
import { noInput, timeMs } from '../../rules.ts'
import { screenSize } from '../../screen-size.ts'
import { stationContent, stationFront, stationMessage, stationOutput, stationRemote, stationReport, stationTurn } from '../../station.ts'

/** One output: what it shows by the office, and what its screen last said of itself. `pictureUrl`: what was on it, for some minutes. */
const outputOfStation = z.object({
  voId: stationOutput,
  dpi: screenSize,
  content: stationContent,
  turns: z.array(stationTurn),
  message: z.nullable(stationMessage),
  isMuted: z.boolean(),
  front: z.nullable(stationFront),
  remote: z.nullable(stationRemote),
  isConnected: z.boolean(),
  report: z.nullable(stationReport),
  reportedAtMs: z.nullable(timeMs),
  pictureUrl: z.nullable(z.string()),
  picturedAtMs: z.nullable(timeMs),
})
export type OutputOfStation = z.output<typeof outputOfStation>

const listedStation = z.object({
  sn: z.string(),
  name: z.string(),
  siteId: z.string(),
  siteName: z.string(),
  status: deviceStatus,
  statusSinceMs: z.number(),
  /** A screen has its permission. */
  isPaired: z.boolean(),
  pairedAtMs: z.nullable(timeMs),
  outputs: z.array(outputOfStation),
})
export type ListedStation = z.output<typeof listedStation>

/** An addition to the catalogue: the viewing stations of the organization, by site and name. */
export const stationList = defineCall({
  path: '/vms/station/list',
  input: noInput,
  output: z.object({ stations: z.array(listedStation), nowMs: timeMs }),
  access: administrator,
  offline: 'cache',
})
