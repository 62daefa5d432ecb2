import type { FastifyBaseLogger } from 'fastify'
import { CARD_ID, DISK_SAMPLE_MS, DISK_SAMPLES_KEPT_MS, type DiskSample } from '#contract/calls/device/disk-history.ts'
import type { CommandRequest, CommandResult } from '#contract/device-commands.ts'
import type { Db } from '../db/open.ts'
import type { Now, Sweeper } from '../runtime/clock.ts'
import type { DeviceCommands } from './device-commands.ts'

const PURGE_EVERY_MS = 60 * 60_000
/** Devices of which is remembered that they have said enough for now. */
const MOST_REMEMBERED = 100_000

interface Parts {
  db: Db
  now: Now
  log: FastifyBaseLogger
  sweeper: Sweeper
  deviceCommands: DeviceCommands
}
type Change = Partial<{ used_bytes: number; total_bytes: number; temperature_c: number }>

/** How full and how warm disks were, from what devices answer to whoever asks: the first answer of each three hours is kept, for 30 days. */
export class DiskSamples {
  readonly #parts: Parts
  /** What was kept, by disk and kind of answer: of which three hours. */
  readonly #kept = new Map<string, number>()
  #purgeAgainMs = 0

  constructor(parts: Parts) {
    this.#parts = parts
    parts.sweeper.tidy(() => this.#purge())
    parts.deviceCommands.onAnswer((sn, name, request, result) => {
      if (name === 'storage-info') this.#storage(sn, result as CommandResult<'storage-info'>)
      if (name === 'sd-status') this.#card(sn, result as CommandResult<'sd-status'>)
      if (name === 'disk-health') {
        const { temperatureC } = result as CommandResult<'disk-health'>
        this.#keep(sn, (request as CommandRequest<'disk-health'>).diskId, 'health', { temperature_c: temperatureC })
      }
    })
  }

  /** The oldest first. */
  async of(sn: string, diskId: string): Promise<DiskSample[]> {
    const rows = await this.#parts.db
      .selectFrom('disk_sample')
      .where('sn', '=', sn)
      .where('disk_id', '=', diskId)
      .where('at_ms', '>=', this.#parts.now() - DISK_SAMPLES_KEPT_MS)
      .orderBy('at_ms')
      .select(['at_ms', 'used_bytes', 'total_bytes', 'temperature_c'])
      .execute()
    return rows.map((row) => ({
      atMs: row.at_ms,
      usedBytes: row.used_bytes,
      totalBytes: row.total_bytes,
      temperatureC: row.temperature_c,
    }))
  }

  #storage(sn: string, { disks }: CommandResult<'storage-info'>): void {
    for (const { diskId, totalBytes, freeBytes } of disks)
      this.#keep(sn, diskId, 'use', { used_bytes: Math.max(0, totalBytes - freeBytes), total_bytes: totalBytes })
  }

  #card(sn: string, { status, totalBytes, freeBytes }: CommandResult<'sd-status'>): void {
    if (status !== 'none') this.#keep(sn, CARD_ID, 'use', { used_bytes: Math.max(0, totalBytes - freeBytes), total_bytes: totalBytes })
  }

  /** Never rejects: nobody waits for it. */
  #keep(sn: string, disk_id: string, kind: 'use' | 'health', change: Change): void {
    const { db, now, log } = this.#parts
    const at_ms = Math.floor(now() / DISK_SAMPLE_MS) * DISK_SAMPLE_MS
    const key = `${sn} ${disk_id} ${kind}`
    if (this.#kept.get(key) === at_ms) return
    if (this.#kept.size >= MOST_REMEMBERED) this.#kept.clear()
    this.#kept.set(key, at_ms)
    const nothing = { used_bytes: null, total_bytes: null, temperature_c: null }
    void db
      .insertInto('disk_sample')
      .values({ sn, disk_id, at_ms, ...nothing, ...rounded(change) })
      .onConflict((conflict) => conflict.columns(['sn', 'disk_id', 'at_ms']).doUpdateSet(rounded(change)))
      .execute()
      .catch((fault: unknown) => {
        this.#kept.delete(key)
        log.error(fault, 'How full a disk is could not be kept')
      })
  }

  async #purge(): Promise<void> {
    const { db, now } = this.#parts
    if (now() < this.#purgeAgainMs) return
    this.#purgeAgainMs = now() + PURGE_EVERY_MS
    await db
      .deleteFrom('disk_sample')
      .where('at_ms', '<', now() - DISK_SAMPLES_KEPT_MS)
      .execute()
  }
}

/** Bytes are whole; degrees need not be. */
function rounded({ used_bytes, total_bytes, temperature_c }: Change): Change {
  return {
    ...(used_bytes !== undefined && { used_bytes: Math.round(used_bytes) }),
    ...(total_bytes !== undefined && { total_bytes: Math.round(total_bytes) }),
    ...(temperature_c !== undefined && { temperature_c }),
  }
}
