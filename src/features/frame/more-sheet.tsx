import { Trans, useLingui } from '@lingui/react/macro'
import IconDownload from '@tabler/icons-react/dist/esm/icons/IconDownload.mjs'
import { downloadsDialog } from '../../data/records/downloads.ts'
import { useHoldsRight } from '../../data/person/roles.ts'
import { Dialog } from '../../ui/controls/dialog.tsx'
import type { MenuPage } from '../../ui/page/page-names.ts'
import { places, RailItem, type SearchOf } from './rail-item.tsx'
import classes from './frame.module.css'

export interface MoreSheetProps {
  pages: readonly MenuPage[]
  searchOf: SearchOf
  onClose: () => void
}

/** The pages that the bar at the foot has no room for, and the downloads. */
export function MoreSheet({ pages, searchOf, onClose }: MoreSheetProps) {
  const { t } = useLingui()
  const mayDownload = useHoldsRight('playback')
  return (
    <Dialog isSheet title={<Trans>More</Trans>} onClose={onClose}>
      <ul className={classes['more']}>
        {pages.map((page) => (
          <RailItem key={page} page={page} isOpen isInBar={false} search={searchOf(places[page].to)} onGo={onClose} />
        ))}
        {mayDownload && (
          <li>
            <button
              type="button"
              className={classes['item']}
              onClick={() => {
                onClose()
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
  )
}
