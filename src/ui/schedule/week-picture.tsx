import { memo } from 'react'
import type { WeeklySchedule } from '#contract/weekly-schedule.ts'
import { weekDays } from './week-cells.ts'
import classes from './schedule.module.css'

const MINUTES_A_DAY = 1440
const ROW = 4

/** A schedule as a small picture: seven days below each other, Monday first, each from midnight to midnight. `text`: what it says in words. */
export const WeekPicture = memo(function WeekPicture({ schedule, text }: { schedule: WeeklySchedule; text: string }) {
  return (
    <svg className={classes['picture']} viewBox={`0 0 96 ${7 * ROW - 1}`} role="img" aria-label={text} preserveAspectRatio="none">
      <title>{text}</title>
      {weekDays.map((_day, row) => (
        <rect key={row} className={classes['empty']} x="0" y={row * ROW} width="96" height={ROW - 1} />
      ))}
      {schedule.map(({ day, fromMinute, toMinute }) => (
        <rect
          key={`${day} ${fromMinute}`}
          className={classes['on']}
          x={(fromMinute / MINUTES_A_DAY) * 96}
          y={weekDays.findIndex((one) => one === day) * ROW}
          width={((toMinute - fromMinute) / MINUTES_A_DAY) * 96}
          height={ROW - 1}
        />
      ))}
    </svg>
  )
})
