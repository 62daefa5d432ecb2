import { cloudStorageDownloadTokenGet } from '#contract/calls/cloud-storage/cloud-storage-download-token-get.ts'
import type { CallResult, PluginPart } from '#contract/core-api.ts'
import type { OutputOf } from '#contract/define-call.ts'
import { limits } from '#contract/limits.ts'
import { updateCloudToken } from '#contract/plugin/commands/update-cloud-token.ts'
import { channelKey } from '#shared/channel-key.ts'
import type { Calls } from './calls.ts'
import type { PluginSocket } from './plugin-socket.ts'
import type { Clock } from './ports.ts'
import type { ServiceTime } from './service-time.ts'

/** How long before their end other links are asked for; links are good for as long as the service says, and never for longer than this. */
const life = { goodForMs: Number.POSITIVE_INFINITY, earlyMs: 60_000 }
const place = { storageType: 'object', bucketName: 'recordings', storageUrl: '/objects', resourceType: 'cloud' } as const

type PluginWindow = Pick<PluginPart, 'tabId' | 'winIndex'>
type CloudItem = OutputOf<typeof cloudStorageDownloadTokenGet>['recordings'][number]
type Part = Omit<PluginPart, 'tabId' | 'winIndex' | 'stream' | 'from'>

/** What is known of the recordings of a camera in a range of time. */
interface Links {
  items: CloudItem[]
  fromMs: number
  toMs: number
  askedAtMs: number
  /** How long after that others are asked for. */
  renewAfterMs: number
}

interface CloudNeeds {
  clock: Clock
  calls: Pick<Calls, 'send'>
  time: Pick<ServiceTime, 'nowMs'>
  plugin: Pick<PluginSocket, 'ask'>
  life?: typeof life
}

/**
 * Links to what the cloud keeps of cameras, for the plugin: those of a range at once, and new ones for what it plays before they run out. The
 * service is asked once in 5 s at most for a camera, unless somebody went elsewhere (rule 7.6).
 */
export class PluginCloud {
  readonly #needs: CloudNeeds
  readonly #life: typeof life
  readonly #links = new Map<string, Links>()
  /** By window: what ends the wait for its next links. */
  readonly #playing = new Map<string, () => void>()
  /** How many people have left: an answer that one of them waited for is kept for no other. */
  #person = 0

  /** `life`: as the service says, unless it is to be shorter. */
  constructor(needs: CloudNeeds) {
    this.#needs = needs
    this.#life = needs.life ?? life
  }

  /** The recordings that this part is in, each with its link. Fails as the call of the service does. */
  async itemsFor(part: Part): Promise<CallResult<CloudItem[]>> {
    const links = await this.#linksFor(part)
    if (!links.ok) return links
    return { ok: true, data: links.data.items.filter(({ startTime, endTime }) => startTime < part.endMs && endTime > part.startMs) }
  }

  /** A window plays this part, with the links of now, until it is stopped. */
  play(window: PluginWindow, part: Part): void {
    this.stop(window)
    const links = this.#links.get(channelKey(part.sn, part.chlIndex))
    if (links === undefined) return
    const { clock } = this.#needs
    const leftMs = links.askedAtMs + Math.max(links.renewAfterMs, limits.cloudTokenThrottleMs) - this.#needs.time.nowMs()
    this.#playing.set(
      keyOf(window),
      clock.at(clock.nowMs() + Math.max(0, leftMs), () => void this.#renew(window, part)),
    )
  }

  stop(window: PluginWindow): void {
    this.#playing.get(keyOf(window))?.()
    this.#playing.delete(keyOf(window))
  }

  forgetTab(tabId: string): void {
    for (const [key, cancel] of this.#playing) {
      if (!key.startsWith(`${tabId} `)) continue
      cancel()
      this.#playing.delete(key)
    }
  }

  /** Nobody is signed in any more: what was theirs is no answer to whoever comes next. */
  forgetPerson(): void {
    for (const cancel of this.#playing.values()) cancel()
    this.#playing.clear()
    this.#links.clear()
    this.#person += 1
  }

  async #renew(window: PluginWindow, part: Part): Promise<void> {
    const cancel = this.#playing.get(keyOf(window))
    const items = await this.itemsFor(part)
    // Meanwhile it may play something else, or nothing.
    if (cancel === undefined || this.#playing.get(keyOf(window)) !== cancel) return
    if (items.ok) {
      await this.#needs.plugin.ask(updateCloudToken, { tabId: window.tabId, winIndex: window.winIndex, items: items.data })
      if (this.#playing.get(keyOf(window)) === cancel) this.play(window, part)
      return
    }
    const { clock } = this.#needs
    this.#playing.set(
      keyOf(window),
      clock.after(limits.cloudTokenThrottleMs, () => void this.#renew(window, part)),
    )
  }

  async #linksFor(part: Part): Promise<CallResult<Links>> {
    const known = this.#links.get(channelKey(part.sn, part.chlIndex))
    const sinceMs = this.#needs.time.nowMs() - (known?.askedAtMs ?? Number.NEGATIVE_INFINITY)
    const isWithin = known !== undefined && known.fromMs <= part.startMs && part.startMs < known.toMs
    const isWhole = isWithin && part.endMs <= known.toMs && sinceMs < known.renewAfterMs
    if (isWithin && (isWhole || sinceMs < limits.cloudTokenThrottleMs)) return { ok: true, data: known }
    return this.#ask(part)
  }

  async #ask({ sn, chlIndex, startMs, endMs, rangeMs }: Part): Promise<CallResult<Links>> {
    const askedAtMs = this.#needs.time.nowMs()
    const person = this.#person
    const toMs = Math.max(endMs, startMs + rangeMs)
    const answer = await this.#needs.calls.send(cloudStorageDownloadTokenGet, { ...place, sn, chlIndex, startMs, endMs: toMs })
    if (!answer.ok) return answer
    // What is stored later is not among them.
    const goodForMs = Math.min(answer.data.storage.storageToken.durationSeconds * 1_000, this.#life.goodForMs)
    const toKnownMs = Math.min(toMs, askedAtMs)
    const links = {
      items: answer.data.recordings,
      fromMs: startMs,
      toMs: toKnownMs,
      askedAtMs,
      renewAfterMs: goodForMs - this.#life.earlyMs,
    }
    if (person === this.#person) this.#links.set(channelKey(sn, chlIndex), links)
    return { ok: true, data: links }
  }
}

function keyOf({ tabId, winIndex }: PluginWindow): string {
  return `${tabId} ${winIndex}`
}
