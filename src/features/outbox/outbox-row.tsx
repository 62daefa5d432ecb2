import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import type { OutboxItem } from '#contract/core-api.ts'
import { askCore } from '../../data/core/core.ts'
import { dropChange } from '../../data/app/outbox.ts'
import { Button } from '../../ui/controls/button.tsx'
import { errorText } from '../../ui/text/error-text.ts'
import { StatusDot, type Status } from '../../ui/controls/status-dot.tsx'
import { agoText, dateTimeText } from '../../ui/text/time-text.ts'
import { useNow } from '../../ui/text/use-now.ts'
import { changeText } from './change-text.ts'
import { Conflict } from './conflict.tsx'
import { DiscardChange } from './discard-change.tsx'
import classes from './outbox.module.css'

/** One change: what, when, how it stands, and what the person can do about it. */
export function OutboxRow({ item }: { item: OutboxItem }) {
  const { t, i18n } = useLingui()
  const now = useNow(10_000)
  const [isAsking, setAsking] = useState(false)
  const { state } = item
  const what = changeText(item)
  const dots: Record<OutboxItem['state']['kind'], { status: Status; word: string }> = {
    waiting: { status: 'offline', word: t`Waits for the service` },
    refused: { status: 'alarm', word: t`The service did not accept it` },
    conflict: { status: 'warning', word: t`Changed by somebody else meanwhile` },
  }
  const dot = dots[state.kind]
  return (
    <li className={classes['item']} data-state={state.kind} aria-label={what}>
      <div className={classes['line']}>
        <div className={classes['what']}>
          <h2>{what}</h2>
          <p>
            <span className={classes['state']}>
              <StatusDot status={dot.status} word={dot.word} hideWord />
              {dot.word}
            </span>
            <time className="sl-figures" title={dateTimeText(item.madeAtMs, i18n.locale)}>
              {agoText(now - item.madeAtMs, i18n.locale)}
            </time>
          </p>
        </div>
        <div className={classes['buttons']}>
          {state.kind === 'refused' && (
            <Button size="sm" onClick={() => void askCore('retryChange', item.id)}>
              <Trans>Try again</Trans>
            </Button>
          )}
          {state.kind === 'conflict' ? (
            <>
              <Button size="sm" onClick={() => void askCore('retryChange', item.id)}>
                <Trans>Use mine</Trans>
              </Button>
              <Button size="sm" variant="default" onClick={() => void dropChange(item.id)}>
                <Trans>Keep what is there now</Trans>
              </Button>
            </>
          ) : (
            <Button size="sm" variant="default" onClick={() => setAsking(true)}>
              <Trans>Discard</Trans>
            </Button>
          )}
        </div>
      </div>
      {state.kind === 'refused' && <p className={classes['reason']}>{errorText(state)}</p>}
      {state.kind === 'conflict' && <Conflict mine={state.mine} now={state.now} />}
      {isAsking && <DiscardChange id={item.id} what={what} onClose={() => setAsking(false)} />}
    </li>
  )
}
