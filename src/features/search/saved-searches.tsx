import { Trans, useLingui } from '@lingui/react/macro'
import IconBookmark from '@tabler/icons-react/dist/esm/icons/IconBookmark.mjs'
import { lazy, memo, Suspense } from 'react'
import { PopoverButton } from '../../ui/controls/popover-button.tsx'
import { Mantine } from '../../ui/theme/mantine.tsx'
import type { EventSearch } from './event-search.ts'

const SavedList = lazy(() => import('./saved-list.tsx').then(({ SavedList }) => ({ default: SavedList })))

interface SavedSearchesProps {
  search: EventSearch
  onOpen: (search: EventSearch) => void
}

/** Opens the searches that somebody has saved, and saves this one. Not drawn anew with each page of what is found. */
export const SavedSearches = memo(function SavedSearches({ search, onOpen }: SavedSearchesProps) {
  const { t } = useLingui()
  return (
    <PopoverButton
      label={t`Saved searches`}
      widthPx={320}
      face={
        <>
          <IconBookmark size={16} stroke={1.5} aria-hidden />
          <span>
            <Trans>Saved</Trans>
          </span>
        </>
      }
    >
      {(close) => (
        <Mantine>
          <Suspense>
            <SavedList
              search={search}
              onOpen={(saved) => {
                close()
                onOpen(saved)
              }}
            />
          </Suspense>
        </Mantine>
      )}
    </PopoverButton>
  )
})
