import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import type { StatusSpan } from '#contract/calls/device/device-history.ts'
import { deviceStatuses } from '#contract/enums.ts'
import { deviceHistoryQuery } from '../../data/places/device-changes.ts'
import { dateTimeText, durationText } from '../../ui/text/time-text.ts'
import { knownOf } from './known-time.ts'
import classes from './devices.module.css'

/** So many of the last outages stand below the strip. */
const OUTAGES = 5
/** Of less of the time it is said of how much something is known. */
const MOSTLY_KNOWN = 0.98

/** Whether a device was there during the last 30 days: as a strip, as a share, and its last outages in words. */
export function DeviceUptime({ sn }: { sn: string }) {
  const { t, i18n } = useLingui()
  const { data } = useQuery(deviceHistoryQuery(sn))
  if (data === undefined) return null
  const { fromMs, toMs, spans, onlineShare } = data
  const lasting = spans.map((span, index) => ({ ...span, endMs: spans[index + 1]?.startMs ?? toMs }))
  const outages = lasting.filter(({ status }) => status === deviceStatuses.offline).toReversed()
  const share =
    onlineShare === null
      ? undefined
      : i18n.number(floored(onlineShare), { style: 'percent', minimumFractionDigits: 1, maximumFractionDigits: 1 })
  const knownMs = knownOf(lasting)
  const known = durationText(knownMs, i18n.locale)
  const words =
    share === undefined
      ? t`Nothing is known of the last 30 days yet.`
      : knownMs >= MOSTLY_KNOWN * (toMs - fromMs)
        ? t`Online for ${share} of the time that is known.`
        : t`Online for ${share} of the time that is known: ${known} of these 30 days.`
  return (
    <section className={classes['part']}>
      <h3>
        <Trans>The last 30 days</Trans>
      </h3>
      <Strip spans={lasting} fromMs={fromMs} toMs={toMs} words={words} />
      <p className={classes['ends']} aria-hidden>
        <span>{dateTimeText(fromMs, i18n.locale)}</span>
        <span>
          <Trans>now</Trans>
        </span>
      </p>
      <p>
        {words}{' '}
        {share !== undefined && (
          <Plural value={outages.length} _0="It was never away." one="It was away once." other="It was away # times." />
        )}
      </p>
      {outages.length > 0 && (
        <table className={classes['outages']}>
          <thead>
            <tr>
              <th scope="col">
                <Trans>Away since</Trans>
              </th>
              <th scope="col">
                <Trans>For</Trans>
              </th>
            </tr>
          </thead>
          <tbody>
            {outages.slice(0, OUTAGES).map(({ startMs, endMs }) => (
              <tr key={startMs}>
                <td className="sl-figures">{dateTimeText(startMs, i18n.locale)}</td>
                <td className="sl-figures">{endMs === toMs ? <Trans>until now</Trans> : durationText(endMs - startMs, i18n.locale)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  )
}

function Strip({
  spans,
  fromMs,
  toMs,
  words,
}: {
  spans: readonly (StatusSpan & { endMs: number })[]
  fromMs: number
  toMs: number
  words: string
}) {
  const { t, i18n } = useLingui()
  const names = { [deviceStatuses.unknown]: t`Unknown`, [deviceStatuses.online]: t`Online`, [deviceStatuses.offline]: t`Offline` }
  return (
    <div className={classes['strip']} role="img" aria-label={words}>
      {spans.map(({ startMs, endMs, status }) => (
        <span
          key={startMs}
          data-status={status}
          style={{ width: `${((endMs - startMs) * 100) / (toMs - fromMs)}%` }}
          title={`${names[status]}, ${dateTimeText(startMs, i18n.locale)} – ${dateTimeText(endMs, i18n.locale)}`}
        />
      ))}
    </div>
  )
}

/** One that was away at all was not there all the time. */
function floored(share: number): number {
  return Math.floor(share * 1_000) / 1_000
}
