import * as z from 'zod/mini'
import { holdersOf } from '../../access.ts'
import { defineCall } from '../../define-call.ts'
import { noInput } from '../../rules.ts'
import { stationOutput } from '../../station.ts'

const controlled = z.object({
  sn: z.string(),
  name: z.string(),
  siteName: z.string(),
  /** The outputs whose screens are there. */
  connected: z.array(stationOutput),
})

/** An addition to the catalogue: the paired viewing stations that the person may control: those of sites on which they may move cameras. */
export const stationRemoteList = defineCall({
  path: '/vms/station/remote/list',
  input: noInput,
  output: z.object({ stations: z.array(controlled) }),
  access: holdersOf('ptz'),
  offline: 'none',
})
