import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import type { termParagraphs } from '#contract/payment.ts'
import { Checkbox } from '../../../ui/controls/checkbox.tsx'
import classes from './purchase.module.css'

type Paragraph = (typeof termParagraphs)[number]

/** The sentences of each paragraph that the service names. */
const texts: Record<Paragraph, ReactNode> = {
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

interface TermsPartProps {
  paragraphs: readonly Paragraph[]
  version: string
  isAccepted: boolean
  error: ReactNode
  onAccept: (isAccepted: boolean) => void
}

/** The terms of the licence service, to be accepted before an order (rule 5.10). */
export function TermsPart({ paragraphs, version, isAccepted, error, onAccept }: TermsPartProps) {
  return (
    <div className={classes['accept']}>
      <details>
        <summary>
          <Trans>Terms of the licence service, version {version}</Trans>
        </summary>
        <ol>
          {paragraphs.map((paragraph) => (
            <li key={paragraph}>{texts[paragraph]}</li>
          ))}
        </ol>
      </details>
      <Checkbox
        label={<Trans>I have read the terms and accept them for my organization</Trans>}
        checked={isAccepted}
        error={error}
        onChange={(event) => onAccept(event.currentTarget.checked)}
      />
    </div>
  )
}
