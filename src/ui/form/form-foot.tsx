import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { Button } from '../controls/button.tsx'
import forms from './form.module.css'

/** The foot of a form in a dialog: what is wrong with none of its fields in particular, the way out, and the button that sends it. */
export function FormFoot({ trouble, onCancel, children }: { trouble: ReactNode; onCancel: () => void; children: ReactNode }) {
  return (
    <>
      {trouble && (
        <p className={forms['trouble']} role="alert">
          {trouble}
        </p>
      )}
      <div className={forms['buttons']}>
        <Button variant="default" onClick={onCancel}>
          <Trans>Cancel</Trans>
        </Button>
        {children}
      </div>
    </>
  )
}
