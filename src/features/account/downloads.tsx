import { Trans } from '@lingui/react/macro'
import { downloadsDialog } from '../../data/records/downloads.ts'
import { useHoldsRight } from '../../data/person/roles.ts'
import { Button } from '../../ui/controls/button.tsx'
import classes from './account.module.css'

/** Leads to the recordings that the person downloads to this computer. */
export function AccountDownloads() {
  if (!useHoldsRight('playback')) return null
  return (
    <section className={classes['section']}>
      <h2>
        <Trans>Downloads</Trans>
      </h2>
      <p className={classes['words']}>
        <Trans>Recordings that the plugin downloads to this computer.</Trans>
      </p>
      <Button variant="default" aria-haspopup="dialog" onClick={() => (downloadsDialog.isOpen = true)}>
        <Trans>Show the downloads</Trans>
      </Button>
    </section>
  )
}
