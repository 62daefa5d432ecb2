import { Trans } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import type { LicenceReason } from '../../lib/licence-reason.ts'
import buttons from '../controls/button.module.css'

/** Where to put it right: administrators buy, others see how it stands. */
export function LicenceStep({ reason, mayBuy }: { reason: LicenceReason; mayBuy: boolean }) {
  if (mayBuy && reason !== 'disputed')
    return (
      <Link className={buttons['main']} to="/service/servicelicense/purchase" search={{ kind: 'buy' }} data-autofocus>
        {reason === 'never-bought' ? <Trans>Buy now</Trans> : <Trans>Buy again</Trans>}
      </Link>
    )
  return (
    <Link className={buttons['main']} to="/service/servicelicense/list" data-autofocus>
      <Trans>Open the licence</Trans>
    </Link>
  )
}
