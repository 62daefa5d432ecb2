import type { FromMediaWorker, LastPicture, ToMediaWorker } from '#contract/media-api.ts'
// oxlint-disable-next-line import/default -- Vite makes this export: the address of the built worker.
import workerUrl from '#workers/media/media-worker.ts?worker&url'
import { appUrl } from '../../lib/trusted-types.ts'

export type MediaOrder = ToMediaWorker<WritableStream<VideoFrame>, OffscreenCanvas, MessagePort>
export type MediaNews = Exclude<FromMediaWorker, { op: 'picture' }>

export interface PictureAsked {
  maxWidthPx: number
  /** Nobody is waiting for it. */
  mayWait: boolean
}

/** This tab's media worker, with its messages typed. */
export class MediaPort {
  readonly #worker = new Worker(appUrl(workerUrl), { type: 'module', name: 'sightline-media' })
  readonly #pictures = new Map<number, (picture: LastPicture | undefined) => void>()
  #requests = 0

  constructor(onNews: (news: MediaNews) => void) {
    this.#worker.addEventListener('message', ({ data }: MessageEvent<FromMediaWorker>) => {
      if (data.op !== 'picture') return onNews(data)
      this.#pictures.get(data.request)?.(data.picture)
      this.#pictures.delete(data.request)
    })
  }

  send(order: MediaOrder, transfer: Transferable[] = []): void {
    this.#worker.postMessage(order, transfer)
  }

  /** The picture of a window as it is now, before any later order is carried out; with `mayWait` it comes when there is time for it. */
  picture(window: number, { maxWidthPx, mayWait }: PictureAsked): Promise<LastPicture | undefined> {
    const request = ++this.#requests
    this.send({ op: 'picture', window, request, maxWidthPx, mayWait })
    return new Promise((resolve) => this.#pictures.set(request, resolve))
  }
}
