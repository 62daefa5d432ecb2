import { Trans, useLingui } from '@lingui/react/macro'
import { useLayoutEffect, useRef, useState } from 'react'
import type { HandlingStep } from '#contract/calls/event/alarm-handling.ts'
import type { Alarm } from '#contract/calls/event/alarm.ts'
import { Button } from '../../ui/controls/button.tsx'
import { usePlainKeys } from '../../ui/page/use-plain-keys.ts'
import { dateTimeText } from '../../ui/text/time-text.ts'
import { AssignForm } from './assign-form.tsx'
import { handle } from './handle.ts'
import { alarmStateNames } from '../../ui/text/alarm-names.ts'
import { NoteForm } from './note-form.tsx'
import classes from './panel.module.css'

/** How far people have come with an alarm, what can be done about it, by keys as well, and what was done. */
export function HandlingPart({ alarm, history }: { alarm: Alarm; history: readonly HandlingStep[] }) {
  const { i18n } = useLingui()
  const [isAssigning, setAssigning] = useState(false)
  const [isNoting, setNoting] = useState<string>()
  const section = useRef<HTMLElement>(null)
  const stateLine = useRef<HTMLParagraphElement>(null)
  const { state, assignee, byName, atMs } = alarm.handling
  const set = (to: Alarm['handling']['state']) => void handle([alarm], { state: to })
  usePlainKeys(
    {
      a: state === 'acknowledged' ? undefined : () => set('acknowledged'),
      f: state === 'false-alarm' ? undefined : () => set('false-alarm'),
      o: state === 'open' ? undefined : () => set('open'),
      g: () => setAssigning(true),
      n: () => setNoting(alarm.alarmId),
    },
    section,
  )
  // The button that was pressed is gone: the focus goes to what came of it, not to another button, which a second press would do.
  const stateBefore = useRef(state)
  useLayoutEffect(() => {
    if (state !== stateBefore.current && document.activeElement === document.body) stateLine.current?.focus()
    stateBefore.current = state
  }, [state])
  return (
    <section ref={section} className={classes['part']}>
      <h3>
        <Trans>Handling</Trans>
      </h3>
      <p ref={stateLine} className={classes['state']} role="status" tabIndex={-1}>
        {i18n._(alarmStateNames[state])}
        {byName !== null && atMs !== null && (
          <>
            {' '}
            <small>
              <Trans>
                last by {byName}, {dateTimeText(atMs, i18n.locale)}
              </Trans>
            </small>
          </>
        )}
        {assignee && (
          <>
            <br />
            <Trans>Assigned to {assignee.name}</Trans>
          </>
        )}
      </p>
      <div className={classes['actions']}>
        {state !== 'acknowledged' && (
          <Button onClick={() => set('acknowledged')} rightSection={<kbd aria-hidden>A</kbd>} aria-keyshortcuts="a">
            <Trans>Acknowledge</Trans>
          </Button>
        )}
        {state !== 'false-alarm' && (
          <Button variant="default" onClick={() => set('false-alarm')} rightSection={<kbd aria-hidden>F</kbd>} aria-keyshortcuts="f">
            <Trans>False alarm</Trans>
          </Button>
        )}
        {state !== 'open' && (
          <Button variant="default" onClick={() => set('open')} rightSection={<kbd aria-hidden>O</kbd>} aria-keyshortcuts="o">
            <Trans>Open again</Trans>
          </Button>
        )}
        <Button variant="default" onClick={() => setAssigning(true)} rightSection={<kbd aria-hidden>G</kbd>} aria-keyshortcuts="g">
          {assignee ? <Trans>Assign to another</Trans> : <Trans>Assign</Trans>}
        </Button>
      </div>
      <NoteForm
        key={alarm.alarmId}
        alarm={alarm}
        isTyping={isNoting === alarm.alarmId}
        onType={(isTyping) => setNoting(isTyping ? alarm.alarmId : undefined)}
      />
      {history.length > 0 && <History steps={history} />}
      {isAssigning && <AssignForm alarms={[alarm]} onClose={() => setAssigning(false)} />}
    </section>
  )
}

function History({ steps }: { steps: readonly HandlingStep[] }) {
  const { t, i18n } = useLingui()
  return (
    <ol className={classes['history']} aria-label={t`What was done`} tabIndex={0}>
      {steps.map((step) => (
        <li key={step.version}>
          {step.state && <span>{i18n._(alarmStateNames[step.state])}</span>}
          {step.assigneeName === null && <Trans>Assigned to nobody</Trans>}
          {step.assigneeName && <Trans>Assigned to {step.assigneeName}</Trans>}
          {step.note === '' && <Trans>Note removed</Trans>}
          {step.note && <q>{step.note}</q>}
          <small className="sl-figures">
            {step.byName}, {dateTimeText(step.atMs, i18n.locale)}
          </small>
        </li>
      ))}
    </ol>
  )
}
