import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { Checkbox } from '../../../ui/controls/checkbox.tsx'
import classes from './purchase.module.css'

interface TermsPartProps {
  /** What they are called. */
  title: ReactNode
  paragraphs: readonly ReactNode[]
  isAccepted: boolean
  error: ReactNode
  onAccept: (isAccepted: boolean) => void
}

/** The terms of what is bought, to be accepted before an order (rule 5.10). */
export function TermsPart({ title, paragraphs, isAccepted, error, onAccept }: TermsPartProps) {
  return (
    <div className={classes['accept']}>
      <details>
        <summary>{title}</summary>
        <ol>
          {paragraphs.map((paragraph, index) => (
            <li key={index}>{paragraph}</li>
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
