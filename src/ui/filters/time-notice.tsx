import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { Button } from '../controls/button.tsx'
import { Notice } from '../notice/notice.tsx'
import type { Drawing } from '../page/drawings.tsx'
import type { TimeChoice } from './time-presets.ts'
import classes from './filters.module.css'

interface TimeNoticeProps {
  drawing: Drawing
  /** What is wrong with the time. */
  trouble: ReactNode
  /** Opens the filters. */
  onFilter: () => void
  onChange: (change: TimeChoice) => void
}

/** In the place of a list that is not asked for, because of the span of time in its filters: what is wrong with it, and the ways out. */
export function TimeNotice({ drawing, trouble, onFilter, onChange }: TimeNoticeProps) {
  return (
    <Notice
      drawing={drawing}
      title={<Trans>The span of time in the filters cannot be shown.</Trans>}
      step={
        <div className={classes['ways']}>
          <Button onClick={onFilter}>
            <Trans>Change the filters</Trans>
          </Button>
          <Button variant="default" onClick={() => onChange({ from: undefined, until: undefined })}>
            <Trans>Show all times</Trans>
          </Button>
        </div>
      }
    >
      {trouble}
    </Notice>
  )
}
