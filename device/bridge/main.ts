import { watch } from 'node:fs'
import { dataFolderOf, recordingsFolderOf } from '#device/agent/data-folder.ts'
import { writeLabels } from '#device/agent/labels.ts'
import { endWithParent, readSettingsOrExit, reportReady } from '#device/agent/process-life.ts'
import { Recorder } from '#device/recorder/recorder.ts'
import { createLog } from '#shared/log.ts'
import { bridgeCommands } from './bridge-commands.ts'
import { createBridgeDevice } from './bridge-device.ts'
import { BRIDGE_MODEL, labelOf } from './bridge-labels.ts'
import { bridgeIdentity } from './bridge-identity.ts'
import { CameraDevice } from './camera-device.ts'
import { bridgeFolder, readCameras, type Camera } from './cameras.ts'
import { markRunning } from './running-mark.ts'

/** An editor or a copy writes in several steps. */
const SETTLE_MS = 100

const settings = readSettingsOrExit()
const log = createLog(settings.logLevel, 'RTSP bridge', (line) => process.stderr.write(line))
const folder = bridgeFolder(dataFolderOf(settings))
const only = settings.cameraNetwork === '' ? undefined : settings.cameraNetwork
const recorder = await Recorder.open({ folder: recordingsFolderOf(settings, folder), limits: settings.recordings, log })
const devices = new Map<string, CameraDevice>()

/** Starts what the list has new, stops what it has no more; what changed is both, where it cannot be changed as it runs. */
async function follow(): Promise<void> {
  const cameras = readCamerasOrUndefined()
  if (cameras === undefined) return
  writeLabels(folder, 'Labels of the bridge and its cameras', [
    { name: 'Camera bridge', model: BRIDGE_MODEL, ...bridgeIdentity(folder) },
    ...cameras.map(labelOf),
  ])
  const wanted = new Map(cameras.map((camera) => [camera.sn, camera]))
  for (const [sn, device] of devices) {
    if (device.becomes(wanted.get(sn))) continue
    devices.delete(sn)
    await device.stop()
  }
  const fresh = cameras.filter((camera) => !devices.has(camera.sn))
  await Promise.all(
    fresh.map((camera) => {
      const device = new CameraDevice(camera, { servicePort: settings.port, folder, only, recorder, log })
      devices.set(camera.sn, device)
      return device.start()
    }),
  )
}

function readCamerasOrUndefined(): Camera[] | undefined {
  try {
    return readCameras(folder)
  } catch (error) {
    // The message of a parse error may quote the file, and the file holds credentials.
    log('error', `the list of cameras cannot be read (${error instanceof Error ? error.name : 'unknown'}); the cameras stay as they are`)
    return undefined
  }
}

let following = follow()
let settling: NodeJS.Timeout | undefined
const watcher = watch(folder, (_event, file) => {
  if (file !== null && !file.startsWith('cameras.json')) return
  clearTimeout(settling)
  settling = setTimeout(() => void followNow(), SETTLE_MS)
})
/** Follows the list now, after whatever it follows already. */
function followNow(): Promise<void> {
  following = following.then(follow)
  return following
}
const bridge = createBridgeDevice({
  servicePort: settings.port,
  folder,
  commands: bridgeCommands({ folder, only, follow: followNow }),
  log,
})
bridge.start()
const unmark = markRunning(folder)
endWithParent(async () => {
  watcher.close()
  clearTimeout(settling)
  unmark()
  await Promise.all([bridge, ...devices.values()].map((device) => device.stop()))
  await recorder.close()
})
await Promise.all([following, bridge.firstAttempt])
reportReady()
