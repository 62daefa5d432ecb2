import { always, type WeeklySchedule } from '#contract/weekly-schedule.ts'

export const CELLS_A_DAY = 48
const CELL_MINUTES = 30
/** Days as a week of work shows them: Monday first. 0 is Sunday, as in the contract. */
export const weekDays = [1, 2, 3, 4, 5, 6, 0] as const

/** The half hours of a week, whether each is painted: 48 of Sunday, then those of Monday, and so on. */
export type Week = readonly boolean[]

/** Where a half hour stands. `row`: of `weekDays`, from 0 Monday. `cell`: of the day, from 0. */
export interface Spot {
  row: number
  cell: number
}

const indexOf = (day: number, cell: number) => day * CELLS_A_DAY + cell
const dayOf = (row: number) => weekDays[row] ?? 0

/** Whether a half hour is painted. */
export function isPainted(week: Week, { row, cell }: Spot): boolean {
  return week[indexOf(dayOf(row), cell)] === true
}

/** The half hours that a schedule touches. */
export function cellsOf(schedule: WeeklySchedule): Week {
  const week = Array.from({ length: 7 * CELLS_A_DAY }, () => false)
  for (const { day, fromMinute, toMinute } of schedule) {
    const end = Math.ceil(toMinute / CELL_MINUTES)
    for (let cell = Math.floor(fromMinute / CELL_MINUTES); cell < end; cell += 1) week[indexOf(day, cell)] = true
  }
  return week
}

/** A schedule of what is painted, in as few spans as there can be: none over midnight. Empty when nothing is. */
export function scheduleOf(week: Week): WeeklySchedule {
  const schedule: WeeklySchedule = []
  for (let day = 0; day < 7; day += 1) {
    for (let cell = 0; cell < CELLS_A_DAY; cell += 1) {
      if (week[indexOf(day, cell)] !== true) continue
      const from = cell
      while (cell < CELLS_A_DAY && week[indexOf(day, cell)] === true) cell += 1
      schedule.push({ day, fromMinute: from * CELL_MINUTES, toMinute: cell * CELL_MINUTES })
    }
  }
  return schedule
}

/** Whether painting can show a schedule as it is: other programs may have set it to any minute. */
export function isOnHalfHours(schedule: WeeklySchedule): boolean {
  return schedule.every(({ fromMinute, toMinute }) => fromMinute % CELL_MINUTES === 0 && toMinute % CELL_MINUTES === 0)
}

/** Paints all half hours between two corners, or takes them away. */
export function painted(week: Week, from: Spot, to: Spot, isOn: boolean): Week {
  const next = [...week]
  for (const { row, cell } of spotsBetween(from, to)) next[indexOf(dayOf(row), cell)] = isOn
  return next
}

/** Every spot of the rectangle with these corners. */
function spotsBetween(from: Spot, to: Spot): Spot[] {
  const [top, bottom] = [Math.min(from.row, to.row), Math.max(from.row, to.row)]
  const [left, right] = [Math.min(from.cell, to.cell), Math.max(from.cell, to.cell)]
  const spots: Spot[] = []
  for (let row = top; row <= bottom; row += 1) for (let cell = left; cell <= right; cell += 1) spots.push({ row, cell })
  return spots
}

/** What is left of one schedule where another is painted over it. */
export function without(schedule: WeeklySchedule, over: WeeklySchedule): WeeklySchedule {
  const covered = cellsOf(over)
  return scheduleOf(cellsOf(schedule).map((isOn, index) => isOn && covered[index] !== true))
}

/** Makes other days as one is. Rows of `weekDays`. */
export function withDayCopied(week: Week, fromRow: number, toRows: readonly number[]): Week {
  const next = [...week]
  for (const row of toRows) {
    for (let cell = 0; cell < CELLS_A_DAY; cell += 1) next[indexOf(dayOf(row), cell)] = isPainted(week, { row: fromRow, cell })
  }
  return next
}

/** Half hours of each day that `isOn` says. */
function eachDay(isOn: (day: number, cell: number) => boolean): WeeklySchedule {
  return scheduleOf(Array.from({ length: 7 * CELLS_A_DAY }, (_, index) => isOn(Math.floor(index / CELLS_A_DAY), index % CELLS_A_DAY)))
}

const hour = (hours: number) => (hours * 60) / CELL_MINUTES
const isWorkday = (day: number) => day >= 1 && day <= 5

/** Schedules that are often wanted: Monday to Friday from eight to six, every night from ten to six, Saturday and Sunday. */
export const presets = {
  always,
  working: eachDay((day, cell) => isWorkday(day) && cell >= hour(8) && cell < hour(18)),
  nights: eachDay((_, cell) => cell < hour(6) || cell >= hour(22)),
  weekends: eachDay((day) => !isWorkday(day)),
} satisfies Record<string, WeeklySchedule>
export type PresetName = keyof typeof presets
const presetNames = Object.keys(presets) as PresetName[]

/** The preset that a schedule is, whatever spans it is made of. */
export function presetOf(schedule: WeeklySchedule): PresetName | undefined {
  if (!isOnHalfHours(schedule)) return undefined
  const text = JSON.stringify(scheduleOf(cellsOf(schedule)))
  return presetNames.find((name) => JSON.stringify(presets[name]) === text)
}

/** How long a schedule lasts in a week in which no clock is changed, minutes. Spans that overlap count once. */
export function minutesOf(schedule: WeeklySchedule): number {
  let minutes = 0
  for (let day = 0; day < 7; day += 1) {
    let untilMinute = 0
    for (const span of schedule.filter((one) => one.day === day).toSorted((one, other) => one.fromMinute - other.fromMinute)) {
      minutes += Math.max(0, span.toMinute - Math.max(untilMinute, span.fromMinute))
      untilMinute = Math.max(untilMinute, span.toMinute)
    }
  }
  return minutes
}

/** The clock at the beginning of a half hour, 24:00 at the end of the day. */
export function clockOf(cell: number): string {
  const minutes = cell * CELL_MINUTES
  return `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`
}
