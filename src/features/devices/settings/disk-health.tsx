import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { commandQuery } from '../../../data/places/device-settings.ts'
import { Facts } from '../../../ui/controls/facts.tsx'
import { formatter } from '../../../ui/text/formatter.ts'
import { DiskCharts } from './disk-charts.tsx'
import { diskHealthWords } from './disk-words.ts'
import { Told } from './told.tsx'
import classes from './settings.module.css'

/** How a disk does, by what it says of itself (SMART). A value that is not above its threshold is told by a word too. */
export function DiskHealth({ sn, diskId }: { sn: string; diskId: string }) {
  const { t, i18n } = useLingui()
  const query = useQuery(commandQuery(sn, { name: 'disk-health', diskId }))
  return (
    <Told query={query}>
      {({ health, temperatureC, powerOnHours, smart }) => (
        <div className={classes['health']}>
          <Facts
            facts={[
              { name: <Trans>Health</Trans>, value: i18n._(diskHealthWords[health]) },
              {
                name: <Trans>Temperature</Trans>,
                value: formatter(Intl.NumberFormat, i18n.locale, { style: 'unit', unit: 'celsius' }).format(temperatureC),
                isFigures: true,
              },
              {
                name: <Trans>Has run for</Trans>,
                value: formatter(Intl.NumberFormat, i18n.locale, { style: 'unit', unit: 'hour', unitDisplay: 'long' }).format(powerOnHours),
                isFigures: true,
              },
            ]}
          />
          <DiskCharts sn={sn} diskId={diskId} />
          <div className={classes['scroll']} tabIndex={0} role="group" aria-label={t`What the disk says of itself`}>
            <table className={classes['smart']} aria-label={t`What the disk says of itself`}>
              <thead>
                <tr>
                  <th scope="col">
                    <Trans>Attribute</Trans>
                  </th>
                  <th scope="col">
                    <Trans>Value</Trans>
                  </th>
                  <th scope="col">
                    <Trans>Worst</Trans>
                  </th>
                  <th scope="col">
                    <Trans>Threshold</Trans>
                  </th>
                  <th scope="col">
                    <Trans>Raw</Trans>
                  </th>
                </tr>
              </thead>
              <tbody>
                {smart.map(({ id, name, value, worst, threshold, raw }) => (
                  <tr key={id} data-bad={value <= threshold}>
                    <th scope="row">
                      {name}
                      {value <= threshold && (
                        <strong>
                          {' '}
                          <Trans>below its threshold</Trans>
                        </strong>
                      )}
                    </th>
                    <td>{value}</td>
                    <td>{worst}</td>
                    <td>{threshold}</td>
                    <td>{i18n.number(raw)}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        </div>
      )}
    </Told>
  )
}
