import type { FromFacesWorker, ToFacesWorker } from '#contract/faces-api.ts'
import { FaceNetwork } from './face-network.ts'
import { findFaces } from './find-faces.ts'
import { PlainLoops } from './loops.ts'
import { WasmLoops } from './wasm-loops.ts'

let loading: Promise<FaceNetwork> | undefined

async function load(): Promise<FaceNetwork> {
  const answer = await fetch(new URL('./model/yunet.bin', import.meta.url))
  if (!answer.ok) throw new Error(`The numbers of the network could not be loaded (${answer.status}).`)
  // A proxy's policy, or an old machine, may not let it run: the same is found, more slowly.
  const loops = await WasmLoops.load().catch(() => new PlainLoops())
  return new FaceNetwork(new Float32Array(await answer.arrayBuffer()), loops)
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
