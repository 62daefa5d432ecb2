import { Trans, useLingui } from '@lingui/react/macro'
import { useMemo } from 'react'
import { dayIn } from '#shared/time/zone.ts'
import type { Passes } from '../../data/records/passes.ts'
import { BarChart } from '../../ui/controls/chart/bar-chart.tsx'
import type { Zones } from './use-zones.ts'
import classes from './vehicle.module.css'

/** How often a plate was seen on each day, by the clocks of the sites; the newest day first, those without a pass left out. */
export function PassDays({ passes: { events, isWhole }, zones: { zoneOf } }: { passes: Passes; zones: Zones }) {
  const { t, i18n } = useLingui()
  const bars = useMemo(() => {
    const days = new Map<string, number>()
    for (const event of events) {
      const day = dayIn(event.atMs, zoneOf(event))
      days.set(day, (days.get(day) ?? 0) + 1)
    }
    return [...days].toSorted(([one], [other]) => (one < other ? 1 : -1)).map(([day, value]) => ({ id: day, name: day, value }))
  }, [events, zoneOf])
  return (
    <section className={classes['days']}>
      <h2>
        <Trans>By day</Trans>
      </h2>
      <BarChart label={t`Passes by day`} heads={[t`Day`, t`Passes`]} bars={bars} textOf={(value) => i18n.number(value)} isSlim />
      {!isWhole && (
        <p className={classes['note']}>
          <Trans>Only the newest 1,000 passes are counted.</Trans>
        </p>
      )}
    </section>
  )
}
