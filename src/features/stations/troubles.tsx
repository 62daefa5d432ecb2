import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { stationTroublesQuery } from '../../data/places/stations.ts'
import { dateTimeText, durationText } from '../../ui/text/time-text.ts'
import { troubleName } from './station-words.tsx'
import classes from './stations.module.css'

const SHOWN = 50

/** What troubled the screens of a station in the last 31 days, the newest first. */
export function Troubles({ sn }: { sn: string }) {
  const { t, i18n } = useLingui()
  const { data } = useQuery(stationTroublesQuery(sn))
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
        {data?.troubles.slice(0, SHOWN).map(({ troubleId, voId, kind, cameraName, startMs, endMs }) => (
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
    </section>
  )
}
