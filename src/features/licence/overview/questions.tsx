import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { SettingsSection } from '../../../ui/page/settings.tsx'
import classes from './questions.module.css'

/** Each question that is often asked, with its answer. */
const all: readonly { question: ReactNode; answer: ReactNode }[] = [
  {
    question: <Trans>What is a licence for?</Trans>,
    answer: (
      <Trans>
        For cameras beyond the free ones. Events are kept for 6 months with a licence, for 15 days without. An administrator chooses which
        cameras hold one, and may choose others at any time.
      </Trans>
    ),
  },
  {
    question: <Trans>What happens when it ends?</Trans>,
    answer: (
      <Trans>
        Administrators are reminded by mail before. Events are stored for 15 days more, then none. No camera can be added until there is
        room again. Recordings on your devices stay yours.
      </Trans>
    ),
  },
  {
    question: <Trans>Can it be renewed early, or get more cameras?</Trans>,
    answer: (
      <Trans>
        Both. What is renewed begins when the one in use ends, so that no day is lost. Cameras that are added work at once, and cost their
        share of the days that are left: the bill says how it comes about, line by line.
      </Trans>
    ),
  },
  {
    question: <Trans>What does a free trial cost?</Trans>,
    answer: <Trans>Nothing, and it ends by itself. Each device has one trial of the licence and one of cloud storage.</Trans>,
  },
  {
    question: <Trans>What does cloud storage keep that my recorder does not?</Trans>,
    answer: (
      <Trans>
        The same pictures, at another place: recordings around events of the kinds that you choose, for 7 or 30 days. They are there when
        the recorder is broken, stolen or offline.
      </Trans>
    ),
  },
  {
    question: <Trans>What if a payment fails?</Trans>,
    answer: (
      <Trans>
        The order waits for 30 minutes, and can be paid in another way meanwhile. After that order again: nothing was charged. Money that
        arrives too late goes back by itself.
      </Trans>
    ),
  },
]

/** What is often asked about licences and cloud storage. */
export function Questions() {
  return (
    <SettingsSection title={<Trans>Questions and answers</Trans>}>
      <div className={classes['questions']}>
        {all.map(({ question, answer }, index) => (
          <details key={index}>
            <summary>{question}</summary>
            <p>{answer}</p>
          </details>
        ))}
      </div>
    </SettingsSection>
  )
}
