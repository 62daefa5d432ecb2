import * as z from 'zod/mini'
import { station } from '../../access.ts'
import { defineCall } from '../../define-call.ts'
import { nothing } from '../../rules.ts'
import { stationLimits } from '../../station.ts'

/** An addition to the catalogue: what is on the screen, as a small jpg. The one before is gone. Fails with no-picture, file-too-large. */
export const stationScreenshotPut = defineCall({
  path: '/vms/station/screenshot',
  input: z.object({ file: z.file().check(z.minSize(1), z.maxSize(stationLimits.screenshotBytes)) }),
  output: nothing,
  access: station,
  offline: 'none',
  upload: { maxBytes: stationLimits.screenshotBytes },
  rate: { calls: 6, perMs: 60_000 },
})
