import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { DISK_SAMPLE_MS, type DiskSample } from '#contract/calls/device/disk-history.ts'
import { DAY_MS } from '#shared/time/day.ts'
import { serviceNowMs } from '../../../data/core/core.ts'
import { diskHistoryQuery } from '../../../data/places/device-settings.ts'
import { LineChart } from '../../../ui/controls/chart/line-chart.tsx'
import { formatter } from '../../../ui/text/formatter.ts'
import { Told } from './told.tsx'
import classes from './settings.module.css'

/** A disk that is asked now is warm or cool by this at the least. */
const WARM_C = 50
/** One sample may be left out. */
const JOINED_MS = 2.5 * DISK_SAMPLE_MS

/** How full and how warm a disk, or the memory card, was over the last days. */
export function DiskCharts({ sn, diskId }: { sn: string; diskId: string }) {
  const query = useQuery(diskHistoryQuery(sn, diskId))
  return <Told query={query}>{({ samples }) => <Charts samples={samples} />}</Told>
}

function Charts({ samples }: { samples: readonly DiskSample[] }) {
  const { t, i18n } = useLingui()
  const [first] = samples
  if (first === undefined)
    return (
      <p className={classes['chartless']}>
        <Trans>Every three hours the service notes how full and how warm it is. There is nothing yet.</Trans>
      </p>
    )
  const untilMs = serviceNowMs()
  const span = { fromMs: Math.min(first.atMs, untilMs - DAY_MS), untilMs, joinedMs: JOINED_MS }
  const moments = formatter(Intl.DateTimeFormat, i18n.locale, {
    day: 'numeric',
    month: 'short',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  })
  const common = { ...span, timeText: (atMs: number) => moments.format(atMs) }
  const percent = (value: number) => formatter(Intl.NumberFormat, i18n.locale, { style: 'percent', maximumFractionDigits: 0 }).format(value)
  const degrees = (value: number) => formatter(Intl.NumberFormat, i18n.locale, { style: 'unit', unit: 'celsius' }).format(value)
  return (
    <div className={classes['charts']}>
      <figure>
        <figcaption>
          <Trans>How full it was</Trans>
        </figcaption>
        <LineChart
          {...common}
          label={t`How full it was`}
          heads={[t`When`, t`Full`]}
          points={samples.map(({ atMs, usedBytes, totalBytes }) => ({
            atMs,
            value: usedBytes === null || totalBytes === null || totalBytes === 0 ? null : usedBytes / totalBytes,
          }))}
          top={1}
          textOf={percent}
        />
      </figure>
      {samples.some(({ temperatureC }) => temperatureC !== null) && (
        <figure>
          <figcaption>
            <Trans>How warm it was</Trans>
          </figcaption>
          <LineChart
            {...common}
            label={t`How warm it was`}
            heads={[t`When`, t`Temperature`]}
            points={samples.map(({ atMs, temperatureC }) => ({ atMs, value: temperatureC === null ? null : Math.max(0, temperatureC) }))}
            top={WARM_C}
            textOf={degrees}
          />
        </figure>
      )}
    </div>
  )
}
