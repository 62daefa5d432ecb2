import type { FromFacesWorker, ToFacesWorker } from '#contract/faces-api.ts'
import { FaceNetwork } from './face-network.ts'
import { findFaces } from './find-faces.ts'

let loading: Promise<FaceNetwork> | undefined

async function load(): Promise<FaceNetwork> {
  const answer = await fetch(new URL('./model/yunet.bin', import.meta.url))
  if (!answer.ok) throw new Error(`The numbers of the network could not be loaded (${answer.status}).`)
  return new FaceNetwork(new Float32Array(await answer.arrayBuffer()))
}

async function answer({ picture }: ToFacesWorker): Promise<FromFacesWorker> {
  try {
    loading ??= load()
    return { faces: findFaces(await loading, picture) }
  } catch (fault) {
    return { fault: fault instanceof Error ? fault.message : String(fault) }
  }
}

addEventListener('message', ({ data }: MessageEvent<ToFacesWorker>) => void answer(data).then((told) => postMessage(told)))
