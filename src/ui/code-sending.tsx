import { Trans } from '@lingui/react/macro'
import { countdownText } from './time-text.ts'
import { useNow } from './use-now.ts'
import buttons from './button.module.css'
import classes from './code-sending.module.css'

/**
 * Where the sending of a code by e-mail stands (spec 1, section 4): `unset`; `sent`, which is "waiting" until `againAtMs` by this machine's
 * clock and "resend" afterwards; `limited`, when the day has seen too many.
 */
export type CodeSending = { kind: 'unset' } | { kind: 'sent'; againAtMs: number } | { kind: 'limited' }

const TOO_SOON = 6001
const TOO_MANY = 1024

/** What a refusal says of the sending; `undefined` when it says nothing of it. */
export function sendingAfter({ code, detail }: { code: number; detail: { retryAfterMs?: number | undefined } }): CodeSending | undefined {
  if (code === TOO_MANY) return { kind: 'limited' }
  return code === TOO_SOON && detail.retryAfterMs !== undefined ? { kind: 'sent', againAtMs: Date.now() + detail.retryAfterMs } : undefined
}

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
