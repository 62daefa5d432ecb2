import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { lazy, Suspense, useId, useRef, useState } from 'react'
import classes from './frame.module.css'

const UnreadList = lazy(() => import('./unread-list.tsx').then(({ UnreadList }) => ({ default: UnreadList })))

const MOST_ON_BADGE = 99

/** How many alarms are unread; a press shows the latest of them, on whichever page one is. */
export function UnreadBadge({ count }: { count: number }) {
  const { t } = useLingui()
  const id = useId()
  const list = useRef<HTMLDivElement>(null)
  const [isOpen, setOpen] = useState(false)
  const label = plural(count, { one: 'The latest of # unread alarm', other: 'The latest of # unread alarms' })
  return (
    <>
      <button
        type="button"
        className={classes['badge']}
        popoverTarget={id}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        aria-label={label}
      >
        <span aria-hidden>{count > MOST_ON_BADGE ? `${MOST_ON_BADGE}+` : count}</span>
      </button>
      <div
        ref={list}
        id={id}
        popover="auto"
        role="dialog"
        aria-label={t`Latest unread alarms`}
        className={classes['latest']}
        onToggle={({ newState }) => setOpen(newState === 'open')}
      >
        <Suspense>{isOpen && <UnreadList onGo={() => list.current?.hidePopover()} />}</Suspense>
      </div>
    </>
  )
}
