import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import type { HealthKind, HealthLine } from '#contract/calls/health/health-line.ts'
import { timeRangeText } from '../../ui/text/time-text.ts'

interface Words {
  what: string
  /** The one thing to do about it. */
  toDo: string
}

/** What is wrong, and what to do about it, in words. */
export function useHealthWords(): (line: HealthLine) => Words {
  const { t, i18n } = useLingui()
  return (line) => {
    const { siteName = '', count = 0, days = 0, part = '', sinceMs, untilMs } = line
    const name = line.name ?? ''
    const daysText = plural(days, { one: '# day', other: '# days' })
    const askedText = plural(count, { one: '# day', other: '# days' })
    const gap = sinceMs !== undefined && untilMs !== undefined ? timeRangeText(sinceMs, untilMs, i18n.locale) : ''
    const diskOf = part === '' ? t`a disk` : t`the disk ${part}`
    const words: Record<HealthKind, () => Words> = {
      'site-offline': () => ({
        what: t`${siteName}: all ${count} devices are offline`,
        toDo: t`Check the power and the internet connection of the site.`,
      }),
      'device-offline': () => ({ what: t`${name} is offline`, toDo: t`Check its power and its network cable.` }),
      'camera-offline': () => ({ what: t`${name} sends no picture`, toDo: t`Check the camera, and its cable to the recorder.` }),
      'disk-failed': () => ({ what: t`${name}: ${diskOf} has failed`, toDo: t`Replace it: nothing more is recorded on it.` }),
      'disk-full': () => ({ what: t`${name}: the disk is full`, toDo: t`Keep recordings for fewer days, or put in a larger disk.` }),
      'storage-short': () => ({
        what: t`${name}: its disk has room for ${daysText} of recordings, and ${askedText} are to be kept`,
        toDo: t`Record less, keep it for fewer days, or put in a larger disk.`,
      }),
      'disk-slow': () => ({ what: t`${name}: the disk is too slow`, toDo: t`Record fewer cameras there, or put in a faster disk.` }),
      'disk-unformatted': () => ({ what: t`${name}: ${diskOf} is not formatted`, toDo: t`Format it, so that it is recorded on.` }),
      'disk-failing': () => ({ what: t`${name}: ${diskOf} is about to fail`, toDo: t`Replace it now, before recordings are lost.` }),
      'disk-warning': () => ({ what: t`${name}: ${diskOf} is worn`, toDo: t`Have another one at hand.` }),
      'card-failed': () => ({ what: t`${name}: the memory card has failed`, toDo: t`Replace the memory card.` }),
      'raid-degraded': () => ({
        what: t`${name}: the RAID has lost a disk`,
        toDo: t`Replace the disk: if another one fails, all is lost.`,
      }),
      'raid-failed': () => ({ what: t`${name}: the RAID has failed`, toDo: t`Replace its disks and build it anew.` }),
      'raid-rebuilding': () => ({ what: t`${name}: the RAID is being rebuilt`, toDo: t`Nothing needs to be done. Leave it switched on.` }),
      'recording-gap': () => ({
        what: plural(count, { one: `${name}: pictures are missing`, other: `${name}: pictures are missing # times` }),
        toDo: t`Look at ${gap}, and at what happened to the device then.`,
      }),
      'stream-dropping': () => ({
        what: plural(count, {
          one: `${name}: # picture did not reach who watches`,
          other: `${name}: # pictures did not reach who watches`,
        }),
        toDo: t`Set a lower bit rate for it, or watch its sub stream: the line to who watches does not carry more.`,
      }),
      'licence-missing': () => ({
        what: plural(count, { one: '# camera is not covered by a licence', other: '# cameras are not covered by a licence' }),
        toDo: t`Have a licence bought for them, or close cameras that are not needed.`,
      }),
      'licence-ending': () => ({
        what: t`The licence ends in ${daysText}`,
        toDo: t`Have it renewed: what is renewed in time goes on without a gap.`,
      }),
      'cloud-ending': () => ({
        what: plural(count, {
          one: `Cloud storage of # camera ends in ${daysText}`,
          other: `Cloud storage of # cameras ends in ${daysText}`,
        }),
        toDo: t`Have it renewed, or what happens then is not kept.`,
      }),
      'archive-full': () => ({ what: t`The space for archives is full`, toDo: t`Delete archives that nobody needs: no more can be made.` }),
      'archive-filling': () => ({ what: t`The space for archives is full in ${daysText}`, toDo: t`Delete archives that nobody needs.` }),
      'mail-waiting': () => ({
        what: plural(count, { one: '# mail could not be sent yet', other: '# mails could not be sent yet' }),
        toDo: t`Check the addresses in the alarm rules. Sending is tried again by itself.`,
      }),
      'mail-spent': () => ({
        what: t`The ${count} mails of today are used up`,
        toDo: t`Let the alarm rules send less: until tomorrow no alarm is sent by mail.`,
      }),
      'notices-waiting': () => ({
        what: plural(count, { one: '# browser cannot be reached', other: '# browsers cannot be reached' }),
        toDo: t`Open the app in it once, or take it off the list of notified browsers.`,
      }),
      'version-behind': () => ({
        what: plural(count, {
          one: `# device of the model ${name} has an older version`,
          other: `# devices of the model ${name} have an older version`,
        }),
        toDo: t`Upgrade to ${part}, which others of this model have.`,
      }),
      'alarms-open': () => ({
        what: plural(count, {
          one: `${siteName}: # alarm of the last 24 hours is open`,
          other: `${siteName}: # alarms of the last 24 hours are open`,
        }),
        toDo: t`Look into them.`,
      }),
    }
    return words[line.kind]()
  }
}
