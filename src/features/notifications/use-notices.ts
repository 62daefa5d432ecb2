import { useSnapshot } from 'valtio'
import { usualNotices, type NoticeChoices } from '#contract/quiet-hours.ts'
import { choices, chooseAtOnce, copyOf } from '../../data/person/choices.ts'

/** How the person wants to be told of alarms, and the way to change it: it holds at once, and on all their machines. `isMoving`: a control is being dragged. */
export function useNotices(): [NoticeChoices, (change: Partial<NoticeChoices>, options?: { isMoving: boolean }) => void] {
  const kept = useSnapshot(choices).notices as NoticeChoices | undefined
  const zone = new Intl.DateTimeFormat().resolvedOptions().timeZone
  const now = copyOf(kept ?? { ...usualNotices, quiet: { ...usualNotices.quiet, timeZone: zone } })
  return [now, (change, options) => chooseAtOnce({ notices: { ...now, ...change } }, options)]
}
