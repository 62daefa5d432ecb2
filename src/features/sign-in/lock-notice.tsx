import { Trans } from '@lingui/react/macro'
import { useEffect, useEffectEvent } from 'react'
import { countdownText } from '../../ui/text/time-text.ts'
import { useNow } from '../../ui/text/use-now.ts'
import forms from '../../ui/form/form.module.css'

/** The countdown closes when it reaches one second (rule 4.15). */
const CLOSES_AT_MS = 1_000

/** Says that sign-in is locked, and for how long yet. `untilMs` by this machine's clock. */
export function LockNotice({ untilMs, onEnd }: { untilMs: number; onEnd: () => void }) {
  const leftMs = untilMs - useNow(250)
  const isOver = leftMs <= CLOSES_AT_MS
  const end = useEffectEvent(onEnd)
  useEffect(() => {
    if (isOver) end()
  }, [isOver])
  const left = countdownText(leftMs)
  return (
    <p className={forms['trouble']} role="alert">
      <Trans>
        Sign-in is locked after too many wrong attempts. You can try again in <span className="sl-figures">{left}</span>.
      </Trans>
    </p>
  )
}
