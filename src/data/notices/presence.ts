import { subscribe } from 'valtio'
import { subscribeKey } from 'valtio/utils'
import { onActivity } from '../person/activity.ts'
import { askCore, coreState, tabId } from '../core/core.ts'
import { maySound, soundState } from './alarm-sound.ts'
import { noticeState } from './desktop-notices.ts'

let usedAtMs = 0

/** Tells the core what it has to know of this tab to choose the one that makes an alarm known. Called once, at the start. */
export function followPresence(): void {
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
  document.addEventListener('visibilitychange', tell)
  for (const event of ['focus', 'blur', 'pageshow'] as const) addEventListener(event, tell)
  subscribe(noticeState, tell)
  subscribe(soundState, tell)
  onActivity(() => {
    usedAtMs = Date.now()
    tell()
  })
  // Another core knows nothing of this tab.
  subscribeKey(coreState, 'link', () => {
    told = ''
    tell()
  })
  tell()
}
