import { Trans, useLingui } from '@lingui/react/macro'
import { useLocation } from '@tanstack/react-router'
import IconDots from '@tabler/icons-react/dist/esm/icons/IconDots.mjs'
import IconDownload from '@tabler/icons-react/dist/esm/icons/IconDownload.mjs'
import { useState } from 'react'
import { downloadsDialog } from '../../data/records/downloads.ts'
import { useHoldsRight } from '../../data/person/roles.ts'
import { Dialog } from '../../ui/controls/dialog.tsx'
import type { MenuPage } from '../../ui/page/page-names.ts'
import { places, RailItem, type SearchOf } from './rail-item.tsx'
import classes from './frame.module.css'

/** The pages that the bar at the foot has no room for, in a sheet. */
export function MoreItem({ pages, searchOf }: { pages: readonly MenuPage[]; searchOf: SearchOf }) {
  const { t } = useLingui()
  const [isOpen, setOpen] = useState(false)
  const path = useLocation({ select: ({ pathname }) => pathname })
  const isThere = pages.some((page) => path.startsWith(places[page].to))
  const mayDownload = useHoldsRight('playback')
  const close = () => setOpen(false)
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
        <Dialog isSheet title={<Trans>More</Trans>} onClose={close}>
          <ul className={classes['more']}>
            {pages.map((page) => (
              <RailItem key={page} page={page} isOpen isInBar={false} search={searchOf(places[page].to)} onGo={close} />
            ))}
            {mayDownload && (
              <li>
                <button
                  type="button"
                  className={classes['item']}
                  onClick={() => {
                    close()
                    downloadsDialog.isOpen = true
                  }}
                >
                  <IconDownload size={20} stroke={1.5} aria-hidden />
                  <span className={classes['label']}>{t`Downloads`}</span>
                </button>
              </li>
            )}
          </ul>
        </Dialog>
      )}
    </li>
  )
}
