import { cloudStorageDownloadTokenGet } from '#contract/calls/cloud-storage/cloud-storage-download-token-get.ts'
import type { CallResult, PluginPart } from '#contract/core-api.ts'
import type { OutputOf } from '#contract/define-call.ts'
import { limits } from '#contract/limits.ts'
import { channelKey } from '#shared/channel-key.ts'
import type { Calls } from './calls.ts'
import type { ServiceTime } from './service-time.ts'

/** Links are good for ten minutes at least; those that are to be had are asked for so long before. */
const GOOD_FOR_MS = 10 * 60_000
const EARLY_MS = 60_000
const place = { storageType: 'object', bucketName: 'recordings', storageUrl: '/objects', resourceType: 'cloud' } as const

type CloudItem = OutputOf<typeof cloudStorageDownloadTokenGet>['recordings'][number]
type Part = Omit<PluginPart, 'tabId' | 'winIndex' | 'stream' | 'from'>

/** What is known of the recordings of a camera in a range of time. */
interface Links {
  items: CloudItem[]
  fromMs: number
  toMs: number
  askedAtMs: number
}

/** Links to what the cloud keeps of cameras, for the plugin: those of a range at once, and new ones before they run out. */
export class PluginCloud {
  readonly #calls: Pick<Calls, 'send'>
  readonly #time: Pick<ServiceTime, 'nowMs'>
  readonly #links = new Map<string, Links>()

  constructor({ calls, time }: { calls: Pick<Calls, 'send'>; time: Pick<ServiceTime, 'nowMs'> }) {
    this.#calls = calls
    this.#time = time
  }

  /** The recordings that this part is in, each with its link. Fails as the call of the service does. */
  async itemsFor(part: Part): Promise<CallResult<CloudItem[]>> {
    const links = await this.#linksFor(part)
    if (!links.ok) return links
    return { ok: true, data: links.data.items.filter(({ startTime, endTime }) => startTime < part.endMs && endTime > part.startMs) }
  }

  async #linksFor(part: Part): Promise<CallResult<Links>> {
    const known = this.#links.get(channelKey(part.sn, part.chlIndex))
    const sinceMs = this.#time.nowMs() - (known?.askedAtMs ?? Number.NEGATIVE_INFINITY)
    const isWithin = known !== undefined && known.fromMs <= part.startMs && part.startMs < known.toMs
    const isWhole = isWithin && part.endMs <= known.toMs && sinceMs < GOOD_FOR_MS - EARLY_MS
    // Once in 5 s at most, unless somebody went elsewhere (rule 7.6).
    if (isWithin && (isWhole || sinceMs < limits.cloudTokenThrottleMs)) return { ok: true, data: known }
    return this.#ask(part)
  }

  async #ask({ sn, chlIndex, startMs, endMs, rangeMs = limits.cloudRangeMs }: Part): Promise<CallResult<Links>> {
    const askedAtMs = this.#time.nowMs()
    const toMs = Math.max(endMs, startMs + rangeMs)
    const answer = await this.#calls.send(cloudStorageDownloadTokenGet, { ...place, sn, chlIndex, startMs, endMs: toMs })
    if (!answer.ok) return answer
    // What is stored later is not among them.
    const links = { items: answer.data.recordings, fromMs: startMs, toMs: Math.min(toMs, askedAtMs), askedAtMs }
    this.#links.set(channelKey(sn, chlIndex), links)
    return { ok: true, data: links }
  }
}
