import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import type { LicenceReason } from '../../lib/licence-reason.ts'
import { Button } from '../controls/button.tsx'
import { Dialog } from '../controls/dialog.tsx'
import forms from '../form/form.module.css'
import { AsOf } from '../notice/as-of.tsx'
import { LicenceStep } from './licence-step.tsx'
import { licenceReasonWords } from './licence-words.ts'

/** How the organization stands, as the guard's hook of the data knows it. */
interface Stand {
  reason: LicenceReason | undefined
  asOfMs: number | undefined
  mayBuy: boolean
}

/** The dialog that needs a licence, or in its place why it is not to be had. */
export function LicenceGuard({ stand, onClose, children }: { stand: Stand; onClose: () => void; children: ReactNode }) {
  if (stand.reason === undefined) return children
  return <LicenceNeeded reason={stand.reason} asOfMs={stand.asOfMs} mayBuy={stand.mayBuy} onClose={onClose} />
}

/** Says why something needs a licence, since when that is known if the service cannot be asked, and what is to be done. */
function LicenceNeeded({ reason, asOfMs, mayBuy, onClose }: Stand & { reason: LicenceReason; onClose: () => void }) {
  const { i18n } = useLingui()
  return (
    <Dialog title={<Trans>A licence is needed</Trans>} onClose={onClose}>
      <div className={forms['form']}>
        <p className={forms['text']}>{i18n._(licenceReasonWords[reason])}</p>
        {asOfMs !== undefined && (
          <p className={forms['text']} role="note">
            <Trans>The service cannot be reached now. This is what was known before:</Trans> <AsOf timeMs={asOfMs} />
          </p>
        )}
        {!mayBuy && (
          <p className={forms['text']}>
            <Trans>Administrators of your organization see to its licence.</Trans>
          </p>
        )}
        <div className={forms['buttons']}>
          <Button variant="default" onClick={onClose}>
            <Trans>Close</Trans>
          </Button>
          <LicenceStep reason={reason} mayBuy={mayBuy} />
        </div>
      </div>
    </Dialog>
  )
}
