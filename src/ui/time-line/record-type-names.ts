import { msg } from '@lingui/core/macro'
import type { MessageDescriptor } from '@lingui/core'
import type { RecordType } from '#contract/recorded-media.ts'

/** Why something was recorded, in words (rule 3.17). */
export const recordTypeNames: Record<RecordType, MessageDescriptor> = {
  MOTION: msg`Motion`,
  MANUAL: msg`By hand`,
  SCHEDULE: msg`Schedule`,
  SENSOR: msg`Sensor`,
  POS: msg`Point of sale`,
  SMART_MOTION: msg`Person or vehicle`,
  PERIMETER: msg`Perimeter`,
  PLATE: msg`Plate`,
  OTHER: msg`Other`,
}
