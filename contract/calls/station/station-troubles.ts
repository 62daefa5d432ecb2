import * as z from 'zod/mini'
import { administrator } from '../../access.ts'
import { defineCall } from '../../define-call.ts'
import { serialNumber, timeMs } from '../../rules.ts'
import { stationOutput, stationTroubleKind } from '../../station.ts'

const trouble = z.object({
  troubleId: z.string(),
  voId: stationOutput,
  kind: stationTroubleKind,
  /** The camera, where it is about one. */
  cameraName: z.nullable(z.string()),
  startMs: timeMs,
  /** Null while it lasts. */
  endMs: z.nullable(timeMs),
})

/** An addition to the catalogue: the troubles of a station's screens in the last 31 days, the newest first, the last 200. Fails with serial-number-unknown. */
export const stationTroubles = defineCall({
  path: '/vms/station/troubles',
  input: z.object({ sn: serialNumber }),
  output: z.object({ troubles: z.array(trouble) }),
  access: administrator,
  offline: 'cache',
})
