import { Refusal, type CommandHandlers } from '#device/agent/command-handlers.ts'
import type { PtzCamera } from './ptz-camera.ts'

/** What a device with cameras that move does when it is told to; `cameras` by channel. */
export function ptzHandlers(cameras: ReadonlyMap<number, PtzCamera>): CommandHandlers {
  if (cameras.size === 0) return {}
  function cameraOf(chlIndex: number): PtzCamera {
    const camera = cameras.get(chlIndex)
    if (camera === undefined) throw new Refusal('unsupported')
    return camera
  }
  return {
    'ptz-get': ({ chlIndex }) => cameraOf(chlIndex).state(),
    'ptz-act': ({ chlIndex, act }) => cameraOf(chlIndex).act(act),
    'ptz-renew': ({ chlIndex, renewal }) => cameraOf(chlIndex).renew(renewal),
    'ptz-edit': ({ chlIndex, edit }) => cameraOf(chlIndex).edit(edit),
  }
}
