import { layoutValue, type LayoutValue } from '#contract/calls/config/user-config.ts'
import type { Snapshot } from '#contract/core-api.ts'
import type { Ports } from './ports.ts'

/** A picture larger than this is not one of ours. */
const MOST_PICTURE_BYTES = 2_000_000

function keyOf(channel: { sn: string; chlIndex: number }): string {
  return `${channel.sn} ${channel.chlIndex}`
}

/** What is kept on this machine for the person who is signed in: last pictures and the wall. Nothing without a session. */
export class Keepsakes {
  readonly #ports: Ports
  readonly #userId: () => string | undefined

  constructor(ports: Ports, userId: () => string | undefined) {
    this.#ports = ports
    this.#userId = userId
  }

  async putSnapshot(snapshot: Snapshot): Promise<void> {
    if (this.#userId() === undefined || snapshot.picture.byteLength > MOST_PICTURE_BYTES) return
    await this.#ports.store.snapshots.put(keyOf(snapshot), snapshot, snapshot.takenAtMs)
  }

  async getSnapshots(channels: { sn: string; chlIndex: number }[]): Promise<Snapshot[]> {
    if (this.#userId() === undefined) return []
    const found = await Promise.all(channels.map((channel) => this.#ports.store.snapshots.get(keyOf(channel))))
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

  /** Forgets all of it, whoever it was for. */
  async forget(): Promise<void> {
    const { snapshots, walls } = this.#ports.store
    await Promise.all([snapshots.deletePrefix(''), walls.deletePrefix('')])
  }
}
