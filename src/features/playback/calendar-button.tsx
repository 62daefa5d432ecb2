import { useLingui } from '@lingui/react/macro'
import { useQueries } from '@tanstack/react-query'
import { useState } from 'react'
import type { PastPlace } from '#contract/recorded-media.ts'
import { dayBounds, dayIn, isTimeZone } from '#shared/time/zone.ts'
import { recordedDaysQuery } from '../../data/records/recorded.ts'
import { DayInput } from '../../ui/controls/day-input.tsx'
import { say } from '../../ui/notice/toast-store.ts'
import { wholeDayText } from '../../ui/text/time-text.ts'
import { overGap } from '../../ui/time-line/core/spans.ts'
import { ownZone } from '../../lib/own-zone.ts'
import { useClockSet, usePlaybackTime } from './deck.ts'
import type { NamedCamera } from './named-camera.ts'
import { pastOf, type Steering } from './steering.ts'
import classes from './playback.module.css'

interface CalendarProps {
  cameras: readonly NamedCamera[]
  from: PastPlace
  zone: string | undefined
  steering: Steering
}

/** The day that is seen; the calendar below it marks the days of which there is something. */
export function CalendarButton({ cameras, from, zone: siteZone, steering }: CalendarProps) {
  const { t, i18n } = useLingui()
  const zone = siteZone !== undefined && isTimeZone(siteZone) ? siteZone : ownZone()
  const isClockSet = useClockSet()
  const today = dayIn(usePlaybackTime(), zone)
  const [turned, setTurned] = useState<string>()
  const month = turned ?? today.slice(0, 'YYYY-MM'.length)
  const recordedDays = useQueries({
    queries: isClockSet ? cameras.map((camera) => recordedDaysQuery(camera, from, month, zone)) : [],
    combine: (answers) => new Set(answers.flatMap(({ data }) => data?.days ?? [])),
  })
  const goTo = (day: string) => {
    const { fromMs, toMs } = dayBounds(day, zone)
    const past = steering.known && pastOf(steering.known)
    if (past && (toMs <= past.fromMs || fromMs >= past.toMs)) {
      const [begin, end] = [wholeDayText(past.fromMs, i18n.locale, zone), wholeDayText(past.toMs - 1, i18n.locale, zone)]
      return say('error', t`What was recorded from ${begin} to ${end} can be seen here.`)
    }
    const first = steering.known && overGap(steering.known.recorded, fromMs)
    steering.seek(first !== undefined && first < toMs ? first : fromMs)
  }
  return (
    <div className={classes['calendar']}>
      {isClockSet && (
        <DayInput
          label={t`Day`}
          isLabelHidden
          value={today}
          marked={{ days: recordedDays, word: t`Recorded` }}
          onMonth={setTurned}
          onChange={goTo}
        />
      )}
    </div>
  )
}
