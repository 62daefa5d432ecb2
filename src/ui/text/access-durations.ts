import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type * as z from 'zod/mini'
import type { accessMinutes } from '#contract/calls/installer/installer.ts'

type AccessMinutes = z.output<typeof accessMinutes>

/** For how long an installer may have access (rule 4.8). */
export const accessDurations: readonly { minutes: AccessMinutes; name: MessageDescriptor }[] = [
  { minutes: 30, name: msg`30 minutes` },
  { minutes: 120, name: msg`2 hours` },
  { minutes: 600, name: msg`10 hours` },
  { minutes: 1_440, name: msg`24 hours` },
  { minutes: 10_080, name: msg`7 days` },
  { minutes: -1, name: msg`Without an end` },
]

export function durationName(minutes: AccessMinutes): MessageDescriptor {
  return accessDurations.find((one) => one.minutes === minutes)?.name ?? msg`Without an end`
}
