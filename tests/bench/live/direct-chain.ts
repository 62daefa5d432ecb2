import { DirectRelay } from '#tests/support/direct-relay.ts'
import type { Chain } from './chain.ts'
import { clips, type ClipName } from './clips.ts'

const CAMERAS = 16

/** Pictures straight from the camera onto a media socket, without RTSP, bridge and service: the browser's part of the figures. */
export async function startDirectChain(): Promise<Chain> {
  const relay = new DirectRelay()
  await relay.listen()
  const cameras = (Object.keys(clips) as ClipName[]).flatMap((name) =>
    Array.from({ length: CAMERAS }, (_, index) => {
      const sn = `${name}-${index}`
      const { clip, caps } = clips[name]
      return { name, camera: relay.add(sn, clip, caps), asked: { sn, chlIndex: 0, streams: [caps] } }
    }),
  )
  return {
    cameras: (name, count) => cameras.filter((one) => one.name === name).slice(0, count),
    relayAddress: async () => relay.url('relay'),
    close: () => relay.close(),
  }
}
