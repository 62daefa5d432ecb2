import { useSnapshot } from 'valtio'
import { usualNotices, type NoticeChoices } from '#contract/quiet-hours.ts'
import { choices, choose, chooseAtOnce, copyOf, latestNotices } from '../../data/person/choices.ts'

/**
 * How the person wants to be told of alarms, and the way to change it: it shows once it is written down, and holds on all their machines. What is made of
 * what there is, is made of the newest, which may not show yet. `isMoving`: a control is being dragged or typed into, and shows it already.
 */
export function useNotices(): [
  NoticeChoices,
  (change: Partial<NoticeChoices> | ((newest: NoticeChoices) => Partial<NoticeChoices>), options?: { isMoving: boolean }) => void,
] {
  const kept = useSnapshot(choices).notices as NoticeChoices | undefined
  const zone = new Intl.DateTimeFormat().resolvedOptions().timeZone
  const usual = { ...usualNotices, quiet: { ...usualNotices.quiet, timeZone: zone } }
  return [
    copyOf(kept ?? usual),
    (change, options) => {
      const newest = copyOf(latestNotices() ?? usual)
      const notices = { ...newest, ...(typeof change === 'function' ? change(newest) : change) }
      if (options?.isMoving === true) chooseAtOnce({ notices }, options)
      else choose({ notices })
    },
  ]
}
