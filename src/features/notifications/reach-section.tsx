import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { useEffect, useState, type ReactNode } from 'react'
import { useSnapshot } from 'valtio'
import { coreState } from '../../data/core/core.ts'
import { playAlarm, soundState, startSound } from '../../data/notices/alarm-sound.ts'
import { noticeState } from '../../data/notices/desktop-notices.ts'
import { askForNotices, showNotice } from '../../data/notices/show-notice.ts'
import { canSpeak, speak } from '../../data/notices/speech.ts'
import { subscribeHere, tryDevice, unsubscribe } from '../../data/notices/told-browsers.ts'
import { lookAtSubscription, noticeDevicesQuery, pushState } from '../../data/notices/web-push.ts'
import { isApplePhone } from '#shared/net/browser-name.ts'
import { shownLanguage } from '../../ui/text/i18n.ts'
import { languageNames } from '../../ui/text/language-names.ts'
import { SettingsRows, SettingsSection } from '../../ui/page/settings.tsx'
import { ReachRow } from './reach-row.tsx'
import { useNotices } from './use-notices.ts'
import { useTryTexts } from './use-try-texts.tsx'

/** Whether an alarm reaches this very browser, link by link, and the way to try each. */
export function ReachSection() {
  const { t } = useLingui()
  useEffect(() => void lookAtSubscription(), [])
  return (
    <SettingsSection
      title={<Trans>This browser</Trans>}
      intro={<Trans>By each of these ways an alarm can reach you here. Try them before you rely on them.</Trans>}
    >
      <SettingsRows label={t`This browser`}>
        <ConnectionRow />
        <SoundRow />
        <SpeechRow />
        <NoticeRow />
        <ClosedRow />
      </SettingsRows>
    </SettingsSection>
  )
}

/** The push connection. */
function ConnectionRow() {
  const { t } = useLingui()
  const { push } = useSnapshot(coreState)
  const isOpen = push === 'open'
  return (
    <ReachRow
      name={<Trans>Connection to the service</Trans>}
      status={isOpen ? 'online' : push === 'failed' ? 'alarm' : 'warning'}
      word={isOpen ? t`Connected` : push === 'failed' ? t`Not connected` : t`Connecting`}
      text={
        isOpen ? (
          <Trans>Alarms arrive at once while the app is open.</Trans>
        ) : push === 'crowded' ? (
          <Trans>Too many connections come from your network. Live updates go on as soon as there is room for yours…</Trans>
        ) : (
          <Trans>While the app is open, alarms arrive as soon as the connection is there again. It is tried all the time.</Trans>
        )
      }
    />
  )
}

function SoundRow() {
  const { t } = useLingui()
  const { kind } = useSnapshot(soundState)
  const [{ volume }] = useNotices()
  const [told, setTold] = useState<ReactNode>()
  const isHeld = kind === 'held'
  const attempt = async () => ((await playAlarm({ volume, isUrgent: false })) ? t`Played. Did you hear it?` : t`The browser held it back.`)
  return (
    <ReachRow
      name={<Trans>Sound</Trans>}
      status={kind === 'none' || isHeld || volume === 0 ? 'warning' : 'online'}
      word={kind === 'none' ? t`Not available` : isHeld ? t`Held back` : volume === 0 ? t`Off` : t`Ready`}
      text={
        isHeld ? (
          <Trans>The browser keeps pages silent until somebody presses something in them.</Trans>
        ) : volume === 0 ? (
          <Trans>The volume below is set to nothing.</Trans>
        ) : (
          <Trans>
            One tab sounds, however many are open. After a reload the browser may want one press in the page first; allow sound for this
            address in the browser’s settings, and it does without.
          </Trans>
        )
      }
      mend={isHeld ? { label: <Trans>Turn on the sound</Trans>, run: startSound } : undefined}
      attempt={attempt}
      told={told}
      onTold={setTold}
    />
  )
}

function SpeechRow() {
  const { t, i18n } = useLingui()
  const [{ volume }] = useNotices()
  const [told, setTold] = useState<ReactNode>()
  const language = languageNames[shownLanguage()]
  const isThere = canSpeak(i18n.locale)
  async function attempt() {
    const isSaid = speak(t`This is how an alarm is read out.`, { language: i18n.locale, volume })
    return isSaid ? t`Spoken. Did you hear it?` : t`Something else is being spoken.`
  }
  return (
    <ReachRow
      name={<Trans>Speech</Trans>}
      status={isThere ? 'online' : 'warning'}
      word={isThere ? t`Ready` : t`Not available`}
      text={
        isThere ? (
          <Trans>Alarms of rules that speak are read out in {language}.</Trans>
        ) : (
          <Trans>
            This system has no voice for {language}; the tone comes all the same. Voices are added in the settings of the system.
          </Trans>
        )
      }
      attempt={isThere ? attempt : undefined}
      told={told}
      onTold={setTold}
    />
  )
}

/** Notices of the system, while the app is open somewhere behind other windows. */
function NoticeRow() {
  const { t, i18n } = useLingui()
  const { permission, hasWorker } = useSnapshot(noticeState)
  const isKiosk = useSearch({ strict: false }).kiosk === true
  const [told, setTold] = useState<ReactNode>()
  const isGood = permission === 'granted' && hasWorker
  const words = {
    none: t`Not available`,
    default: t`Not asked yet`,
    granted: hasWorker ? t`Allowed` : t`Not available`,
    denied: t`Blocked`,
  }
  const [title, body] = [t`Alarms reach you here`, t`Alarms look like this while you work in another window.`]
  async function attempt() {
    const text = { tag: 'try', title, body, language: i18n.locale, path: '/account/notifications' }
    await showNotice({ ...text, isUrgent: false, isSilent: false, atMs: Date.now() })
    return <Trans>Shown. If you do not see it, the system holds notices back: look for “do not disturb” there.</Trans>
  }
  return (
    <ReachRow
      name={<Trans>Notices on the desktop</Trans>}
      status={isGood ? 'online' : permission === 'denied' ? 'alarm' : 'warning'}
      word={words[permission]}
      text={<NoticeText isKiosk={isKiosk} />}
      mend={permission === 'default' ? { label: <Trans>Allow notices</Trans>, run: askForNotices } : undefined}
      attempt={isGood ? attempt : undefined}
      told={told}
      onTold={setTold}
    />
  )
}

function NoticeText({ isKiosk }: { isKiosk: boolean }) {
  const { permission, hasWorker } = useSnapshot(noticeState)
  if (isKiosk) return <Trans>A viewing station shows alarms on its own screen; nobody presses notices there.</Trans>
  if (permission === 'none')
    return isApplePhone(navigator) ? (
      <Trans>On iPhone and iPad, add the app to the home screen first (Share, then Add to Home Screen) and open it from there.</Trans>
    ) : (
      <Trans>This browser shows none, or not for this address: it has to begin with https.</Trans>
    )
  if (permission === 'denied')
    return (
      <Trans>
        They were refused for this address, and only you can change that: press the sign beside the address, choose Notifications, then
        Allow, and reload the page.
      </Trans>
    )
  if (permission === 'default')
    return <Trans>An alarm then shows at the edge of the screen while you work in another window. The browser will ask you.</Trans>
  if (!hasWorker) return <Trans>The part that shows them is not installed in this browser, as in some private windows.</Trans>
  return (
    <Trans>One notice for an alarm, however many tabs are open, and none while you look at the app. A press on it opens the alarm.</Trans>
  )
}

/** Web Push. */
function ClosedRow() {
  const { t } = useLingui()
  const { kind } = useSnapshot(pushState)
  const { permission } = useSnapshot(noticeState)
  const { data } = useQuery(noticeDevicesQuery)
  const [told, setTold] = useState<ReactNode>()
  const textOf = useTryTexts()
  const own = data?.devices.find(({ isThis }) => isThis)
  const isOn = kind === 'on' && own !== undefined && permission === 'granted'
  async function turnOn() {
    const became = await subscribeHere()
    if (became === 'failed')
      setTold(<Trans>The browser does not reach its push service, or has none. Try again later, or in another browser.</Trans>)
    else if (became === 'denied') setTold(<Trans>The browser does not allow it: see “Notices on the desktop”.</Trans>)
    else setTold(undefined)
  }
  const mend = isOn
    ? { label: <Trans>Turn off</Trans>, run: () => unsubscribe(own.noticeDeviceId, true), isMinor: true }
    : { label: <Trans>Turn on</Trans>, run: turnOn }
  return (
    <ReachRow
      name={<Trans>With the app closed</Trans>}
      status={isOn ? 'online' : 'warning'}
      word={isOn ? t`On` : kind === 'none' ? t`Not available` : t`Off`}
      text={
        kind === 'none' ? (
          isApplePhone(navigator) ? (
            <Trans>On iPhone and iPad, add the app to the home screen first (Share, then Add to Home Screen) and open it from there.</Trans>
          ) : (
            <Trans>This browser takes no messages while the app is closed, or not in this window.</Trans>
          )
        ) : (
          <Trans>
            The service sends alarms to this browser through the browser’s own push service, encrypted. It does so until you sign out, or
            for a day after the app was last open here.
          </Trans>
        )
      }
      mend={kind === 'none' || kind === 'unknown' ? undefined : mend}
      attempt={isOn ? async () => textOf(await tryDevice(own.noticeDeviceId, true), true) : undefined}
      told={told}
      onTold={setTold}
    />
  )
}
