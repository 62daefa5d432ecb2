import { useLingui } from '@lingui/react/macro'
import { useRouter } from '@tanstack/react-router'
import { useEffect, useEffectEvent } from 'react'
import type { Alarm } from '#contract/calls/event/alarm.ts'
import { ALARMS_PATH, alarmPath, alarmTag, MANY_TAG } from '#contract/web-push.ts'
import { usualNotices } from '#contract/quiet-hours.ts'
import type { Announced } from '#contract/notices.ts'
import { onAlarms, onAnnounced } from '../../data/core/core.ts'
import { choices } from '../../data/person/choices.ts'
import { playAlarm } from '../../data/notices/alarm-sound.ts'
import { showNotice } from '../../data/notices/show-notice.ts'
import { followPresence } from '../../data/notices/presence.ts'
import { speak } from '../../data/notices/speech.ts'
import { followSubscription } from '../../data/notices/web-push.ts'
import { hrefOf } from '../../lib/path-within.ts'
import { say } from '../../ui/notice/toast-store.ts'
import { alarmKindNames } from '../../ui/text/alarm-names.ts'

/** What came longer ago is in the list. */
const LATE_MS = 2 * 60_000

/**
 * Makes alarms known in this tab: what the core has chosen it for, by tone, speech or a notice of the system; and a line over the page in every tab for
 * those whose rule is to be heard. Shows nothing itself.
 */
export function AlarmCall() {
  const { t, i18n } = useLingui()
  const router = useRouter()
  const nameOf = ({ kind }: Alarm) => i18n._(alarmKindNames[kind])
  const others = (count: number) => (count === 0 ? '' : t`${i18n.number(count)} more alarms.`)

  const onHear = useEffectEvent(async ({ alarm, others: count }: Announced) => {
    const { volume, isSpoken } = choices.notices ?? usualNotices
    const isPlayed = await playAlarm({ volume, isUrgent: alarm.isUrgent })
    if (!isPlayed || !isSpoken || alarm.announce !== 'speech') return
    const [what, where, site] = [nameOf(alarm), alarm.sourceName, alarm.siteName]
    const sentence = alarm.isUrgent ? t`Urgent alarm: ${what}, ${where}, site ${site}.` : t`Alarm: ${what}, ${where}, site ${site}.`
    speak([sentence, others(count)].join(' ').trim(), { language: i18n.locale, volume })
  })
  const onNotice = useEffectEvent(async ({ alarm, others: count }: Announced) => {
    const [what, where] = [nameOf(alarm), alarm.sourceName]
    const title = t`${what}: ${where}`
    const isMany = count > 0
    const rest = [alarm.siteName, alarm.plate, alarm.ruleName].filter(Boolean).join(' · ')
    await showNotice({
      tag: isMany ? MANY_TAG : alarmTag(alarm.alarmId),
      title: isMany ? t`${i18n.number(count + 1)} alarms` : title,
      body: isMany ? `${title} · ${rest}` : rest,
      language: i18n.locale,
      path: isMany ? ALARMS_PATH : alarmPath(alarm.alarmId),
      isUrgent: alarm.isUrgent,
      isSilent: alarm.announce !== 'none',
      atMs: alarm.startedAtMs,
    })
  })
  const onNews = useEffectEvent((alarms: readonly Alarm[]) => {
    const heard = alarms.filter(({ announce, isUrgent }) => announce !== 'none' || isUrgent)
    const [alarm] = heard.toSorted((one, other) => Number(other.isUrgent) - Number(one.isUrgent) || other.startedAtMs - one.startedAtMs)
    const { pathname, search } = router.state.location
    const isKiosk = 'kiosk' in search && search.kiosk === true
    if (alarm === undefined || isKiosk || pathname === ALARMS_PATH) return
    const text = [`${nameOf(alarm)} · ${alarm.sourceName} · ${alarm.siteName}`, others(heard.length - 1)].join(' ').trim()
    say('alarm', text, {
      label: t`Show`,
      run: () => void router.navigate({ href: hrefOf(heard.length === 1 ? alarmPath(alarm.alarmId) : ALARMS_PATH) }),
    })
  })

  useEffect(() => {
    const stops = [
      onAnnounced('hear', (announced) => void onHear(announced)),
      onAnnounced('notice', (announced) => void onNotice(announced)),
      onAlarms((news) => {
        const isNow = ({ isRead, startedAtMs }: Alarm) => !isRead && Date.now() - startedAtMs < LATE_MS
        onNews(news.alarms.flatMap(({ alarm, isNew }) => (isNew && isNow(alarm) ? [alarm] : [])))
      }),
      followSubscription(),
      followPresence(),
    ]
    return () => {
      for (const stop of stops) stop()
    }
  }, [])
  // Tests see by it that somebody listens.
  return <span hidden data-alarm-call />
}
