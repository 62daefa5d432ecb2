import { Trans } from '@lingui/react/macro'
import { useState } from 'react'
import { beginMfa, type MfaBegun, type ShownSelf } from '../../data/person/mfa.ts'
import { Dialog } from '../../ui/controls/dialog.tsx'
import { ProveCode } from './prove-code.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'
import { SelfQuestion } from './self-question.tsx'

type Step = { kind: 'password' } | { kind: 'prove'; begun: MfaBegun; shown: ShownSelf } | { kind: 'recovery'; codes: string[] }

/** Sets up a second step: the password, then a code that shows that it works, then the recovery codes if there were none. */
export function SetUpMfa({ category, onClose }: { category: 'app' | 'e-mail'; onClose: () => void }) {
  const [step, setStep] = useState<Step>({ kind: 'password' })
  const title = category === 'app' ? <Trans>Set up an authenticator app</Trans> : <Trans>Set up codes by e-mail</Trans>

  async function begin(shown: ShownSelf) {
    setStep({ kind: 'prove', begun: await beginMfa({ category, ...shown }), shown })
  }
  if (step.kind === 'password') {
    return (
      <SelfQuestion title={title} confirm={<Trans>Go on</Trans>} onConfirm={begin} onClose={onClose}>
        <Trans>So that nobody else sets it up at your screen, enter your password once more.</Trans>
      </SelfQuestion>
    )
  }
  return (
    <Dialog title={step.kind === 'recovery' ? <Trans>Keep your recovery codes</Trans> : title} onClose={onClose}>
      {step.kind === 'recovery' ? (
        <RecoveryCodes codes={step.codes} onClose={onClose} />
      ) : (
        <ProveCode
          begun={step.begun}
          // A code of the second step was good once: it is asked for anew.
          onAgain={async () => (step.shown.dynamicCode === undefined ? begin(step.shown) : setStep({ kind: 'password' }))}
          onProven={(codes) => (codes.length > 0 ? setStep({ kind: 'recovery', codes }) : onClose())}
          onClose={onClose}
        />
      )}
    </Dialog>
  )
}
