import { proxy } from 'valtio'
import { ownRegistration } from '../../lib/own-registration.ts'

/** `none`: this browser has no notices, or not here (a page without https; on iPhone and iPad an app that is not installed). */
export type NoticePermission = 'none' | 'default' | 'granted' | 'denied'

/** Whether this browser shows notices of the system for the app, and whether there is a service worker to show them by. */
export const noticeState = proxy<{ permission: NoticePermission; hasWorker: boolean }>({ permission: permissionNow(), hasWorker: false })

export function permissionNow(): NoticePermission {
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
