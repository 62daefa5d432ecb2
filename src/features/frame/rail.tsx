import { useLingui } from '@lingui/react/macro'
import IconDownload from '@tabler/icons-react/dist/esm/icons/IconDownload.mjs'
import IconLayoutSidebarLeftCollapse from '@tabler/icons-react/dist/esm/icons/IconLayoutSidebarLeftCollapse.mjs'
import IconLayoutSidebarLeftExpand from '@tabler/icons-react/dist/esm/icons/IconLayoutSidebarLeftExpand.mjs'
import { useSnapshot } from 'valtio'
import type { MenuItem } from '#contract/calls/user/menu-tree.ts'
import { choices, choose } from '../../data/person/choices.ts'
import { downloadsDialog } from '../../data/records/downloads.ts'
import { useHoldsRight } from '../../data/person/roles.ts'
import type { MenuPage } from '../../ui/page/page-names.ts'
import { useNarrow, useWide } from '../../ui/page/use-narrow.ts'
import { MoreItem } from './more-item.tsx'
import { places, RailItem, type SearchOf } from './rail-item.tsx'
import classes from './frame.module.css'

/** As many have room beside each other on the narrowest of screens. */
const MOST_IN_BAR = 5
/** Those that stay in the bar where there are more: one place is for the rest. */
const onTheWay: ReadonlySet<MenuPage> = new Set(['live', 'playback', 'search', 'alerts'])

interface RailProps {
  items: readonly MenuItem[]
  searchOf: SearchOf
}

/** The menu as the server gives it: a rail at the left, below 768 px a bar at the foot, of the pages that a guard needs on the way, and the rest. */
export function Rail(props: RailProps) {
  return useNarrow() ? <Bar {...props} /> : <WideRail {...props} />
}

function Bar({ items, searchOf }: RailProps) {
  const { t } = useLingui()
  const pages = items.map(({ page }) => page)
  const inBar = pages.length > MOST_IN_BAR ? pages.filter((page) => onTheWay.has(page)) : pages
  const rest = pages.filter((page) => !inBar.includes(page))
  return (
    <nav className={classes['rail']} aria-label={t`Main menu`}>
      <ul>
        {inBar.map((page) => (
          <RailItem key={page} page={page} isOpen={false} isInBar search={searchOf(places[page].to)} />
        ))}
        {rest.length > 0 && <MoreItem pages={rest} searchOf={searchOf} />}
      </ul>
    </nav>
  )
}

function WideRail({ items, searchOf }: RailProps) {
  const { t } = useLingui()
  const isWide = useWide()
  const { rail } = useSnapshot(choices)
  // Whoever has not chosen yet does not know the icons.
  const isOpen = rail === undefined ? isWide : rail === 'open'
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
              <RailItem key={item.page} page={item.page} isOpen={isOpen} isInBar={false} search={searchOf(places[item.page].to)} />
            ))}
        </ul>
      ))}
    </nav>
  )
}

/** Opens the download dialog, which is no page. In narrow windows the other pages of the bar at the foot have it with them. */
function DownloadsItem({ isOpen }: { isOpen: boolean }) {
  const { t } = useLingui()
  const label = t`Downloads`
  // What is downloaded is what was recorded.
  if (!useHoldsRight('playback')) return null
  return (
    <li>
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
