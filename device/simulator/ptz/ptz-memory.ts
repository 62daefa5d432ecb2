import * as z from 'zod/mini'
import { cruise, freeName, preset, ptzLimits, track, type PtzEdit, type PtzState } from '#contract/ptz.ts'
import { Refusal } from '#device/agent/command-handlers.ts'
import type { Pose } from './pose.ts'

const pose = z.object({ x: z.number(), y: z.number(), zoom: z.number() })

/** What a pan-tilt-zoom camera keeps over restarts. */
export const ptzMemory = z.object({
  presets: z.array(z.extend(preset, { pose })),
  cruises: z.array(cruise),
  tracks: z.array(z.extend(track, { points: z.array(z.extend(pose, { afterMs: z.number() })) })),
})
export type PtzMemory = z.output<typeof ptzMemory>

/** A camera as it left the factory, with the presets of whoever mounted it. */
export const firstMemory: PtzMemory = {
  presets: [
    { index: 1, name: 'Overview', pose: { x: 0.5, y: 0.5, zoom: 1 } },
    { index: 2, name: 'Entrance', pose: { x: 0.42, y: 0.36, zoom: 3 } },
    { index: 3, name: 'Crossing', pose: { x: 0.8, y: 0.46, zoom: 2.4 } },
  ],
  cruises: [
    {
      index: 1,
      name: 'Round',
      presets: [1, 2, 3].map((index) => ({ index, speed: ptzLimits.cruiseSpeed.usual, holdS: ptzLimits.holdS.usual })),
    },
  ],
  tracks: [],
}

interface Named {
  index: number
  name: string
}

/** What the memory is after a change. Throws `Refusal`: `name-taken`, `full`, `not-found`, `bad-value`. */
export function edited(memory: PtzMemory, edit: Exclude<PtzEdit, { edit: 'track-record' }>, now: Pose): PtzMemory {
  const { presets, cruises, tracks } = memory
  switch (edit.edit) {
    case 'preset-create': {
      requireFree(presets, edit.name)
      const index = edit.index ?? freeIndex(presets, ptzLimits.presets)
      if (presets.some((one) => one.index === index)) throw new Refusal('bad-value', 'index')
      return { ...memory, presets: [...presets, { index, name: edit.name, pose: now }].toSorted(byIndex) }
    }
    case 'preset-rename':
      return { ...memory, presets: renamed(presets, edit) }
    case 'preset-move':
      return { ...memory, presets: changed(presets, edit.index, { pose: now }) }
    case 'preset-delete': {
      const left = without(presets, edit.index)
      const isLeft = ({ index }: { index: number }) => index !== edit.index
      return { ...memory, presets: left, cruises: cruises.map((one) => ({ ...one, presets: one.presets.filter(isLeft) })) }
    }
    case 'cruise-create': {
      requireFree(cruises, edit.name)
      requirePresets(presets, edit.presets)
      const index = freeIndex(cruises, ptzLimits.cruises)
      return { ...memory, cruises: [...cruises, { index, name: edit.name, presets: edit.presets }].toSorted(byIndex) }
    }
    case 'cruise-edit':
      requirePresets(presets, edit.presets)
      return { ...memory, cruises: changed(renamed(cruises, edit), edit.index, { presets: edit.presets }) }
    case 'cruise-delete':
      return { ...memory, cruises: without(cruises, edit.index) }
    case 'track-rename':
      return { ...memory, tracks: renamed(tracks, edit) }
    case 'track-delete':
      return { ...memory, tracks: without(tracks, edit.index) }
  }
}

/** Throws `Refusal` when a track of this name cannot be recorded. */
export function requireRoomForTrack({ tracks }: PtzMemory, name: string): void {
  requireFree(tracks, name)
  freeIndex(tracks, ptzLimits.tracks)
}

export function withTrack(memory: PtzMemory, name: string, points: PtzMemory['tracks'][number]['points']): PtzMemory {
  const index = freeIndex(memory.tracks, ptzLimits.tracks)
  const recorded = { index, name, durationMs: Math.min(Math.round(points.at(-1)?.afterMs ?? 0), ptzLimits.trackMs), points }
  return { ...memory, tracks: [...memory.tracks, recorded].toSorted(byIndex) }
}

/** The memory as it is told: where presets look and tracks go stays in the camera. */
export function told({ presets, cruises, tracks }: PtzMemory): Pick<PtzState, 'presets' | 'cruises' | 'tracks'> {
  return {
    presets: presets.map(({ index, name }) => ({ index, name })),
    cruises,
    tracks: tracks.map(({ index, name, durationMs }) => ({ index, name, durationMs })),
  }
}

function requireFree(others: readonly Named[], name: string): void {
  if (!freeName(others.map((one) => one.name)).safeParse(name).success) throw new Refusal('name-taken', 'name')
}

function requirePresets(presets: readonly Named[], stops: readonly { index: number }[]): void {
  if (!stops.every((stop) => presets.some(({ index }) => index === stop.index))) throw new Refusal('not-found', 'presets')
}

function freeIndex(taken: readonly Named[], most: number): number {
  for (let index = 1; index <= most; index += 1) if (!taken.some((one) => one.index === index)) return index
  throw new Refusal('full')
}

function changed<T extends Named>(list: readonly T[], index: number, change: Partial<T>): T[] {
  if (!list.some((one) => one.index === index)) throw new Refusal('not-found', 'index')
  return list.map((one) => (one.index === index ? { ...one, ...change } : one))
}

function renamed<T extends Named>(list: readonly T[], { index, name }: Named): T[] {
  requireFree(
    list.filter((one) => one.index !== index),
    name,
  )
  return changed<Named>(list, index, { name }) as T[]
}

function without<T extends Named>(list: readonly T[], index: number): T[] {
  if (!list.some((one) => one.index === index)) throw new Refusal('not-found', 'index')
  return list.filter((one) => one.index !== index)
}

function byIndex(one: Named, other: Named): number {
  return one.index - other.index
}
