import { layoutValue, type LayoutValue } from '#contract/calls/config/layout-value.ts'
import type { Snapshot } from '#contract/core-api.ts'
import { channelKey } from '#shared/channel-key.ts'
import type { Draft } from '../store/store.ts'
import { InOrder } from './in-order.ts'
import type { Ports } from './ports.ts'

/** A picture larger than this is not one of ours. */
const MOST_PICTURE_BYTES = 2_000_000
const PICTURE_TIMEOUT_MS = 10_000

/** What is kept on this machine for the person who is signed in: last pictures, drafts and the wall. Nothing without a session. */
export class LocalRecords {
  readonly #ports: Ports
  readonly #userId: () => string | undefined
  /** What was typed and is not written yet, the newest of each form; without values the draft goes. */
  readonly #typed = new Map<string, Omit<Draft, 'values'> & { values: Draft['values'] | undefined }>()
  readonly #drafts = new InOrder()

  constructor(ports: Ports, userId: () => string | undefined) {
    this.#ports = ports
    this.#userId = userId
  }

  async putSnapshot(snapshot: Snapshot): Promise<void> {
    if (this.#userId() === undefined || snapshot.picture.byteLength > MOST_PICTURE_BYTES) return
    await this.#ports.store.snapshots.put(channelKey(snapshot.sn, snapshot.chlIndex), snapshot, snapshot.takenAtMs)
  }

  async getSnapshots(channels: { sn: string; chlIndex: number }[]): Promise<Snapshot[]> {
    if (this.#userId() === undefined) return []
    const found = await Promise.all(channels.map(({ sn, chlIndex }) => this.#ports.store.snapshots.get(channelKey(sn, chlIndex))))
    return found.filter((snapshot) => snapshot !== undefined)
  }

  async getWall(): Promise<LayoutValue | undefined> {
    const userId = this.#userId()
    return userId === undefined ? undefined : this.#ports.store.walls.get(userId)
  }

  async putWall(wall: LayoutValue): Promise<void> {
    const userId = this.#userId()
    const parsed = layoutValue.safeParse(wall)
    if (userId !== undefined && parsed.success) await this.#ports.store.walls.put(userId, parsed.data, this.#ports.clock.nowMs())
  }

  getDraft(name: string): Promise<Record<string, string> | undefined> {
    return this.#drafts.add(async () => {
      const userId = this.#userId()
      return userId === undefined ? undefined : (await this.#ports.store.drafts.get(`${userId} ${name}`))?.values
    })
  }

  /** Written one after the other, as they were typed: sealing one takes longer than deleting it. */
  async putDraft(name: string, values: Record<string, string> | undefined): Promise<void> {
    const userId = this.#userId()
    if (userId === undefined) return
    const key = `${userId} ${name}`
    this.#typed.set(key, { key, userId, values, atMs: this.#ports.clock.nowMs() })
    await this.#drafts.add(() => this.#writeDraft(key))
  }

  async #writeDraft(key: string): Promise<void> {
    const typed = this.#typed.get(key)
    if (typed === undefined) return
    this.#typed.delete(key)
    const { values, ...rest } = typed
    const { drafts } = this.#ports.store
    await (values === undefined ? drafts.delete(key) : drafts.put(key, { ...rest, values }, rest.atMs))
  }

  /** The picture behind a signed link: it never changes, and is kept by its path, since the signature lasts for minutes only. */
  async picture(url: string): Promise<Uint8Array<ArrayBuffer> | undefined> {
    const { origin, clock, store } = this.#ports
    const { pathname, origin: asked } = new URL(url, origin)
    if (this.#userId() === undefined || asked !== origin) return undefined
    const kept = await store.pictures.get(pathname)
    if (kept !== undefined) return kept
    try {
      const response = await this.#ports.fetch(new URL(url, origin).href, {
        credentials: 'omit',
        signal: AbortSignal.timeout(PICTURE_TIMEOUT_MS),
      })
      const picture = new Uint8Array(await response.arrayBuffer())
      if (!response.ok || picture.byteLength > MOST_PICTURE_BYTES) return undefined
      await store.pictures.put(pathname, picture, clock.nowMs())
      return picture
    } catch {
      return undefined
    }
  }
}
