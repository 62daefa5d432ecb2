import { msg } from '@lingui/core/macro'
import { i18n } from '@lingui/core'
import type { AnyRouter } from '@tanstack/react-router'
import type { LayoutValue } from '#contract/calls/config/layout-value.ts'
import { channelKey } from '#shared/channel-key.ts'
import { otherScreen } from '../../lib/screens.ts'
import { say } from '../../ui/notice/toast-store.ts'
import type { ChannelRef } from './layouts/arrangement.ts'

const FEATURES = 'popup,width=960,height=540'

/** A wall of this camera alone, as its window of the wall shows it. */
export function layoutOf({ sn, chlIndex, stream, shape }: ChannelRef): LayoutValue {
  return { splitNum: 1, isDefault: false, playChlList: [{ winIndex: 0, sn, chlIndex, stream, shape }] }
}

/**
 * Shows a camera, or a wall, in a browser window of its own, on another screen where there is one and the person lets us know of it. On a
 * press only. A camera that has such a window already comes to the front there.
 */
export function popOut(router: AnyRouter, layout: LayoutValue): void {
  const [first] = layout.playChlList
  const name = layout.splitNum === 1 && first ? `sightline ${channelKey(first.sn, first.chlIndex)}` : '_blank'
  const { href } = router.buildLocation({ to: '/live/window', search: { wall: layout } })
  const opened = window.open(router.history.createHref(href), name, FEATURES)
  if (opened === null) return say('error', i18n._(msg`The browser has blocked the new window. Allow this page to open windows.`))
  opened.focus()
  void toOtherScreen(opened)
}

/** After it was opened: the browser's question may take longer than the press counts. */
async function toOtherScreen(opened: Window): Promise<void> {
  const { other } = (await otherScreen()) ?? {}
  if (other === undefined) return
  opened.moveTo(other.availLeft, other.availTop)
  opened.resizeTo(other.availWidth, other.availHeight)
}
