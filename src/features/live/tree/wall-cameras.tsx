import { Trans } from '@lingui/react/macro'
import type { Ref } from 'react'
import { useSnapshot } from 'valtio'
import { cellOf } from '../layouts/arrangement.ts'
import { openChannel, wall } from '../wall/wall-store.ts'
import { CameraPanel } from './camera-panel.tsx'

/** The cameras beside the wall. `count`: its windows. */
export function WallCameras({ count, searchRef, onOpened }: { count: number; searchRef?: Ref<HTMLInputElement>; onOpened?: () => void }) {
  const { arrangement } = useSnapshot(wall)
  return (
    <CameraPanel
      searchRef={searchRef}
      placeOf={(channel) => {
        const cell = cellOf(arrangement, channel)
        return cell >= 0 && cell < count ? cell : undefined
      }}
      onOpen={(channel) => {
        openChannel(channel, count)
        onOpened?.()
      }}
      tip={<Trans>Double-click a camera or drag it onto a window.</Trans>}
    />
  )
}
