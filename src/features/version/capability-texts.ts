import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { CapabilityName } from '../../data/app/capabilities.ts'

/** What each is for, and what happens without it. */
export const capabilityTexts: Record<CapabilityName, { there: MessageDescriptor; missing: MessageDescriptor }> = {
  'shared-worker': {
    there: msg`All tabs share one connection to the service.`,
    missing: msg`One of the tabs holds the connection for all of them; when it is closed another takes over.`,
  },
  'service-worker': {
    there: msg`The app opens without a network, and keeps itself up to date.`,
    missing: msg`The app opens only with a network; each reload brings the newest version.`,
  },
  'video-decoder': {
    there: msg`Video is decoded beside the page, with the least delay.`,
    missing: msg`The browser’s own player shows video, some moments later.`,
  },
  'offscreen-canvas': {
    there: msg`Pictures are drawn beside the page.`,
    missing: msg`Pictures are drawn by the page itself, or by the browser’s own player.`,
  },
  'track-generator': {
    there: msg`Decoded pictures go straight to the screen.`,
    missing: msg`Decoded pictures are drawn one by one. It looks the same.`,
  },
  'media-source': {
    there: msg`Stands by for video that cannot be decoded beside the page.`,
    missing: msg`Not needed where video is decoded beside the page. Where that is missing too there is no live video: use another browser.`,
  },
  'frame-callback': {
    there: msg`The age of a picture is known to the frame.`,
    missing: msg`The age of a picture is taken from the time played. It may differ by a frame.`,
  },
  persistence: {
    there: msg`What the app keeps can be protected from being cleared.`,
    missing: msg`The browser may clear what the app keeps when space is short; it is then fetched again.`,
  },
  'wake-lock': {
    there: msg`The screen stays on while video plays on a viewing station.`,
    missing: msg`The screen may go dark by itself. Switch that off in the settings of the computer.`,
  },
  badge: {
    there: msg`The icon of the installed app shows how many alarms are unread.`,
    missing: msg`Unread alarms are counted in the menu only.`,
  },
}

export const storageTexts: Record<'there' | 'missing', MessageDescriptor> = {
  there: msg`Session, lists and last pictures are kept, sealed, on this computer.`,
  missing: msg`Nothing is kept after the app is closed: sign in again then.`,
}
