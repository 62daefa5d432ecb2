import { subscribe } from 'valtio'
import { subscribeKey } from 'valtio/utils'
import { onActivity } from '../person/activity.ts'
import { askCore, coreState, tabId } from '../core/core.ts'
import { maySound, soundState } from './alarm-sound.ts'
import { noticeState } from './desktop-notices.ts'

let usedAtMs = 0

/**
 * Tells the core what it has to know of this tab to choose the one that makes an alarm known; from when somebody hears in this tab what the core has
 * chosen it for. Returns the way to stop.
 */
export function followPresence(): () => void {
  let told = ''
  const tell = () => {
    const presence = {
      tabId,
      isVisible: document.visibilityState === 'visible',
      isFocused: document.hasFocus(),
      usedAtMs,
      maySound: maySound(),
      mayNotify: noticeState.permission === 'granted' && noticeState.hasWorker,
    }
    const text = JSON.stringify(presence)
    if (text === told) return
    told = text
    void askCore('notePresence', presence).catch(() => {
      told = ''
    })
  }
  const signs = ['focus', 'blur', 'pageshow'] as const
  document.addEventListener('visibilitychange', tell)
  for (const sign of signs) addEventListener(sign, tell)
  const stops = [
    subscribe(noticeState, tell),
    subscribe(soundState, tell),
    onActivity(() => {
      usedAtMs = Date.now()
      tell()
    }),
    // Another core knows nothing of this tab.
    subscribeKey(coreState, 'link', () => {
      told = ''
      tell()
    }),
    () => document.removeEventListener('visibilitychange', tell),
  ]
  tell()
  return () => {
    for (const sign of signs) removeEventListener(sign, tell)
    for (const stop of stops) stop()
  }
}
