import { existsSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Demonstration, DemonstrationScene } from '#contract/demonstration.ts'
import { castDevices } from './cast.ts'
import { clipFile, listClips, readClip } from './clip.ts'
import type { KnownDevice } from './devices-file.ts'
import { toDeviceEvent } from './happening-event.ts'
import { pastDisks } from './state/past-disks.ts'
import { snapshotFile } from './snapshot.ts'

/** Writes down, beside the list of devices, what the service needs to know of the weeks before its first start; once. */
export function writeDemonstration(dataFolder: string, devices: readonly KnownDevice[]): void {
  const file = join(dataFolder, 'simulator', 'demonstration.json')
  if (existsSync(file)) return
  const told: Demonstration = {
    devices: castDevices(devices).map(({ device, model, channels }) => ({
      sn: device.sn,
      model,
      channels: channels.map(({ name, scene, offsetMs }) => ({ name, scene, offsetMs })),
      disks: pastDisks(device, channels.length, Date.now()),
    })),
    scenes: listClips()
      .filter(({ stream }) => stream === 'main')
      .map(({ scene }) => describe(scene)),
  }
  writeFileSync(`${file}.new`, JSON.stringify(told))
  renameSync(`${file}.new`, file)
}

function describe(scene: DemonstrationScene['scene']): DemonstrationScene {
  const { codec, width, height, fps, units, happenings, visits = [] } = readClip(scene, 'main')
  const base = units[0]?.data.byteOffset ?? 0
  return {
    scene,
    loopMs: Math.round((units.length * 1000) / fps),
    happenings: happenings.map((happening) => ({
      atMs: happening.atMs,
      ...toDeviceEvent(happening),
      picture: fileURLToPath(snapshotFile(`${scene}-${happening.atMs}`)),
    })),
    visits: visits.map((visit) => ({ ...toDeviceEvent(visit), picture: fileURLToPath(snapshotFile(visit.picture)) })),
    clip: {
      file: fileURLToPath(clipFile(scene, 'main')),
      codec,
      width,
      height,
      fps,
      units: units.map(({ data, isKey }) => ({ at: data.byteOffset - base, isKey })),
    },
  }
}
