import { Plural, Trans, useLingui } from '@lingui/react/macro'
import type { Share } from '../../../data/records/archive-shares.ts'
import { dateTimeText } from '../../../ui/text/time-text.ts'

/** Until when a share can be opened, or why not any more. */
export function ShareState({ share: { state, expiresAtMs } }: { share: Share }) {
  const { i18n } = useLingui()
  const until = expiresAtMs === null ? undefined : dateTimeText(expiresAtMs, i18n.locale)
  if (state === 'revoked') return <Trans>revoked</Trans>
  if (state === 'used-up') return <Trans>opened as often as it may be</Trans>
  if (state === 'expired') return <Trans>its time is over</Trans>
  if (state === 'suspended') return <Trans>paused while the person who shared it is frozen, or may not share it</Trans>
  return until === undefined ? <Trans>until it is revoked</Trans> : <Trans>until {until}</Trans>
}

/** How often it was opened. */
export function ShareViews({ share: { views, mostViews } }: { share: Share }) {
  if (mostViews === null) return <Plural value={views} _0="not opened yet" one="opened once" other="opened # times" />
  return (
    <Trans>
      opened {views} of {mostViews} times
    </Trans>
  )
}
