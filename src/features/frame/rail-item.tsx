import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Link, type LinkProps } from '@tanstack/react-router'
import IconArchive from '@tabler/icons-react/dist/esm/icons/IconArchive.mjs'
import IconBell from '@tabler/icons-react/dist/esm/icons/IconBell.mjs'
import IconBuilding from '@tabler/icons-react/dist/esm/icons/IconBuilding.mjs'
import IconCar from '@tabler/icons-react/dist/esm/icons/IconCar.mjs'
import IconDeviceCctv from '@tabler/icons-react/dist/esm/icons/IconDeviceCctv.mjs'
import IconBellCog from '@tabler/icons-react/dist/esm/icons/IconBellCog.mjs'
import IconDeviceRemote from '@tabler/icons-react/dist/esm/icons/IconDeviceRemote.mjs'
import IconHeartRateMonitor from '@tabler/icons-react/dist/esm/icons/IconHeartRateMonitor.mjs'
import IconHistory from '@tabler/icons-react/dist/esm/icons/IconHistory.mjs'
import IconMap2 from '@tabler/icons-react/dist/esm/icons/IconMap2.mjs'
import IconSearch from '@tabler/icons-react/dist/esm/icons/IconSearch.mjs'
import IconServer2 from '@tabler/icons-react/dist/esm/icons/IconServer2.mjs'
import IconShieldLock from '@tabler/icons-react/dist/esm/icons/IconShieldLock.mjs'
import IconUserCircle from '@tabler/icons-react/dist/esm/icons/IconUserCircle.mjs'
import IconUsers from '@tabler/icons-react/dist/esm/icons/IconUsers.mjs'
import type { Icon } from '@tabler/icons-react'
import { healthInMenuQuery } from '../../data/organization/health.ts'
import { unreadAlarmsQuery } from '../../data/records/unread-alarms.ts'
import { barNames, pageNames, type MenuPage } from '../../ui/page/page-names.ts'
import { UnreadBadge } from './unread-badge.tsx'
import classes from './frame.module.css'

/** Where the pages of the menu are, and how they are drawn. */
export const places: Record<MenuPage, { to: NonNullable<LinkProps['to']>; icon: Icon }> = {
  live: { to: '/live', icon: IconDeviceCctv },
  playback: { to: '/playback', icon: IconHistory },
  search: { to: '/search', icon: IconSearch },
  map: { to: '/map', icon: IconMap2 },
  vehicle: { to: '/vehicle', icon: IconCar },
  archives: { to: '/archives', icon: IconArchive },
  sites: { to: '/settings/site/sitelist', icon: IconBuilding },
  device: { to: '/device/index', icon: IconServer2 },
  users: { to: '/user/userlist', icon: IconUsers },
  settings: { to: '/settings/alarmrules', icon: IconBellCog },
  service: { to: '/service', icon: IconHeartRateMonitor },
  privacySecurity: { to: '/privacySecurity', icon: IconShieldLock },
  remote: { to: '/remote', icon: IconDeviceRemote },
  alerts: { to: '/alerts', icon: IconBell },
  account: { to: '/account', icon: IconUserCircle },
}

/** What the address of a page asked for when the page was left, while that is kept: the menu leads back to it as it was. */
export type SearchOf = (path: string) => object | undefined

/** A page of the menu. `isInBar`: with the short name that the bar at the foot has room for. */
export function RailItem({
  page,
  isOpen,
  isInBar,
  search,
  onGo,
}: {
  page: MenuPage
  isOpen: boolean
  isInBar: boolean
  search: object | undefined
  onGo?: () => void
}) {
  const { i18n, t } = useLingui()
  const { data: unread } = useQuery({ ...unreadAlarmsQuery, enabled: page === 'alerts' })
  const { data: health } = useQuery({ ...healthInMenuQuery, enabled: page === 'service' })
  const { to, icon: PageIcon } = places[page]
  const name = i18n._(pageNames[page])
  const isToDo = page === 'service' && (health?.toDo ?? 0) > 0
  const label = isToDo ? t`${name}, something is to be done` : name
  const barName = isInBar ? barNames[page] : undefined
  const count = page === 'alerts' ? (unread?.count ?? 0) : 0
  return (
    <li>
      <Link
        to={to}
        search={search}
        onClick={onGo}
        className={classes['item']}
        activeOptions={{ includeSearch: false }}
        aria-label={count > 0 ? t`${label}, ${count} unread` : label}
        data-tip={isOpen ? undefined : name}
        data-tip-side="right"
      >
        <PageIcon size={20} stroke={1.5} aria-hidden />
        <span className={classes['label']}>{barName ? i18n._(barName) : name}</span>
      </Link>
      {isToDo && <span className={classes['toDo']} aria-hidden />}
      {count > 0 && <UnreadBadge count={count} />}
    </li>
  )
}
