import { readFileSync } from 'node:fs'
import type { Happening, Visit } from './happening.ts'

/** One picture as the encoder made it. */
export interface AccessUnit {
  /** Annex B, its access unit delimiter included. */
  data: Uint8Array
  isKey: boolean
}

export type SceneName = 'parking-lot' | 'shop-floor' | 'gate' | 'warehouse'

/** What `clips/index.json` says about a clip. */
export interface ClipEntry {
  scene: SceneName
  stream: 'main' | 'sub'
  width: number
  height: number
  fps: number
  frames: number
  keyFrameInterval: number
  /** For WebCodecs, such as `avc1.64001f`. */
  codec: string
  /** What is to be seen when, for analytics of the simulated camera. */
  happenings: Happening[]
  /** What it reported before the clip was filmed. */
  visits?: Visit[]
}

/** A clip that plays in a loop: its last picture leads on to its first, a key frame. */
export interface Clip extends ClipEntry {
  units: AccessUnit[]
}

const folder = new URL('./clips/', import.meta.url)
const unitType = { keySlice: 5, parameters: 7, delimiter: 9 } as const

/** All clips in the folder. */
export function listClips(): ClipEntry[] {
  return JSON.parse(readFileSync(new URL('index.json', folder), 'utf8')) as ClipEntry[]
}

/** Where the clip of a scene lies. */
export function clipFile(scene: string, stream: ClipEntry['stream']): URL {
  return new URL(`${scene}-${stream}.h264`, folder)
}

/** Reads a scene's clip of the large (`main`) or the small (`sub`) stream; throws when there is none. */
export function readClip(scene: string, stream: ClipEntry['stream']): Clip {
  const entry = listClips().find((clip) => clip.scene === scene && clip.stream === stream)
  if (!entry) throw new Error(`There is no ${stream} clip of a scene named ${scene}`)
  return { ...entry, units: splitAccessUnits(readFileSync(clipFile(scene, stream))) }
}

/** Cuts an Annex B stream at its access unit delimiters; the parts share the stream's memory. */
export function splitAccessUnits(stream: Uint8Array): AccessUnit[] {
  const units: AccessUnit[] = []
  let from = -1
  let isKey = false
  for (const { start, type } of nalPlaces(stream)) {
    if (type === unitType.delimiter) {
      if (from >= 0) units.push({ data: stream.subarray(from, start), isKey })
      from = start
      isKey = false
    }
    if (type === unitType.keySlice) isKey = true
  }
  if (from >= 0) units.push({ data: stream.subarray(from), isKey })
  return units
}

/** The codec's name as in RFC 6381, read from the first sequence parameter set. */
export function codecOf(stream: Uint8Array): string {
  for (const { payload, type } of nalPlaces(stream)) {
    if (type !== unitType.parameters) continue
    return `avc1.${Buffer.from(stream.subarray(payload + 1, payload + 4)).toString('hex')}`
  }
  throw new Error('The stream has no sequence parameter set')
}

/** NAL units by where their start code begins (with its leading zero, if any), where their header byte is, and their type. */
export function* nalPlaces(stream: Uint8Array): Generator<{ start: number; payload: number; type: number }> {
  let at = 0
  while (at + 3 < stream.length) {
    // The third byte of a start code is the rarest: look for it, then back.
    const one = stream.indexOf(1, at + 2)
    if (one === -1) return
    if (stream[one - 1] === 0 && stream[one - 2] === 0 && one + 1 < stream.length) {
      yield { start: one > 2 && stream[one - 3] === 0 ? one - 3 : one - 2, payload: one + 1, type: stream[one + 1]! & 31 }
    }
    at = one - 1
  }
}
