import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod/mini'
import { recordingChoices, recordingKeep, recordingPlan } from '#contract/device-settings.ts'
import { streamKind } from '#contract/enums.ts'
import { lengths } from '#contract/limits.ts'
import { name, securityCode, serialNumber } from '#contract/rules.ts'

export const cameraName = name(lengths.deviceName)
/** What the bridge keeps of a camera that speaks ONVIF, too: its address, the profile and the sensor that are shown, and what it is. */
const onvifCamera = z.object({
  url: z.string(),
  /** SHA-256 fingerprint of the certificate that it has to show, for onvifs addresses. */
  certificate: z.optional(z.string()),
  profile: z.string(),
  source: z.string(),
  model: z.string().check(z.maxLength(64)),
  version: z.string().check(z.maxLength(32)),
  /** It takes new firmware from the bridge. */
  takesFirmware: z.optional(z.boolean()),
})
export type OnvifCamera = z.output<typeof onvifCamera>
/** A camera that the bridge serves: its RTSP streams. The addresses may hold credentials: they are never logged or shown. */
const camera = z.object({
  sn: serialNumber,
  securityCode,
  name: cameraName,
  url: z.string(),
  subUrl: z.optional(z.string()),
  /** SHA-256 fingerprints of the certificates that it showed when it was added, for rtsps addresses. */
  certificate: z.optional(z.string()),
  subCertificate: z.optional(z.string()),
  onvif: z.optional(onvifCamera),
  /** When its pictures are recorded; absent: all the time. */
  record: z.optional(z.enum(recordingChoices)),
  /** By what plan of the week, where it is that; and what is kept of it at most. */
  recordPlan: z.optional(recordingPlan),
  recordKeep: z.optional(recordingKeep),
  /** Which of its streams are recorded; absent: all. */
  recordStreams: z.optional(z.array(streamKind)),
})
export type Camera = z.output<typeof camera>

const FILE = 'cameras.json'

/** Where the bridge keeps its own, made if it is not there. */
export function bridgeFolder(dataFolder: string): string {
  const folder = join(dataFolder, 'bridge')
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  return folder
}

/** The cameras of the bridge; none before the first is added. */
export function readCameras(folder: string): Camera[] {
  try {
    return z.array(camera).parse(JSON.parse(readFileSync(join(folder, FILE), 'utf8')))
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return []
    throw error
  }
}

/** Replaces the list in one step, readable by its owner only. */
export function writeCameras(folder: string, cameras: readonly Camera[]): void {
  const fresh = join(folder, `${FILE}.new`)
  writeFileSync(fresh, `${JSON.stringify(cameras, null, 2)}\n`, { mode: 0o600, flush: true })
  renameSync(fresh, join(folder, FILE))
}

/**
 * Writes down the address that a camera has now, wherever its old one stood: each sensor of it is a camera of the bridge. The bridge has them begin anew
 * there.
 */
export function moveCamera(folder: string, sn: string, host: string): void {
  const cameras = readCameras(folder)
  const known = cameras.find((one) => one.sn === sn)?.onvif
  if (known === undefined) return
  const before = new URL(known.url).hostname
  const moved = (address: string) => {
    const parsed = new URL(address)
    if (parsed.hostname !== before) return address
    parsed.hostname = host
    return parsed.href
  }
  writeCameras(
    folder,
    cameras.map((one) => ({
      ...one,
      url: moved(one.url),
      ...(one.subUrl !== undefined && { subUrl: moved(one.subUrl) }),
      ...(one.onvif !== undefined && { onvif: { ...one.onvif, url: moved(one.onvif.url) } }),
    })),
  )
}
