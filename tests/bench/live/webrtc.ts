import type { TestCamera } from '#tests/support/test-camera.ts'
import type { Chain } from './chain.ts'
import { clips, type ClipName } from './clips.ts'
import { hasJanus, Janus } from './janus.ts'

/** The cameras of a chain, watched through Janus. */
export interface WebRtc {
  /** Where the page talks to it. */
  url: string
  /** Under which number Janus has a camera. */
  numberOf(camera: TestCamera): number
  close(): Promise<void>
}

/** Has Janus take the same pictures at the very moments when the cameras send them; `undefined`, and a sentence, where there is none. */
export async function startWebRtc(chain: Chain): Promise<WebRtc | undefined> {
  if (!hasJanus()) {
    console.log('There is no janus on PATH (Debian’s package janus): nothing is measured beside WebRTC.')
    return undefined
  }
  const janus = await Janus.start()
  const numbers = new Map<TestCamera, number>()
  for (const name of Object.keys(clips) as ClipName[]) {
    const profile = clips[name].caps.codec.slice('avc1.'.length)
    for (const { camera } of chain.cameras(name, Infinity)) numbers.set(camera, await janus.add(camera, profile))
  }
  const numberOf = (camera: TestCamera) => {
    const number = numbers.get(camera)
    if (number === undefined) throw new Error(`Janus was not told of the camera ${camera.options.path}.`)
    return number
  }
  return { url: janus.url, numberOf, close: () => janus.close() }
}
