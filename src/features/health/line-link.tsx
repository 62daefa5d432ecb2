import { Trans } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import type { HealthKind, HealthLine } from '#contract/calls/health/health-line.ts'
import { DAY_MS } from '#shared/time/day.ts'
import { useHoldsRight } from '../../data/person/roles.ts'
import settings from '../../ui/page/settings.module.css'

/** What the settings of the device tell more of, which only who may configure opens. */
const ofStorage: ReadonlySet<HealthKind> = new Set<HealthKind>([
  'disk-failed',
  'disk-failing',
  'disk-warning',
  'disk-unformatted',
  'disk-full',
  'disk-slow',
  'card-failed',
  'raid-failed',
  'raid-degraded',
  'raid-rebuilding',
])

/** Leads to where something is done about a line; nothing where that is not in the app. */
export function LineLink({ line: { kind, sn, siteId, sinceMs }, about }: { line: HealthLine; about: string }) {
  const common = { className: settings['go'], 'aria-description': about }
  const mayConfigure = useHoldsRight('configure')
  if (sn !== undefined && mayConfigure && ofStorage.has(kind))
    return (
      <Link to="/device/settings" search={{ device: sn, section: 'storage' }} {...common}>
        <Trans>Open its storage</Trans>
      </Link>
    )
  if (sn !== undefined)
    return (
      <Link to="/device/index" search={{ search: sn, device: sn }} {...common}>
        <Trans>Open the device</Trans>
      </Link>
    )
  if (kind === 'site-offline')
    return (
      <Link to="/map" search={{ site: siteId }} {...common}>
        <Trans>Show on the map</Trans>
      </Link>
    )
  if (kind === 'alarms-open')
    return (
      <Link
        to="/alerts"
        search={{ states: ['open'], sites: siteId === undefined ? undefined : [siteId], from: sinceMs, until: sinceMs && sinceMs + DAY_MS }}
        {...common}
      >
        <Trans>Open the alarms</Trans>
      </Link>
    )
  if (kind === 'cloud-ending')
    return (
      <Link to="/service/serviceCloudstorage/purchase" {...common}>
        <Trans>Open cloud storage</Trans>
      </Link>
    )
  if (kind === 'licence-missing' || kind === 'licence-ending')
    return (
      <Link to="/service/servicelicense/list" {...common}>
        <Trans>Open the licence</Trans>
      </Link>
    )
  if (kind === 'mail-waiting' || kind === 'mail-spent')
    return (
      <Link to="/settings/alarmrules/general-alarm-rule" {...common}>
        <Trans>Open the alarm rules</Trans>
      </Link>
    )
  if (kind === 'version-behind')
    return (
      <Link to="/device/index" {...common}>
        <Trans>Open the devices</Trans>
      </Link>
    )
  return null
}
