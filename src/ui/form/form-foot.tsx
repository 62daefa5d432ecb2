import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { Button } from '../controls/button.tsx'
import forms from './form.module.css'
import { TroubleLine } from './trouble.tsx'

/** The foot of a form in a dialog: what is wrong with none of its fields in particular, the way out, and the button that sends it. */
export function FormFoot({
  trouble,
  isCareful,
  onCancel,
  children,
}: {
  trouble: ReactNode
  /** The way out has the focus. */
  isCareful?: boolean
  onCancel: () => void
  children: ReactNode
}) {
  return (
    <>
      <TroubleLine text={trouble} />
      <div className={forms['buttons']}>
        <Button variant="default" autoFocus={isCareful} onClick={onCancel}>
          <Trans>Cancel</Trans>
        </Button>
        {children}
      </div>
    </>
  )
}
