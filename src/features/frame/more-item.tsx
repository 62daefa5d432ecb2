import { useLingui } from '@lingui/react/macro'
import { useLocation } from '@tanstack/react-router'
import IconDots from '@tabler/icons-react/dist/esm/icons/IconDots.mjs'
import { lazy, Suspense, useState } from 'react'
import type { MoreSheetProps } from './more-sheet.tsx'
import { places } from './rail-item.tsx'
import classes from './frame.module.css'

const MoreSheet = lazy(() => import('./more-sheet.tsx').then(({ MoreSheet }) => ({ default: MoreSheet })))

/** The last place of the bar at the foot: it opens a sheet with the pages that there is no room for. */
export function MoreItem({ pages, searchOf }: Omit<MoreSheetProps, 'onClose'>) {
  const { t } = useLingui()
  const [isOpen, setOpen] = useState(false)
  const path = useLocation({ select: ({ pathname }) => pathname })
  const isThere = pages.some((page) => path.startsWith(places[page].to))
  return (
    <li>
      <button
        type="button"
        className={classes['item']}
        onClick={() => setOpen(true)}
        aria-haspopup="dialog"
        aria-current={isThere || undefined}
      >
        <IconDots size={20} stroke={1.5} aria-hidden />
        <span className={classes['label']}>{t`More`}</span>
      </button>
      {isOpen && (
        <Suspense>
          <MoreSheet pages={pages} searchOf={searchOf} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </li>
  )
}
