import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import IconChevronDown from '@tabler/icons-react/dist/esm/icons/IconChevronDown.mjs'
import IconLayoutGrid from '@tabler/icons-react/dist/esm/icons/IconLayoutGrid.mjs'
import { lazy, Suspense, useId, useRef, useState, type ToggleEvent } from 'react'
import { layoutsQuery } from '../../../data/places/layouts.ts'
import type { SplitName } from '../../../lib/wall-grid.ts'
import classes from './layouts.module.css'

const LayoutsPanel = lazy(() => import('./layouts-panel.tsx').then(({ LayoutsPanel }) => ({ default: LayoutsPanel })))
const TourForm = lazy(() => import('../tour/tour-form.tsx').then(({ TourForm }) => ({ default: TourForm })))
const GAP_PX = 4
const EDGE_PX = 8
const WIDTH_PX = 360

/** The layout that the wall shows, by name; opens the list of layouts (the browser's own popover: Escape and a press outside close it). */
export function LayoutsButton({ split, layoutId }: { split: SplitName; layoutId: string | undefined }) {
  const { t } = useLingui()
  const [isOpen, setOpen] = useState(false)
  const [isMakingTour, setMakingTour] = useState(false)
  const id = useId()
  const button = useRef<HTMLButtonElement>(null)
  const panel = useRef<HTMLDivElement>(null)
  const { data } = useQuery({ ...layoutsQuery, enabled: isOpen || layoutId !== undefined })
  const shown = data?.configs.find(({ configId }) => configId === layoutId)

  function onBeforeToggle(event: ToggleEvent<HTMLDivElement>) {
    const box = button.current?.getBoundingClientRect()
    if (event.newState !== 'open' || !box) return
    event.currentTarget.style.top = `${box.bottom + GAP_PX}px`
    // In words of the page's width, which may change meanwhile.
    event.currentTarget.style.left = `max(${EDGE_PX}px, min(${box.left}px, 100vw - ${WIDTH_PX + EDGE_PX}px))`
  }
  return (
    <>
      <button ref={button} type="button" className={classes['button']} aria-label={t`Layouts`} popoverTarget={id}>
        <IconLayoutGrid size={16} stroke={1.5} aria-hidden />
        <span title={shown?.configName}>{shown?.configName ?? t`Layouts`}</span>
        <IconChevronDown size={14} stroke={1.5} aria-hidden />
      </button>
      <div
        ref={panel}
        id={id}
        popover="auto"
        role="dialog"
        aria-label={t`Layouts`}
        className={classes['dropdown']}
        style={{ width: WIDTH_PX }}
        onBeforeToggle={onBeforeToggle}
        onToggle={(event) => setOpen(event.newState === 'open')}
      >
        {isOpen && (
          <Suspense>
            <LayoutsPanel
              split={split}
              layoutId={layoutId}
              onClose={() => panel.current?.hidePopover()}
              onNewTour={() => {
                panel.current?.hidePopover()
                setMakingTour(true)
              }}
            />
          </Suspense>
        )}
      </div>
      {isMakingTour && (
        <Suspense>
          <TourForm onClose={() => setMakingTour(false)} />
        </Suspense>
      )}
    </>
  )
}
