import { Trans } from '@lingui/react/macro'
import { useEffect, useState } from 'react'
import { useSnapshot } from 'valtio'
import { menuQuery } from '../../data/app/menu.ts'
import { useAnswerAge } from '../../data/query/answer-age.ts'
import { coreState } from '../../data/core/core.ts'
import { clockText } from '../../ui/text/time-text.ts'
import { UpdateLine } from './update-line.tsx'
import classes from './frame.module.css'

/** A connection that comes back within this time is not worth a word. */
const QUIET_MS = 1_500

/** One thin line at the top while something is wrong or new; nothing otherwise. */
export function StateLine({ isKiosk = false }: { isKiosk?: boolean }) {
  const { isServiceReachable, link, push } = useSnapshot(coreState)
  const isCut = link === 'reconnecting' || push === 'retrying' || push === 'failed' || push === 'crowded'
  const isLasting = useLasting(isCut || !isServiceReachable)
  if (!isServiceReachable && isLasting) return <OfflineLine />
  if (isCut && isLasting) {
    return (
      <p className={classes['line']} data-tone="warning" role="status">
        {push === 'crowded' ? (
          <Trans>Too many connections come from your network. Live updates go on as soon as there is room for yours…</Trans>
        ) : push === 'failed' ? (
          <Trans>Live updates have failed. Trying again…</Trans>
        ) : (
          <Trans>Reconnecting…</Trans>
        )}
      </p>
    )
  }
  // A kiosk updates itself.
  return isKiosk ? null : <UpdateLine />
}

function OfflineLine() {
  const [sinceMs] = useState(Date.now)
  const time = clockText(useAnswerAge(menuQuery.queryKey) ?? sinceMs)
  return (
    <p className={classes['line']} data-tone="offline" role="status">
      <span className="sl-figures">
        <Trans>Offline – showing what was kept at {time}</Trans>
      </span>
    </p>
  )
}

/** True once `isSo` has been true for a while. */
function useLasting(isSo: boolean): boolean {
  const [lasts, setLasts] = useState(false)
  useEffect(() => {
    if (!isSo) return setLasts(false)
    const timer = setTimeout(() => setLasts(true), QUIET_MS)
    return () => clearTimeout(timer)
  }, [isSo])
  return isSo && lasts
}
