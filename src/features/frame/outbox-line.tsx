import { Plural } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { useSnapshot } from 'valtio'
import { coreState } from '../../data/core/core.ts'
import classes from './frame.module.css'

/** Says how many changes have not reached the service, and leads to them. */
export function OutboxLine() {
  const { outbox, isServiceReachable } = useSnapshot(coreState)
  const { waiting, stopped } = outbox
  // What is on its way is no news.
  if (stopped === 0 && (waiting === 0 || isServiceReachable)) return null
  return (
    <p className={classes['line']} data-tone={stopped > 0 ? 'warning' : 'offline'} role="status">
      <Link to="/outbox">
        {stopped > 0 ? (
          <Plural value={stopped} one="# change needs your decision" other="# changes need your decision" />
        ) : (
          <Plural value={waiting} one="# change waits to be sent" other="# changes wait to be sent" />
        )}
      </Link>
    </p>
  )
}
