import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { withAside } from '../../../ui/text/joined.ts'
import type { CameraNode, SiteNode } from './map-model.ts'

/** Cameras and sites in words, for whoever does not see their signs. */
export function useCameraWords() {
  const { t } = useLingui()
  const unreadText = (unread: number) => plural(unread, { one: '# unread alarm', other: '# unread alarms' })
  const stateOf = ({ isOnline }: CameraNode) => (isOnline ? t`Online` : t`Offline`)
  return {
    stateOf,
    unreadText,
    of: (camera: CameraNode, isRecorded: boolean) =>
      withAside(
        camera.channel.channelName,
        stateOf(camera),
        ...(isRecorded ? [t`is recorded`] : []),
        ...(camera.unread > 0 ? [unreadText(camera.unread)] : []),
      ),
    ofSite: ({ site, unread }: SiteNode) => {
      const { siteName, cameraOnline, cameraTotal } = site
      return withAside(siteName, t`${cameraOnline} of ${cameraTotal} cameras online`, ...(unread > 0 ? [unreadText(unread)] : []))
    },
  }
}
