import * as z from 'zod/mini'
import { administrator } from '../../access.ts'
import { defineCall } from '../../define-call.ts'
import { nothing, serialNumber } from '../../rules.ts'
import { stationLimits, stationOutput, stationWish } from '../../station.ts'
import { weeklySpan } from '../../weekly-schedule.ts'

const turn = z.object({ spans: z.array(weeklySpan).check(z.minLength(1), z.maxLength(14)), wish: z.nullable(stationWish) })

/**
 * An addition to the catalogue: the times of the week at which an output shows something else, in place of those before. Without a `wish` a turn
 * keeps what the turn at this place showed. Fails with serial-number-unknown, channel-missing, not-found.
 */
export const stationScheduleSet = defineCall({
  path: '/vms/station/schedule/set',
  input: z.object({ sn: serialNumber, voId: stationOutput, turns: z.array(turn).check(z.maxLength(stationLimits.scheduleEntries)) }),
  output: nothing,
  access: administrator,
  offline: 'none',
  changes: true,
  alters: 'stations',
})
