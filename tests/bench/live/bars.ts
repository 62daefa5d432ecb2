import type { Compared, Stage } from './stage.ts'

/** A stage, and what was measured in it. */
export interface Result extends Pick<Compared, 'own' | 'webRtc' | 'webRtcAtOnce'> {
  stage: Stage
}

/** Something that live video is to reach. */
interface Bar {
  /** Of which stage, and what. */
  what: string
  ms: number
  /** It is to be under this. */
  underMs: number
  isMet: boolean
}

/** By the number of windows that are opened at once, of the small clip: the first picture is to be there within this time, ms, the median. */
const firstPictures = new Map([
  [4, 100],
  [16, 150],
])

export const nameOf = ({ clip, count }: Stage): string => `${count}x${clip}`

/** What is to be reached in the stages that were measured: pictures younger than those of WebRTC in both its forms, and there in time. */
export function barsOf(results: readonly Result[]): Bar[] {
  return results.flatMap(({ stage, own, webRtc, webRtcAtOnce }) => {
    const bar = (what: string, ms: number, underMs: number): Bar => ({
      what: `${nameOf(stage)}: ${what}`,
      ms,
      underMs,
      isMet: ms < underMs,
    })
    const peers = [
      { name: 'WebRTC', peer: webRtc },
      { name: 'WebRTC without delay', peer: webRtcAtOnce },
    ]
    const firstMs = stage.clip === '360p15' ? firstPictures.get(stage.count) : undefined
    return [
      ...peers.flatMap(({ name, peer }) =>
        peer === undefined
          ? []
          : [bar(`age p50 under ${name}`, own.age50Ms, peer.age50Ms), bar(`age p95 under ${name}`, own.age95Ms, peer.age95Ms)],
      ),
      ...(firstMs === undefined ? [] : [bar('first picture p50', own.first50Ms, firstMs)]),
    ]
  })
}

/** A line for each bar. */
export function linesOf(bars: readonly Bar[]): string[] {
  return bars.map(
    ({ what, ms, underMs, isMet }) => `${isMet ? 'met    ' : 'NOT MET'} ${what}: ${ms.toFixed(1)} ms, to be under ${underMs.toFixed(1)}`,
  )
}
