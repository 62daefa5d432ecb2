import { ownRegistration } from '../../lib/own-registration.ts'
import { noticeState, permissionNow, type NoticePermission } from './desktop-notices.ts'

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
