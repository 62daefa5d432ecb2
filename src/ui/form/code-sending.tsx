import { Trans } from '@lingui/react/macro'
import type { CodeSending } from '../../lib/code-sending.ts'
import { countdownText } from '../text/time-text.ts'
import { useNow } from '../text/use-now.ts'
import buttons from '../controls/button.module.css'
import classes from './code-sending.module.css'

/** The button that sends a code, and later another one. */
export function SendCodeButton({ sending, isBusy, onSend }: { sending: CodeSending; isBusy: boolean; onSend: () => void }) {
  const leftMs = (sending.kind === 'sent' ? sending.againAtMs : 0) - useNow(250)
  const isHeld = isBusy || sending.kind === 'limited' || leftMs > 0
  return (
    // Not `disabled`, which would take the focus away from whoever has just pressed it.
    <button
      type="button"
      className={`${buttons['other']} ${classes['send']}`}
      data-autofocus={sending.kind === 'unset' || undefined}
      aria-disabled={isHeld}
      aria-busy={isBusy}
      onClick={() => isHeld || onSend()}
    >
      <ButtonText sending={sending} leftMs={leftMs} />
    </button>
  )
}

function ButtonText({ sending, leftMs }: { sending: CodeSending; leftMs: number }) {
  if (sending.kind === 'unset') return <Trans>Send code</Trans>
  if (sending.kind === 'limited') return <Trans>No more codes today</Trans>
  if (leftMs <= 0) return <Trans>Send again</Trans>
  const left = countdownText(leftMs)
  return (
    <Trans>
      Send again in <span className="sl-figures">{left}</span>
    </Trans>
  )
}
