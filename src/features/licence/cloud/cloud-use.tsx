import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { DAY_MS } from '#shared/time/day.ts'
import { cloudInfoQuery } from '../../../data/organization/cloud-storage.ts'
import { BarChart } from '../../../ui/controls/chart/bar-chart.tsx'
import { Facts } from '../../../ui/controls/facts.tsx'
import { bytesText } from '../../../ui/text/bytes-text.ts'
import { formatter } from '../../../ui/text/formatter.ts'
import { useNow } from '../../../ui/text/use-now.ts'
import classes from './cloud.module.css'

const DAYS_SHOWN = 7

/** How much of cloud storage is in use: cameras, recordings, and the room that those of each day take. */
export function CloudUse() {
  const { t, i18n } = useLingui()
  const { data } = useQuery(cloudInfoQuery)
  const nowMs = useNow(DAY_MS / 24)
  if (data === undefined) return null
  const { cameras, inUse, expiring, recordings, usedBytes } = data
  const size = (bytes: number) => bytesText(bytes, i18n.locale)
  const newest = Math.floor(nowMs / DAY_MS) * DAY_MS
  const bars = Array.from({ length: DAYS_SHOWN }, (_, index) => newest - index * DAY_MS).map((dayMs) => ({
    id: String(dayMs),
    name: formatter(Intl.DateTimeFormat, i18n.locale, { month: 'short', day: 'numeric', timeZone: 'UTC' }).format(dayMs),
    value: data.days.find((day) => day.dayMs === dayMs)?.usedBytes ?? 0,
  }))
  return (
    <section className={classes['use']} aria-label={t`What is used`}>
      <Facts
        facts={[
          {
            name: <Trans>Cameras with cloud storage</Trans>,
            value: (
              <Trans>
                {inUse} of {cameras}
              </Trans>
            ),
            isFigures: true,
          },
          { name: <Trans>Ends within a week</Trans>, value: i18n.number(expiring), isFigures: true },
          { name: <Trans>Recordings</Trans>, value: i18n.number(recordings), isFigures: true },
          { name: <Trans>Room that they take</Trans>, value: size(usedBytes), isFigures: true },
        ]}
      />
      {recordings > 0 && (
        <BarChart label={t`Kept by day`} heads={[t`Day`, t`Room`]} bars={bars} textOf={(bytes) => (bytes === 0 ? '0' : size(bytes))} />
      )}
    </section>
  )
}
