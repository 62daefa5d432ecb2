import { Trans, useLingui } from '@lingui/react/macro'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { useSiteZones } from '../../data/places/use-site-zones.ts'
import { alarmsQuery, markAlarmsRead } from '../../data/records/alarms.ts'
import buttons from '../../ui/controls/button.module.css'
import { alarmKindNames } from '../../ui/text/alarm-names.ts'
import { siteTimeText } from '../../ui/text/site-time.ts'
import { agoText } from '../../ui/text/time-text.ts'
import { useNow } from '../../ui/text/use-now.ts'
import classes from './frame.module.css'

const MOST_SHOWN = 5

/** The latest unread alarms, and the way to all of them. `onGo`: one was gone to. */
export function UnreadList({ onGo }: { onGo: () => void }) {
  const { i18n } = useLingui()
  const { data, isError } = useInfiniteQuery(alarmsQuery({ unreadOnly: true }))
  const zones = useSiteZones()
  const now = useNow(10_000)
  const all = useRef<HTMLAnchorElement>(null)
  useEffect(() => all.current?.focus(), [])
  return (
    <>
      <h2>
        <Trans>Latest unread alarms</Trans>
      </h2>
      {isError && data === undefined && (
        <p>
          <Trans>The alarms could not be loaded.</Trans>
        </p>
      )}
      <ul>
        {data?.pages[0]?.alarms.slice(0, MOST_SHOWN).map(({ alarmId, kind, sourceName, siteId, siteName, startedAtMs }) => (
          <li key={alarmId}>
            <Link to="/alerts" search={{ alarm: alarmId }} onClick={onGo}>
              <span>
                {i18n._(alarmKindNames[kind])} <small>{`${sourceName} · ${siteName}`}</small>
              </span>
              <time title={siteTimeText(startedAtMs, i18n.locale, zones.ofSite(siteId))}>
                {agoText(Math.max(0, now - startedAtMs), i18n.locale)}
              </time>
            </Link>
          </li>
        ))}
      </ul>
      <div className={classes['latestFoot']}>
        <button type="button" onClick={() => void markAlarmsRead('all')}>
          <Trans>Mark all as read</Trans>
        </button>
        <Link ref={all} className={buttons['main']} to="/alerts" onClick={onGo}>
          <Trans>Show all</Trans>
        </Link>
      </div>
    </>
  )
}
