import '@mantine/core/styles/Popover.layer.css'
// Before those of the days, which are such buttons: the chosen one would have no ground.
import '@mantine/core/styles/UnstyledButton.layer.css'
import '@mantine/dates/styles.layer.css'
import 'dayjs/locale/zh-cn.js'
import { DateInput } from '@mantine/dates'
import { useLingui } from '@lingui/react/macro'
import { useState, type ReactNode } from 'react'
import { calendarDays } from '#contract/limits.ts'
import { dayjs, dayOf } from '#shared/time/calendar.ts'
import classes from './day-input.module.css'

const MONTH_LENGTH = 'YYYY-MM'.length
/** How months and days are named, where a language has its own way. */
const formats = { en: { month: 'MMMM YYYY', day: 'D MMMM YYYY' }, 'zh-cn': { month: 'YYYY年M月', day: 'YYYY年M月D日' } } as const

interface DayInputProps {
  label: string
  /** Where the place says what it is the day of. */
  isLabelHidden?: boolean
  /** Days that have something, written like the value: they bear a dot, and have this word behind their name. */
  marked?: { days: ReadonlySet<string>; word: string }
  /** The calendar was turned to this month, `2026-11`. */
  onMonth?: (month: string) => void
  /** `2026-11-21`. */
  value: string
  error?: ReactNode
  /** Called with a whole day of the calendar; what is typed before it is one changes nothing. */
  onChange: (day: string) => void
}

/** A day of the calendar, typed as `2026-11-21` or taken from the month that opens below. */
export function DayInput({ label, isLabelHidden, marked, onMonth, onChange, ...input }: DayInputProps) {
  const { t, i18n } = useLingui()
  const locale = i18n.locale === 'zh-CN' ? 'zh-cn' : 'en'
  const [isPutAway, setPutAway] = useState(false)
  const isMarked = (day: string) => marked?.days.has(day) === true
  return (
    <DateInput
      {...input}
      {...(isLabelHidden ? { 'aria-label': label, size: 'xs' } : { label })}
      getDayProps={(day) => (isMarked(day) ? { className: classes['marked'] } : {})}
      highlightToday
      monthLabelFormat={formats[locale].month}
      getDayAriaLabel={(day) =>
        [dayjs(day).locale(locale).format(formats[locale].day), isMarked(day) && marked?.word].filter(Boolean).join(', ')
      }
      onDateChange={(day) => onMonth?.(day.slice(0, MONTH_LENGTH))}
      valueFormat="YYYY-MM-DD"
      // What nobody can be asked for is neither turned to nor taken.
      minDate={calendarDays.first}
      maxDate={calendarDays.last}
      dateParser={(text) => dayOf(text) ?? null}
      locale={locale}
      // Above a modal dialog, too, that it stands in. Whoever typed a day is done with Enter, and sees what stands below.
      popoverProps={{ withinPortal: false, ...(isPutAway && { opened: false }) }}
      onKeyDown={({ key, currentTarget }) => {
        if (key !== 'Enter') return
        // What is no day, or was refused, gives way to the day that holds, as when the field is left.
        currentTarget.blur()
        currentTarget.focus()
        setPutAway(true)
      }}
      onInput={() => setPutAway(false)}
      onClick={() => setPutAway(false)}
      onFocus={() => setPutAway(false)}
      maxLevel="year"
      // Days of other months, and weekends in red, are too faint to read.
      hideOutsideDates
      weekendDays={[]}
      autoComplete="off"
      ariaLabels={{
        monthLevelControl: t`Choose the month`,
        previousMonth: t`Month before`,
        nextMonth: t`Month after`,
        previousYear: t`Year before`,
        nextYear: t`Year after`,
      }}
      onChange={(day) => day !== null && onChange(day)}
    />
  )
}
