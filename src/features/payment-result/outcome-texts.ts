import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { Outcome } from './outcome.ts'

export const outcomeTexts: Record<Outcome, { title: MessageDescriptor; text: MessageDescriptor }> = {
  paid: { title: msg`Payment received`, text: msg`Thank you. What you ordered is yours.` },
  undecided: {
    title: msg`The payment is being confirmed`,
    text: msg`The payment provider has not decided yet. Do not pay again: this page asks once more by itself, and the order follows the payment in any case.`,
  },
  cancelled: {
    title: msg`Payment cancelled`,
    text: msg`Nothing was charged. The order waits for its payment still, until its time is over.`,
  },
  failed: {
    title: msg`The payment failed`,
    text: msg`Nothing was charged. The order waits for its payment still, until its time is over.`,
  },
  'too-late': {
    title: msg`The payment came too late`,
    text: msg`The time to pay this order was over, or it was paid already. The money goes back to you.`,
  },
  returned: { title: msg`The money was returned`, text: msg`This payment was returned to you.` },
  disputed: {
    title: msg`The payment is disputed`,
    text: msg`Your bank took the payment back or questions it. Until that is settled, what was ordered is not in use.`,
  },
}
