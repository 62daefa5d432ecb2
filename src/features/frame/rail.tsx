import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Link, type LinkProps } from '@tanstack/react-router'
import IconBell from '@tabler/icons-react/dist/esm/icons/IconBell.mjs'
import IconDownload from '@tabler/icons-react/dist/esm/icons/IconDownload.mjs'
import IconDeviceCctv from '@tabler/icons-react/dist/esm/icons/IconDeviceCctv.mjs'
import IconHistory from '@tabler/icons-react/dist/esm/icons/IconHistory.mjs'
import IconLayoutSidebarLeftCollapse from '@tabler/icons-react/dist/esm/icons/IconLayoutSidebarLeftCollapse.mjs'
import IconLayoutSidebarLeftExpand from '@tabler/icons-react/dist/esm/icons/IconLayoutSidebarLeftExpand.mjs'
import IconSearch from '@tabler/icons-react/dist/esm/icons/IconSearch.mjs'
import IconServer2 from '@tabler/icons-react/dist/esm/icons/IconServer2.mjs'
import IconShieldLock from '@tabler/icons-react/dist/esm/icons/IconShieldLock.mjs'
import IconUserCircle from '@tabler/icons-react/dist/esm/icons/IconUserCircle.mjs'
import IconUsers from '@tabler/icons-react/dist/esm/icons/IconUsers.mjs'
import type { Icon } from '@tabler/icons-react'
import { useSnapshot } from 'valtio'
import type { MenuItem } from '#contract/calls/user/menu-tree.ts'
import { unreadAlarmsQuery } from '../../data/records/alarms.ts'
import { choices, choose } from '../../data/person/choices.ts'
import { downloadsDialog } from '../../data/records/downloads.ts'
import { useHoldsRight } from '../../data/person/roles.ts'
import { barNames, pageNames, type MenuPage } from '../../ui/page/page-names.ts'
import { useNarrow } from '../../ui/page/use-narrow.ts'
import classes from './frame.module.css'

const places: Record<MenuPage, { to: NonNullable<LinkProps['to']>; icon: Icon }> = {
  live: { to: '/live', icon: IconDeviceCctv },
  playback: { to: '/playback', icon: IconHistory },
  search: { to: '/search', icon: IconSearch },
  device: { to: '/device/index', icon: IconServer2 },
  users: { to: '/user/userlist', icon: IconUsers },
  privacySecurity: { to: '/privacySecurity', icon: IconShieldLock },
  alerts: { to: '/alerts', icon: IconBell },
  account: { to: '/account', icon: IconUserCircle },
}
const MOST_ON_BADGE = 99

/** What the address of a page asked for when the page was left, while that is kept: the menu leads back to it as it was. */
type SearchOf = (path: string) => object | undefined

/** The menu as the server gives it: a rail at the left, below 768 px a bar at the foot. */
export function Rail({ items, searchOf }: { items: readonly MenuItem[]; searchOf: SearchOf }) {
  const { t } = useLingui()
  const isOpen = useSnapshot(choices).rail === 'open'
  const toggle = () => choose({ rail: isOpen ? 'closed' : 'open' })
  const ToggleIcon = isOpen ? IconLayoutSidebarLeftCollapse : IconLayoutSidebarLeftExpand
  const toggleLabel = isOpen ? t`Hide the names of the pages` : t`Show the names of the pages`
  return (
    <nav className={classes['rail']} data-open={isOpen} aria-label={t`Main menu`}>
      <button
        type="button"
        className={classes['toggle']}
        onClick={toggle}
        aria-label={toggleLabel}
        aria-expanded={isOpen}
        data-tip={toggleLabel}
        data-tip-side="right"
      >
        <ToggleIcon size={20} stroke={1.5} aria-hidden />
      </button>
      {(['top', 'foot'] as const).map((place) => (
        <ul key={place} className={classes[place]}>
          {place === 'foot' && <DownloadsItem isOpen={isOpen} />}
          {items
            .filter((item) => item.place === place)
            .map((item) => (
              <RailItem key={item.page} page={item.page} isOpen={isOpen} search={searchOf(places[item.page].to)} />
            ))}
        </ul>
      ))}
    </nav>
  )
}

/** Opens the download dialog, which is no page. The bar at the foot of a narrow window has no place for it: there the account page has. */
function DownloadsItem({ isOpen }: { isOpen: boolean }) {
  const { t } = useLingui()
  const label = t`Downloads`
  // What is downloaded is what was recorded.
  if (!useHoldsRight('playback')) return null
  return (
    <li className={classes['wideOnly']}>
      <button
        type="button"
        className={classes['item']}
        onClick={() => (downloadsDialog.isOpen = true)}
        aria-label={label}
        aria-haspopup="dialog"
        data-tip={isOpen ? undefined : label}
        data-tip-side="right"
      >
        <IconDownload size={20} stroke={1.5} aria-hidden />
        <span className={classes['label']}>{label}</span>
      </button>
    </li>
  )
}

function RailItem({ page, isOpen, search }: { page: MenuPage; isOpen: boolean; search: object | undefined }) {
  const { i18n, t } = useLingui()
  const { data: unread } = useQuery({ ...unreadAlarmsQuery, enabled: page === 'alerts' })
  const { to, icon: PageIcon } = places[page]
  const label = i18n._(pageNames[page])
  const barName = useNarrow() ? barNames[page] : undefined
  const count = page === 'alerts' ? (unread?.count ?? 0) : 0
  return (
    <li>
      <Link
        to={to}
        search={search}
        className={classes['item']}
        activeOptions={{ includeSearch: false }}
        aria-label={count > 0 ? t`${label}, ${count} unread` : label}
        data-tip={isOpen ? undefined : label}
        data-tip-side="right"
      >
        <PageIcon size={20} stroke={1.5} aria-hidden />
        <span className={classes['label']}>{barName ? i18n._(barName) : label}</span>
        {count > 0 && (
          <span className={classes['badge']} aria-hidden>
            {count > MOST_ON_BADGE ? `${MOST_ON_BADGE}+` : count}
          </span>
        )}
      </Link>
    </li>
  )
}
