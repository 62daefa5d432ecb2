import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import type { cloudTermParagraphs } from '#contract/cloud-storage.ts'
import type { termParagraphs } from '#contract/payment.ts'

/** The sentences of each paragraph of the licence's terms that the service names. */
export const licenceTermTexts: Record<(typeof termParagraphs)[number], ReactNode> = {
  service: <Trans>A licence lets your organization use the service with as many cameras as it is for, beside the free ones.</Trans>,
  cameras: <Trans>You choose which cameras hold it, and may choose others at any time. It is not bound to devices.</Trans>,
  payment: <Trans>You pay in advance, in US dollars, for the whole term. The licence begins when the payment has arrived.</Trans>,
  renewal: <Trans>Nothing renews itself. What you renew in time follows without a gap; you are reminded by mail before the end.</Trans>,
  refund: <Trans>Within 14 days you may give back a licence that has not begun. Of one that is in use nothing is paid back.</Trans>,
  chargeback: (
    <Trans>While a payment is disputed the licence is out of force. What was left of it comes back when the dispute is won.</Trans>
  ),
  data: <Trans>When a licence ends, events are kept for 15 days more, and none are added. Recordings on your devices stay yours.</Trans>,
}

/** Those of the terms of cloud storage. */
export const cloudTermTexts: Record<(typeof cloudTermParagraphs)[number], ReactNode> = {
  service: <Trans>Cloud storage keeps recordings of the cameras that you choose, beside those on your devices.</Trans>,
  recordings: <Trans>What is recorded around an event of the kinds that you choose is kept: 5 seconds before it and 10 after it.</Trans>,
  retention: <Trans>Each recording is kept for as many days as you bought, then it is deleted for good.</Trans>,
  payment: <Trans>You pay in advance, in US dollars, for each camera and the whole term. It begins when the payment has arrived.</Trans>,
  refund: <Trans>Within 14 days you may give back a term that has not begun. Of one that is in use nothing is paid back.</Trans>,
  data: <Trans>Recordings are yours. Nobody sees them but people of your organization who may play back that camera.</Trans>,
}
