import { Trans, useLingui } from '@lingui/react/macro'
import type { MaintenanceNotice } from '#contract/calls/log/maintenance-notice.ts'
import { shownLanguage } from '../text/i18n.ts'
import { timeRangeText } from '../text/time-text.ts'
import { useNow } from '../text/use-now.ts'

const LOOK_EVERY_MS = 5_000

/**
 * Says that the service will be, or is, under maintenance, in the reader's own time zone. The place of the words is there before them, so
 * that screen readers hear them arrive. `clockOffsetMs`: the service's clock minus this machine's.
 */
export function MaintenanceWords(props: {
  notice: MaintenanceNotice | undefined
  clockOffsetMs: number
  className: string | undefined
  onDismiss: (noticeId: string) => void
}) {
  const { notice, clockOffsetMs, className, onDismiss } = props
  const { i18n } = useLingui()
  const now = useNow(LOOK_EVERY_MS) + clockOffsetMs
  const shown = notice !== undefined && notice.endsAtMs > now ? notice : undefined
  const range = shown && timeRangeText(shown.startsAtMs, shown.endsAtMs, i18n.locale)
  return (
    <div className={shown && className} data-tone="warning" data-maintenance>
      <span role="status">
        {shown && (
          <>
            <b>{shown.startsAtMs > now ? <Trans>Maintenance is planned</Trans> : <Trans>Maintenance is under way</Trans>}</b>{' '}
            <span className="sl-figures">{range}</span> {shown.text[shownLanguage()]}
          </>
        )}
      </span>
      {shown && (
        <button type="button" onClick={() => onDismiss(shown.noticeId)}>
          <Trans>Understood</Trans>
        </button>
      )}
    </div>
  )
}
