import { Trans } from '@lingui/react/macro'
import forms from '../../ui/form/form.module.css'

/** What becomes of cameras that are closed: said before it is done. */
export function WhatClosingDoes() {
  return (
    <p className={forms['text']}>
      <Trans>Closed cameras are shown nowhere, and their video stops at once. Their places of the licence are free again.</Trans>
    </p>
  )
}
