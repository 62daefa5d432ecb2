import { queryOptions } from '@tanstack/react-query'
import type { CameraSearch, CameraToAdd, CameraToTry } from '#contract/bridge-cameras.ts'
import { bridgeCameraAdd } from '#contract/calls/device/bridge-camera-add.ts'
import { bridgeCameraList } from '#contract/calls/device/bridge-camera-list.ts'
import { bridgeCameraRemove } from '#contract/calls/device/bridge-camera-remove.ts'
import { bridgeCameraTry } from '#contract/calls/device/bridge-camera-try.ts'
import { bridgeList } from '#contract/calls/device/bridge-list.ts'
import { bridgeSearch } from '#contract/calls/device/bridge-search.ts'
import { ask } from '../core/ask.ts'
import { callCore } from '../core/core.ts'
import { refreshAssets } from '../core/follow-core.ts'
import { queryClient } from '../query/query-client.ts'

/** The bridges that the person may configure. */
export const bridgesQuery = queryOptions({ queryKey: ['devices', 'bridges'], queryFn: ask(bridgeList, undefined) })

/** The cameras that a bridge serves for the organization. */
export function bridgeCamerasQuery(sn: string) {
  return queryOptions({
    queryKey: ['devices', 'bridge-cameras', sn],
    queryFn: ask(bridgeCameraList, { sn }),
    retry: false,
    meta: { isQuiet: true },
  })
}

/** Begins a search of a bridge's network, asks for more of it, or ends it. Throws `CallError`, which is for the page to say, as all of these. */
export const searchCameras = (sn: string, search: CameraSearch) => callCore(bridgeSearch, { sn, search }, { quiet: true })

export const tryCamera = (sn: string, camera: CameraToTry) => callCore(bridgeCameraTry, { sn, camera }, { quiet: true })

export async function addCamera(sn: string, camera: CameraToAdd) {
  const added = await callCore(bridgeCameraAdd, { sn, camera }, { quiet: true })
  if (added.ok) {
    refreshAssets()
    void queryClient.invalidateQueries({ queryKey: ['licence'] })
  }
  return added
}

export async function removeCamera(sn: string, cameraSn: string): Promise<void> {
  await callCore(bridgeCameraRemove, { sn, cameraSn })
  refreshAssets()
}
