import { Popover } from '@mantine/core'
import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import IconChevronDown from '@tabler/icons-react/dist/esm/icons/IconChevronDown.mjs'
import IconLayoutGrid from '@tabler/icons-react/dist/esm/icons/IconLayoutGrid.mjs'
import { lazy, Suspense, useState } from 'react'
import type { Split } from '#contract/calls/config/user-config.ts'
import { layoutsQuery } from '../../data/layouts.ts'
import classes from './layouts.module.css'

const LayoutsPanel = lazy(() => import('./layouts-panel.tsx').then(({ LayoutsPanel }) => ({ default: LayoutsPanel })))

/** The layout that the wall shows, by name; opens the list of layouts. */
export function LayoutsButton({ split, layoutId }: { split: Split; layoutId: string | undefined }) {
  const { t } = useLingui()
  const [isOpen, setOpen] = useState(false)
  const { data } = useQuery({ ...layoutsQuery, enabled: isOpen || layoutId !== undefined })
  const shown = data?.configs.find(({ configId }) => configId === layoutId)
  return (
    <Popover opened={isOpen} onChange={setOpen} position="bottom-start" width={336} offset={4} trapFocus returnFocus withinPortal transitionProps={{ duration: 120 }}>
      <Popover.Target>
        <button type="button" className={classes['button']} aria-label={t`Layouts`} onClick={() => setOpen(!isOpen)}>
          <IconLayoutGrid size={16} stroke={1.5} aria-hidden />
          <span>{shown?.configName ?? t`Layouts`}</span>
          <IconChevronDown size={14} stroke={1.5} aria-hidden />
        </button>
      </Popover.Target>
      <Popover.Dropdown className={classes['dropdown']} aria-label={t`Layouts`}>
        <Suspense>
          <LayoutsPanel split={split} layoutId={layoutId} onClose={() => setOpen(false)} />
        </Suspense>
      </Popover.Dropdown>
    </Popover>
  )
}
