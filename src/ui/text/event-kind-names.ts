import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { EventKind } from '#contract/event-attributes.ts'

/** What the kinds of events are called. */
export const eventKindNames: Record<EventKind, MessageDescriptor> = {
  motion: msg`Motion`,
  person: msg`Person`,
  vehicle: msg`Vehicle`,
  face: msg`Face`,
  plate: msg`Licence plate`,
  'line-crossing': msg`Line crossed`,
  intrusion: msg`Intrusion`,
  tampering: msg`Camera tampered with`,
  input: msg`Alarm input`,
}
