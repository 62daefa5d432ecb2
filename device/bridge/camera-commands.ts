import type { RecordingSettings } from '#contract/device-settings.ts'
import type { RecordChoice } from '#device/recorder/record-plan.ts'
import { Refusal, type CommandHandlers } from '#device/agent/command-handlers.ts'
import { readCameras, writeCameras, type Camera } from './cameras.ts'
import type { OnvifLink } from './onvif/onvif-link.ts'
import { parseRtspUrl } from './rtsp/rtsp-url.ts'

/** Where a camera lets the zone of its clock be set. */
type CameraClock = Pick<OnvifLink, 'zone' | 'setZone'>

/**
 * What a camera that speaks only RTSP can do when it is told to: the settings that the bridge keeps for it, and the address of its own
 * page. Changes go into the list of cameras, which the bridge follows: the camera connects anew as what it is then, but for when it is
 * recorded, which `record` changes at once.
 */
export function cameraCommands(
  camera: Camera,
  folder: string,
  record: (choice: RecordChoice) => Promise<RecordingSettings>,
  clock?: CameraClock,
): CommandHandlers {
  function change(changes: Partial<Camera>): void {
    const cameras = readCameras(folder)
    if (!cameras.some(({ sn }) => sn === camera.sn)) throw new Refusal('failed')
    writeCameras(
      folder,
      cameras.map((one) => (one.sn === camera.sn ? { ...one, ...changes } : one)),
    )
  }
  async function general(name: string) {
    const timeZone = await clock?.zone()
    return { name, ...(timeZone && { timeZone }) }
  }
  return {
    'general-get': () => general(camera.name),
    'general-set': async ({ name, timeZone, ...others }) => {
      if (timeZone !== undefined && clock === undefined) throw new Refusal('bad-value', 'timeZone')
      const beyond = Object.entries(others).find(([, value]) => value !== undefined)
      if (beyond !== undefined) throw new Refusal('bad-value', beyond[0])
      if (timeZone !== undefined) await clock?.setZone(timeZone)
      if (name !== undefined && name !== camera.name) change({ name })
      return general(name ?? camera.name)
    },
    'record-set': ({ chlIndex, mode, streams, plan, keep }) => {
      if (chlIndex !== 0) throw new Refusal('not-found', 'chlIndex')
      if (streams?.includes('sub') && camera.subUrl === undefined) throw new Refusal('bad-value', 'streams')
      change({
        record: mode,
        ...(streams && { recordStreams: streams }),
        ...(plan && { recordPlan: plan }),
        ...(keep && { recordKeep: keep }),
      })
      return record({ mode, streams, plan, keep })
    },
    'security-code-set': ({ securityCode }) => {
      change({ securityCode })
      return null
    },
    'page-get': () => {
      const { host } = parseRtspUrl(camera.url)
      return { url: `http://${host.includes(':') ? `[${host}]` : host}/` }
    },
  }
}
