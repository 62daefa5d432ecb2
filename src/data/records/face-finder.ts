import type { FoundFace, FromFacesWorker, Picture, ToFacesWorker } from '#contract/faces-api.ts'
// oxlint-disable-next-line import/default -- Vite makes this export: the address of the built worker.
import workerUrl from '#workers/faces/faces-worker.ts?worker&url'
import { appUrl } from '../../lib/trusted-types.ts'

/** Finds faces in pictures, in a worker of its own: the page does not feel it. */
export class FaceFinder {
  readonly #worker = new Worker(appUrl(workerUrl), { type: 'module', name: 'sightline-faces' })

  /** The faces in a picture, the surest first. One at a time; throws the signal's reason, and when what it needs cannot be loaded. */
  find({ data, width, height }: Picture, signal: AbortSignal): Promise<FoundFace[]> {
    signal.throwIfAborted()
    const { promise, resolve, reject } = Promise.withResolvers<FoundFace[]>()
    const heard = new AbortController()
    const whileAsked = { signal: heard.signal }
    const onMessage = ({ data: told }: MessageEvent<FromFacesWorker>) =>
      'faces' in told ? resolve(told.faces) : reject(new Error(told.fault))
    this.#worker.addEventListener('message', onMessage, whileAsked)
    this.#worker.addEventListener('error', () => reject(new Error('The worker that finds faces has failed.')), whileAsked)
    signal.addEventListener('abort', () => reject(signal.reason as Error), whileAsked)
    this.#worker.postMessage({ picture: { data, width, height } } satisfies ToFacesWorker, [data.buffer as ArrayBuffer])
    return promise.finally(() => heard.abort())
  }

  close(): void {
    this.#worker.terminate()
  }
}
