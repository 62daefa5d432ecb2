import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { stationTroublesQuery } from '../../data/places/stations.ts'
import { Button } from '../../ui/controls/button.tsx'
import { dateTimeText, durationText } from '../../ui/text/time-text.ts'
import { troubleName } from './station-words.tsx'
import classes from './stations.module.css'

/** More are shown when somebody asks for them. */
const SHOWN = 20

/** What troubled the screens of a station in the last 31 days, the newest first. */
export function Troubles({ sn }: { sn: string }) {
  const { t, i18n } = useLingui()
  const { data } = useQuery(stationTroublesQuery(sn))
  const [most, setMost] = useState(SHOWN)
  return (
    <section className={classes['troubles']}>
      <h3>
        <Trans>Troubles</Trans>
      </h3>
      {data?.troubles.length === 0 && (
        <p>
          <Trans>None in the last 31 days.</Trans>
        </p>
      )}
      <ul aria-label={t`Troubles`}>
        {data?.troubles.slice(0, most).map(({ troubleId, voId, kind, cameraName, startMs, endMs }) => (
          <li key={troubleId} data-lasting={endMs === null}>
            <span>
              {i18n._(troubleName(kind))}
              {cameraName !== null && ` · ${cameraName}`}
            </span>
            <small className="sl-figures">
              {t`Screen ${voId}`} · {dateTimeText(startMs, i18n.locale)} ·{' '}
              {endMs === null ? t`still` : durationText(endMs - startMs, i18n.locale)}
            </small>
          </li>
        ))}
      </ul>
      {data && data.troubles.length > most && (
        <Button variant="default" onClick={() => setMost(data.troubles.length)}>
          <Trans>Show older ones</Trans>
        </Button>
      )}
    </section>
  )
}
