import { useLingui } from '@lingui/react/macro'
import { useId, useState, type FormEvent } from 'react'
import { lengths } from '#contract/limits.ts'
import { readTime, type TimeRefusal } from './core/typed-time.ts'
import type { Span } from './core/view.ts'
import type { Stage } from './stage.ts'
import classes from './time-line-foot.module.css'

/** A time to go to, as somebody writes it; today is the day on which the line ends. What is no time is told in a sentence, and stays to be mended. */
export function TimeField({ stage, bounds, zone }: { stage: Stage; bounds: Span; zone: string }) {
  const { t, i18n } = useLingui()
  const [text, setText] = useState('')
  const [said, setSaid] = useState<TimeRefusal | 'twice'>()
  const id = useId()
  const sentences: Record<TimeRefusal | 'twice', string> = {
    unknown: t`That is no time: write 14:05:30, or yesterday 22:00, or 2026-11-24 14:05.`,
    'no-such-day': t`There is no such day.`,
    skipped: t`The clocks were put on and never showed that time.`,
    outside: t`That is outside of what this line shows.`,
    twice: t`The clocks showed that time twice; this is the first.`,
  }

  function onSubmit(event: FormEvent) {
    event.preventDefault()
    const time = readTime(text, { zone, locale: i18n.locale, aroundMs: stage.headMs, nowMs: bounds.toMs, bounds })
    if ('refusal' in time) return setSaid(time.refusal)
    setSaid(time.isTwice ? 'twice' : undefined)
    setText('')
    stage.seek(time.atMs)
    stage.showHead()
  }
  const isWrong = said !== undefined && said !== 'twice'
  return (
    <form className={classes['time']} onSubmit={onSubmit}>
      <input
        type="text"
        value={text}
        size={18}
        maxLength={lengths.search}
        placeholder={t`Go to 14:05:30`}
        aria-label={t`Go to a time`}
        aria-invalid={isWrong || undefined}
        aria-describedby={said && id}
        onChange={(event) => {
          setText(event.target.value)
          setSaid(undefined)
        }}
      />
      {said && (
        <span id={id} role="alert" data-wrong={isWrong}>
          {sentences[said]}
        </span>
      )}
    </form>
  )
}
