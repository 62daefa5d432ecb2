import { Trans } from '@lingui/react/macro'
import { useSnapshot } from 'valtio'
import { coreState } from '../../data/core/core.ts'
import classes from './joining.module.css'

/** Warns whoever is signed in as somebody else: at the end of the form this browser signs in anew. */
export function SignedInNote() {
  const { session } = useSnapshot(coreState)
  if (session.kind !== 'signed-in') return null
  const { alias } = session.user
  return (
    <p className={classes['note']} role="status">
      <Trans>You are signed in as {alias}. When you finish here, that session ends and the new account signs in.</Trans>
    </p>
  )
}
