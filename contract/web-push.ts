import type { Language } from './enums.ts'

/** What a Web Push message holds, written by the service in the person's language. Encrypted on its way; still there are no secrets in it. */
export type WebPushPayload =
  /**
   * An alarm, or several. `tag`: notices of the same one take each other's place. `path`: within the app, what a click opens. `unread`: alarms that
   * the person has not read, for the badge of the app.
   */
  | {
      kind: 'alarm'
      tag: string
      title: string
      body: string
      path: string
      isUrgent: boolean
      language: Language
      atMs: number
      unread: number
    }
  /** Somebody tries whether this browser is reached. Pages that are open hear that it came. */
  | { kind: 'try'; tag: string; title: string; body: string; path: string; isUrgent: boolean; language: Language; atMs: number }

/** The tag of an alarm's notice, whoever shows it: the page that has it from the push connection, or the service worker. */
export function alarmTag(alarmId: string): string {
  return `alarm ${alarmId}`
}

/** The tag of the notice that tells of several alarms. */
export const MANY_TAG = 'alarms'
/** Notices come no more often than this; what is raised meanwhile is one notice. */
export const NOTICE_EVERY_MS = 5_000
/** Where a notice leads to, within the app. */
export const alarmPath = (alarmId: string) => `/alerts?alarm=${encodeURIComponent(alarmId)}`
export const ALARMS_PATH = '/alerts'
/** Where a service worker tells of another subscription. */
export const NOTICE_RENEW_PATH = '/vms/notice/renew'
