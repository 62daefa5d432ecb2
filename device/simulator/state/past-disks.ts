import type { Demonstration } from '#contract/demonstration.ts'
import { CARD_ID, DISK_SAMPLE_MS, DISK_SAMPLES_KEPT_MS } from '#contract/calls/device/disk-history.ts'
import type { KnownDevice } from '../devices-file.ts'
import { firstState } from './device-state.ts'
import { describeCard, describeDisks, describeHealth } from './storage.ts'

type PastDisks = NonNullable<Demonstration['devices'][number]['disks']>

/** Every other time at which the service would have noted it. */
const APART_MS = 2 * DISK_SAMPLE_MS

/** What a device would have told of its disks and its card in the weeks before. */
export function pastDisks(device: KnownDevice, channels: number, nowMs: number): PastDisks {
  const state = firstState({ ...device, channels }, nowMs)
  const times: number[] = []
  for (let atMs = nowMs - DISK_SAMPLES_KEPT_MS; atMs < nowMs; atMs += APART_MS)
    times.push(Math.floor(atMs / DISK_SAMPLE_MS) * DISK_SAMPLE_MS)
  const use = (atMs: number, { totalBytes, freeBytes }: { totalBytes: number; freeBytes: number }, temperatureC: number | null) => ({
    atMs,
    usedBytes: totalBytes - freeBytes,
    totalBytes,
    temperatureC,
  })
  const disks = state.disks.map((disk, index) => ({
    diskId: disk.diskId,
    samples: times.flatMap((atMs) => {
      const told = describeDisks(state, atMs)[index]
      return told === undefined ? [] : [use(atMs, told, describeHealth(state, disk, device.sn, atMs).temperatureC)]
    }),
  }))
  const { sd } = state
  return sd ? [...disks, { diskId: CARD_ID, samples: times.map((atMs) => use(atMs, describeCard(sd, atMs), null)) }] : disks
}
