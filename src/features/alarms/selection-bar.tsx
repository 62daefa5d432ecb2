import { Plural, Trans, useLingui } from '@lingui/react/macro'
import IconX from '@tabler/icons-react/dist/esm/icons/IconX.mjs'
import { lazy, Suspense, useState } from 'react'
import type { Alarm } from '#contract/calls/event/alarm.ts'
import { markAlarmsRead } from '../../data/records/alarms.ts'
import { Button } from '../../ui/controls/button.tsx'
import { IconButton } from '../../ui/controls/icon-button.tsx'
import { handle } from './handle.ts'
import classes from './alarms.module.css'

const AssignForm = lazy(() => import('./assign-form.tsx').then(({ AssignForm }) => ({ default: AssignForm })))

/** How many alarms are chosen, and what can be done with all of them. */
export function SelectionBar({ alarms, onClear }: { alarms: readonly Alarm[]; onClear: () => void }) {
  const { t } = useLingui()
  const [isAssigning, setAssigning] = useState(false)
  const unread = alarms.filter(({ isRead }) => !isRead).map(({ alarmId }) => alarmId)
  const open = alarms.filter(({ handling }) => handling.state === 'open')
  async function done(work: Promise<unknown>) {
    onClear()
    await work
  }
  return (
    <div className={classes['chosen']} role="group" aria-label={t`What is chosen`}>
      <span className="sl-figures" role="status">
        <Plural value={alarms.length} one="# alarm chosen" other="# alarms chosen" />
      </span>
      <Button size="compact-md" disabled={open.length === 0} onClick={() => void done(handle(open, { state: 'acknowledged' }))}>
        <Trans>Acknowledge</Trans>
      </Button>
      <Button variant="default" size="compact-md" onClick={() => void done(handle(alarms, { state: 'false-alarm' }))}>
        <Trans>False alarm</Trans>
      </Button>
      <Button variant="default" size="compact-md" onClick={() => setAssigning(true)}>
        <Trans>Assign</Trans>
      </Button>
      <Button variant="default" size="compact-md" disabled={unread.length === 0} onClick={() => void done(markAlarmsRead(unread))}>
        <Trans>Mark as read</Trans>
      </Button>
      <IconButton label={t`Choose none`} hotkey="Esc" onClick={onClear}>
        <IconX size={16} stroke={1.5} aria-hidden />
      </IconButton>
      <Suspense>{isAssigning && <AssignForm alarms={alarms} onClose={() => setAssigning(false)} />}</Suspense>
    </div>
  )
}
