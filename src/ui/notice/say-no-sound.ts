import { i18n, type MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { SoundRefusal } from '../../lib/sound-refusal.ts'
import { say } from './toast-store.ts'

const sentences: Record<SoundRefusal, MessageDescriptor> = {
  held: msg`The browser keeps this page silent. Allow it to play sound, and press the button once more.`,
  none: msg`This browser has nothing to play sound with.`,
}

/** Says why nothing is heard of what somebody wanted to hear. */
export function sayNoSound(refusal: SoundRefusal): void {
  say('error', i18n._(sentences[refusal]))
}
