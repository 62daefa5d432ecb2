import type { Disk, DiskHealth, SdStatus } from '#contract/device-commands.ts'
import type { DeviceState, Volume } from './device-state.ts'
import { drawn } from './drawn.ts'

export const FORMAT_MS = 2_000
/** Recorders keep a little room, and overwrite the oldest before it is gone. */
const FULL = 0.98
const HOUR_MS = 3_600_000
const HEALTHY_SECTORS = 10

function fill({ totalBytes, bytesPerSecond, emptiedAtMs }: Volume, nowMs: number) {
  const written = Math.max(0, nowMs - emptiedAtMs) * (bytesPerSecond / 1000)
  const status = emptiedAtMs > nowMs ? ('formatting' as const) : ('normal' as const)
  return { status, totalBytes, freeBytes: Math.round(totalBytes - Math.min(written, totalBytes * FULL)) }
}

export function describeDisks(state: DeviceState, nowMs: number): Disk[] {
  return state.disks.map((disk) => ({ diskId: disk.diskId, model: disk.model, ...fill(disk, nowMs) }))
}

export function describeCard(sd: DeviceState['sd'], nowMs: number): SdStatus {
  return sd ? fill(sd, nowMs) : { status: 'none', totalBytes: 0, freeBytes: 0 }
}

/** Health and SMART attributes of a disk: hours and starts go on with time, the temperature with the hour of the day. */
export function describeHealth(state: DeviceState, disk: DeviceState['disks'][number], sn: string, nowMs: number): DiskHealth {
  const powerOnHours = Math.floor((nowMs - state.installedAtMs) / HOUR_MS)
  const warmth = Math.round(3 * Math.sin((nowMs / HOUR_MS / 24) * 2 * Math.PI))
  const temperatureC = 37 + drawn(sn, disk.diskId, 4) + warmth
  const starts = 3 + drawn(sn, `${disk.diskId} starts`, 12)
  const worn = Math.max(1, 100 - Math.floor(powerOnHours / 1_000))
  const attribute = (id: number, name: string, value: number, threshold: number, raw: number) => ({
    id,
    name,
    value,
    worst: value,
    threshold,
    raw,
  })
  return {
    diskId: disk.diskId,
    health: disk.badSectors > HEALTHY_SECTORS ? 'warning' : 'good',
    temperatureC,
    powerOnHours,
    smart: [
      attribute(1, 'Raw_Read_Error_Rate', 200, 51, 0),
      attribute(3, 'Spin_Up_Time', 178, 21, 4_083),
      attribute(4, 'Start_Stop_Count', 100, 0, starts),
      attribute(5, 'Reallocated_Sector_Ct', disk.badSectors > 0 ? 199 : 200, 140, disk.badSectors),
      attribute(9, 'Power_On_Hours', worn, 0, powerOnHours),
      attribute(12, 'Power_Cycle_Count', 100, 0, starts),
      attribute(194, 'Temperature_Celsius', 150 - temperatureC, 0, temperatureC),
      attribute(197, 'Current_Pending_Sector', 200, 0, 0),
      attribute(198, 'Offline_Uncorrectable', 200, 0, 0),
    ],
  }
}
