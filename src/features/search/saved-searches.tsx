import { Trans, useLingui } from '@lingui/react/macro'
import IconBookmark from '@tabler/icons-react/dist/esm/icons/IconBookmark.mjs'
import { lazy, Suspense, useId, useRef, useState, type ToggleEvent } from 'react'
import { Mantine } from '../../ui/theme/mantine.tsx'
import type { EventSearch } from './event-search.ts'
import classes from './saved.module.css'

const SavedList = lazy(() => import('./saved-list.tsx').then(({ SavedList }) => ({ default: SavedList })))
const GAP_PX = 4
const EDGE_PX = 8
const WIDTH_PX = 320

/** Opens the searches that somebody has saved, and saves this one. */
export function SavedSearches({ search, onOpen }: { search: EventSearch; onOpen: (search: EventSearch) => void }) {
  const { t } = useLingui()
  const [isOpen, setOpen] = useState(false)
  const id = useId()
  const button = useRef<HTMLButtonElement>(null)
  const panel = useRef<HTMLDivElement>(null)
  function onBeforeToggle(event: ToggleEvent<HTMLDivElement>) {
    const box = button.current?.getBoundingClientRect()
    if (event.newState !== 'open' || !box) return
    event.currentTarget.style.top = `${box.bottom + GAP_PX}px`
    event.currentTarget.style.left = `max(${EDGE_PX}px, min(${box.left}px, 100vw - ${WIDTH_PX + EDGE_PX}px))`
  }
  return (
    <>
      <button ref={button} type="button" className={classes['button']} popoverTarget={id} aria-expanded={isOpen} aria-haspopup="dialog">
        <IconBookmark size={16} stroke={1.5} aria-hidden />
        <span>
          <Trans>Saved</Trans>
        </span>
      </button>
      <div
        ref={panel}
        id={id}
        popover="auto"
        role="dialog"
        aria-label={t`Saved searches`}
        className={classes['dropdown']}
        style={{ width: WIDTH_PX }}
        onBeforeToggle={onBeforeToggle}
        onToggle={(event) => setOpen(event.newState === 'open')}
      >
        {isOpen && (
          <Mantine>
            <Suspense>
              <SavedList
                search={search}
                onOpen={(saved) => {
                  panel.current?.hidePopover()
                  onOpen(saved)
                }}
              />
            </Suspense>
          </Mantine>
        )}
      </div>
    </>
  )
}
