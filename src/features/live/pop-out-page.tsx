import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { useSnapshot } from 'valtio'
import type { LayoutValue } from '#contract/calls/config/layout-value.ts'
import { channelsQuery } from '../../data/places/channels.ts'
import { Heading } from '../../ui/page/heading.tsx'
import { useNarrow } from '../../ui/page/use-narrow.ts'
import { fittedGrid, gridOf } from '../../lib/wall-grid.ts'
import { PtzPlace, type PtzParts } from './window/ptz-place.tsx'
import { useWallKeys } from './wall/use-wall-keys.ts'
import { onWallChange, wall } from './wall/wall-store.ts'
import { Wall } from './wall/wall.tsx'
import classes from './live.module.css'

const KeysSheet = lazy(() => import('./wall/keys-sheet.tsx').then(({ KeysSheet }) => ({ default: KeysSheet })))

/**
 * One camera, or a wall, in a browser window of its own: nothing but pictures and their tools. It keeps nothing, and closes when its last
 * camera is taken off.
 */
export function PopOutPage({ layout, ptz }: { layout: LayoutValue; ptz: PtzParts }) {
  const { t } = useLingui()
  const navigate = useNavigate()
  const isNarrow = useNarrow() && layout.splitNum > 1
  const grid = fittedGrid(gridOf(layout), useSnapshot(wall).stageRatio)
  const wallRef = useRef<HTMLDivElement>(null)
  const [isHelpOpen, setHelpOpen] = useState(false)
  const name = useNameOf(layout)
  useWallKeys(grid, isNarrow, { wall: wallRef, onHelp: () => setHelpOpen(true), onSearch: () => undefined, layout: () => layout })
  useEffect(
    () =>
      onWallChange(({ channels }) => {
        if (channels.some(Boolean)) return
        window.close()
        // Not closed: somebody has opened the address by hand.
        void navigate({ to: '/live' })
      }),
    [navigate],
  )
  return (
    <div className={classes['page']}>
      <Heading className="sl-unseen" pageName={name}>
        {name ?? t`Video`}
      </Heading>
      <div className={classes['body']}>
        <div className={classes['stage']}>
          <Wall ref={wallRef} grid={grid} isNarrow={isNarrow} />
        </div>
        <PtzPlace count={grid.cells.length} parts={ptz} />
      </div>
      {isHelpOpen && (
        <Suspense>
          <KeysSheet onClose={() => setHelpOpen(false)} />
        </Suspense>
      )}
    </div>
  )
}

/** The name of the camera, when there is only one place. */
function useNameOf({ splitNum, playChlList: [first] }: LayoutValue): string | undefined {
  const { data } = useQuery(channelsQuery)
  if (splitNum !== 1 || !first) return undefined
  return data?.channels.find(({ sn, chlIndex }) => sn === first.sn && chlIndex === first.chlIndex)?.channelName
}
