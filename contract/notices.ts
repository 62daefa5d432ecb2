import type { Alarm } from './calls/event/alarm.ts'

/** What a tab tells the core of itself, so that one of all tabs is chosen to make an alarm known. */
export interface TabPresence {
  tabId: string
  isVisible: boolean
  isFocused: boolean
  /** When somebody did something in it last, epoch ms; 0: not yet. */
  usedAtMs: number
  /** The browser lets it sound. */
  maySound: boolean
  /** The browser lets it show notices of the system, and it has a service worker to show them by. */
  mayNotify: boolean
}

/** An alarm to be made known by one tab, with how many others were raised just before it. */
export interface Announced {
  alarm: Alarm
  others: number
}
