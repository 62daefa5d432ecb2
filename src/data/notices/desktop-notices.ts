import { proxy } from 'valtio'
import { ownRegistration } from '../../lib/own-registration.ts'

/** `none`: this browser has no notices, or not here (a page without https; on iPhone and iPad an app that is not installed). */
export type NoticePermission = 'none' | 'default' | 'granted' | 'denied'

/** Whether this browser shows notices of the system for the app, and whether there is a service worker to show them by. */
export const noticeState = proxy<{ permission: NoticePermission; hasWorker: boolean }>({ permission: permissionNow(), hasWorker: false })

function permissionNow(): NoticePermission {
  return 'Notification' in globalThis ? Notification.permission : 'none'
}

/** Follows what the person sets in the browser. Called once, at the start. */
export function followNoticePermission(): void {
  const look = () => {
    noticeState.permission = permissionNow()
  }
  void ownRegistration.then(() => {
    noticeState.hasWorker = true
  })
  document.addEventListener('visibilitychange', look)
  navigator.permissions
    ?.query({ name: 'notifications' })
    .then((status) => status.addEventListener('change', look))
    .catch(() => {})
}

/** Has the browser ask the person. To be called on a press. */
export async function askForNotices(): Promise<NoticePermission> {
  if (noticeState.permission !== 'none') await Notification.requestPermission()
  noticeState.permission = permissionNow()
  return noticeState.permission
}

export interface Notice {
  tag: string
  title: string
  body: string
  language: string
  /** Where a press leads, within the app. */
  path: string
  isUrgent: boolean
  /** The page sounds itself. */
  isSilent: boolean
  atMs: number
}

/** Shows a notice of the system; one with the same tag gives way to it. */
export async function showNotice({ tag, title, body, language, path, isUrgent, isSilent, atMs }: Notice): Promise<void> {
  if (noticeState.permission !== 'granted') return
  const registration = await ownRegistration
  const icon = `${import.meta.env.BASE_URL}icons/icon-192.png`
  const options = { tag, body, icon, lang: language, data: { path }, requireInteraction: isUrgent, silent: isSilent, timestamp: atMs }
  await registration.showNotification(title, options)
}
