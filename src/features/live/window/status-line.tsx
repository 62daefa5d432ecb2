import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useSnapshot } from 'valtio'
import { isTimeZone, timeIn } from '#shared/time/zone.ts'
import { coreState } from '../../../data/core/core.ts'
import { mediaState } from '../../../data/media/media-state.ts'
import { channelsQuery } from '../../../data/places/channels.ts'
import { sitesQuery } from '../../../data/places/sites.ts'
import { StatusDot, type Status } from '../../../ui/controls/status-dot.tsx'
import { useNow } from '../../../ui/text/use-now.ts'
import { channelAt } from '../layouts/arrangement.ts'
import { PluginHint } from '../plugin-hint.tsx'
import { wall } from '../wall/wall-store.ts'
import classes from '../live.module.css'

/** The thin line at the foot: connection, video path, decoding load, clock of the site. */
export function StatusLine() {
  const { isServiceReachable } = useSnapshot(coreState)
  return (
    <footer className={classes['status']}>
      <Connection />
      {/* Every video comes by way of the service, the plugin's too. */}
      {isServiceReachable && (
        <>
          <VideoPath />
          <DecodeLoad />
        </>
      )}
      <span className={classes['space']} />
      <SiteClock />
    </footer>
  )
}

function Connection() {
  const { t } = useLingui()
  const { isServiceReachable, push, link } = useSnapshot(coreState)
  const isWhole = isServiceReachable && push === 'open' && link === 'ready'
  const status: Status = !isServiceReachable ? 'offline' : isWhole ? 'online' : 'warning'
  const word = !isServiceReachable ? t`Service offline` : isWhole ? t`Connected` : t`Connecting`
  return (
    <span className={classes['fact']}>
      <StatusDot status={status} word={word} hideWord />
      {word}
    </span>
  )
}

function VideoPath() {
  const { path } = useSnapshot(mediaState)
  const { plugin } = useSnapshot(coreState)
  return (
    <span className={classes['fact']} data-path={path}>
      {path === 'plugin' && <Trans>Video by the local plugin</Trans>}
      {path === 'relay' && <Trans>Video by the relay</Trans>}
      <PluginHint />
      {plugin.kind === 'loaded' && plugin.needsUpdate && <Trans>The plugin needs an update</Trans>}
    </span>
  )
}

function DecodeLoad() {
  const { i18n } = useLingui()
  const { decodeLoad, windows } = useSnapshot(mediaState)
  if (windows === 0) return null
  const load = i18n.number(decodeLoad, { style: 'percent', maximumFractionDigits: 0 })
  return (
    <span className={classes['fact']} data-wide>
      <Trans>Decoding load {load}</Trans>
    </span>
  )
}

/** Time at the site of the selected window, by the service's clock; of the first site when there is none. */
function SiteClock() {
  const now = useNow()
  const { clockOffsetMs } = useSnapshot(coreState)
  const { arrangement, selected } = useSnapshot(wall)
  const { data: sites } = useQuery(sitesQuery)
  const { data: channels } = useQuery(channelsQuery)
  const shown = channelAt(arrangement, selected)
  const siteId = channels?.channels.find(({ sn, chlIndex }) => sn === shown?.sn && chlIndex === shown.chlIndex)?.siteId
  const site = sites?.sites.find((candidate) => candidate.siteId === siteId) ?? sites?.sites[0]
  if (site === undefined) return null
  return (
    <span className={classes['fact']}>
      <span className={classes['site']}>{site.siteName}</span>
      <SiteTime atMs={now + clockOffsetMs} timeZone={site.timeZone} />
    </span>
  )
}

/** Where the browser does not know the zone, its name instead of a time that would be another place's. */
function SiteTime({ atMs, timeZone }: { atMs: number; timeZone: string }) {
  if (!isTimeZone(timeZone)) return <Trans>Unknown time zone {timeZone}</Trans>
  return <time className="sl-figures">{timeIn(atMs, timeZone, 'HH:mm:ss')}</time>
}
