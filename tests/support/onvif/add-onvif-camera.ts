import { drawIdentity } from '#device/agent/identity.ts'
import { bridgeFolder, readCameras, writeCameras } from '#device/bridge/cameras.ts'
import { lookAtCamera } from '#device/bridge/onvif/look-at-camera.ts'
import type { OnvifTestCamera } from './onvif-camera.ts'

/** Does what `npm run camera -- add` does, without trying the streams; answers with what the app needs to bind it. */
export async function addOnvifCamera(
  dataFolder: string,
  camera: OnvifTestCamera,
  shown: { certificate?: string } = {},
): Promise<{ sn: string; securityCode: string }> {
  const folder = bridgeFolder(dataFolder)
  const { url, subUrl, onvif } = await lookAtCamera(camera.url())
  const identity = drawIdentity()
  writeCameras(folder, [...readCameras(folder), { ...identity, name: `Camera ${camera.port}`, url, subUrl, onvif, ...shown }])
  return identity
}
