import { BRIDGE_COMMAND, bridgeLimits, type CameraToAdd } from '#contract/bridge-cameras.ts'
import { bindingKeyFile } from '#device/agent/binding-key-file.ts'
import { Refusal, type CommandHandlers } from '#device/agent/command-handlers.ts'
import { drawIdentity } from '#device/agent/identity.ts'
import { CameraSearch } from './camera-search.ts'
import { readCameras, writeCameras, type Camera } from './cameras.ts'
import { examineCamera } from './examine-camera.ts'
import { printable } from './onvif/discover.ts'
import { removeKeptFiles } from './onvif/kept-files.ts'
import { parseOnvifUrl } from './onvif/onvif-url.ts'
import { parseRtspUrl } from './rtsp/rtsp-url.ts'

interface BridgeCommandsOptions {
  folder: string
  /** The only network interface to look on; undefined: all but the loopback. */
  only: string | undefined
  /** Serves what the list of cameras has now; resolves when each has called in. */
  follow: () => Promise<void>
}

/** What a bridge does with the cameras of its network when it is told to. Addresses and passwords leave it in no answer. */
export function bridgeCommands({ folder, only, follow }: BridgeCommandsOptions): CommandHandlers {
  let search: CameraSearch | undefined
  let tries = 0

  async function examine(asked: CameraToAdd | Parameters<typeof examineCamera>[0], sensor?: string) {
    if (tries >= bridgeLimits.triesAtOnce) throw new Refusal('busy')
    tries += 1
    try {
      return await examineCamera(asked, sensor)
    } finally {
      tries -= 1
    }
  }

  return {
    'cameras-get': () => ({ cameras: readCameras(folder).slice(0, bridgeLimits.cameras).map(describe) }),

    [BRIDGE_COMMAND]: (asked) => {
      if (asked.act === 'begin') {
        // Whoever comes while one is under way looks on: the network is asked once.
        if (search === undefined || search.isOver) search = new CameraSearch(only, (url) => snOf(url, readCameras(folder)))
        return search.news(0)
      }
      if (search?.id !== asked.searchId || search.isForgotten) throw new Refusal('not-found', 'searchId')
      if (asked.act === 'end') search.end()
      return search.news(asked.act === 'end' ? bridgeLimits.found : asked.seen)
    },

    'camera-try': async (asked) => {
      const examined = await examine(asked)
      if (!examined.ok) return examined
      const { maker, model, eyes, isLate } = examined
      return { ok: true, maker, model, eyes, ...(isLate && { isLate }) }
    },

    'camera-add': async (asked) => {
      const examined = await examine(asked, asked.sensor)
      if (!examined.ok) return examined
      // Read again: another may have been added while this one was tried.
      const cameras = readCameras(folder)
      const known = cameras.find((camera) => isSame(camera, examined.streams))
      if (known === undefined && cameras.length >= bridgeLimits.cameras) throw new Refusal('full')
      const { sn, securityCode } = known ?? drawIdentity()
      const camera = { ...known, sn, securityCode, name: asked.name, ...examined.streams }
      writeCameras(folder, [...cameras.filter((one) => one !== known), camera])
      await follow()
      return { ok: true, sn, securityCode }
    },

    'camera-remove': async ({ sn }) => {
      const cameras = readCameras(folder)
      if (!cameras.some((camera) => camera.sn === sn)) throw new Refusal('not-found', 'sn')
      writeCameras(
        folder,
        cameras.filter((camera) => camera.sn !== sn),
      )
      await follow()
      // Until it is served no more they may be written again.
      removeKeptFiles(folder, sn)
      bindingKeyFile(folder, sn).forget()
      return null
    },
  }
}

function describe({ sn, name, url, onvif }: Camera) {
  return { sn, name: name.slice(0, 64), host: hostOf({ url, onvif }), model: printable(onvif?.model ?? 'RTSP') }
}

function hostOf({ url, onvif }: Pick<Camera, 'url' | 'onvif'>): string {
  return onvif === undefined ? parseRtspUrl(url).host : parseOnvifUrl(onvif.url).host
}

/** Of a camera that the bridge has by this address. */
function snOf(url: string, cameras: readonly Camera[]): string | undefined {
  const { label } = parseOnvifUrl(url)
  return cameras.find(({ onvif }) => onvif !== undefined && parseOnvifUrl(onvif.url).label === label)?.sn
}

/** The same lens of the same camera, whoever's password it is looked at with. */
function isSame(one: Pick<Camera, 'url' | 'onvif'>, other: Pick<Camera, 'url' | 'onvif'>): boolean {
  return parseRtspUrl(one.url).uri === parseRtspUrl(other.url).uri
}
