import { useEffect } from 'react'
import type { Split } from '#contract/calls/config/user-config.ts'
import { updateWhenQuiet } from '../../data/kiosk-update.ts'
import { StatusLine } from './status-line.tsx'
import { Wall } from './wall.tsx'
import classes from './live.module.css'

/** The wall of a viewing station: nothing to press, and new versions come by themselves. */
export function Kiosk({ split }: { split: Split }) {
  useEffect(() => updateWhenQuiet(), [])
  return (
    <div className={classes['page']}>
      <div className={classes['body']}>
        <div className={classes['stage']}>
          <Wall split={split} isNarrow={false} />
        </div>
      </div>
      <StatusLine />
    </div>
  )
}
