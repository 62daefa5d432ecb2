import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import IconChevronDown from '@tabler/icons-react/dist/esm/icons/IconChevronDown.mjs'
import IconLayoutGrid from '@tabler/icons-react/dist/esm/icons/IconLayoutGrid.mjs'
import { lazy, Suspense, useState } from 'react'
import { layoutsQuery } from '../../../data/places/layouts.ts'
import type { SplitName } from '../../../lib/wall-grid.ts'
import { PopoverButton } from '../../../ui/controls/popover-button.tsx'

const LayoutsPanel = lazy(() => import('./layouts-panel.tsx').then(({ LayoutsPanel }) => ({ default: LayoutsPanel })))
const TourForm = lazy(() => import('../tour/tour-form.tsx').then(({ TourForm }) => ({ default: TourForm })))

/** The layout that the wall shows, by name; opens the list of layouts. */
export function LayoutsButton({ split, layoutId }: { split: SplitName; layoutId: string | undefined }) {
  const { t } = useLingui()
  const [isOpen, setOpen] = useState(false)
  const [isMakingTour, setMakingTour] = useState(false)
  const { data } = useQuery({ ...layoutsQuery, enabled: isOpen || layoutId !== undefined })
  const shown = data?.configs.find(({ configId }) => configId === layoutId)
  return (
    <>
      <PopoverButton
        label={t`Layouts`}
        buttonLabel={shown && t`Layouts: ${shown.configName}`}
        widthPx={360}
        onToggle={setOpen}
        face={
          <>
            <IconLayoutGrid size={16} stroke={1.5} aria-hidden />
            <span title={shown?.configName}>{shown?.configName ?? t`Layouts`}</span>
            <IconChevronDown size={14} stroke={1.5} aria-hidden />
          </>
        }
      >
        {(close) => (
          <Suspense>
            <LayoutsPanel
              split={split}
              layoutId={layoutId}
              onClose={close}
              onNewTour={() => {
                close()
                setMakingTour(true)
              }}
            />
          </Suspense>
        )}
      </PopoverButton>
      {isMakingTour && (
        <Suspense>
          <TourForm onClose={() => setMakingTour(false)} />
        </Suspense>
      )}
    </>
  )
}
