import { Trans } from '@lingui/react/macro'
import { useEffect } from 'react'
import type { WallGrid } from '#contract/calls/config/wall-grid.ts'
import { updateWhenQuiet } from '../../data/app/kiosk-update.ts'
import { Heading } from '../../ui/page/heading.tsx'
import { StatusLine } from './window/status-line.tsx'
import { Wall } from './wall/wall.tsx'
import classes from './live.module.css'

/** The wall of a viewing station: nothing to press, and new versions come by themselves. */
export function Kiosk({ grid }: { grid: WallGrid }) {
  useEffect(() => updateWhenQuiet(), [])
  return (
    <div className={classes['page']}>
      <Heading className="sl-unseen">
        <Trans>Video</Trans>
      </Heading>
      <div className={classes['body']}>
        <div className={classes['stage']}>
          <Wall grid={grid} isNarrow={false} />
        </div>
      </div>
      <StatusLine />
    </div>
  )
}
