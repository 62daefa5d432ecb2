import * as z from 'zod/mini'
import { channelIndex, name, says } from './rules.ts'

/** A channel whose camera can be moved says so among its functions. */
export const PTZ_FUNCTION = 'ptz'

/** Limits of pan-tilt-zoom cameras (rule 5.9). A device may have fewer presets, and says so. */
export const ptzLimits = {
  presets: 255,
  cruises: 8,
  cruisePresets: 16,
  cruiseSpeed: { least: 1, most: 8, usual: 5 },
  holdS: { least: 15, most: 240, usual: 30 },
  /** Speed of a movement that a person steers. */
  speed: { least: 1, most: 4, usual: 4 },
  tracks: 4,
  /** No more is kept of a longer track. */
  trackMs: 180_000,
  nameLength: 32,
  /** A movement that is not renewed within this time ends by itself: whoever held it may be gone. */
  holdMs: 1_500,
  /** While a button is held the movement is renewed so often. */
  renewMs: 500,
} as const

/** Speed of a movement, always 1 to 4: what is beyond is taken for the nearest (rule 5.9). */
export function clampSpeed(speed: number): number {
  const { least, most, usual } = ptzLimits.speed
  return Number.isNaN(speed) ? usual : Math.min(Math.max(Math.round(speed), least), most)
}

const whole = (least: number, most: number) => z.int().check(z.minimum(least), z.maximum(most))
const speed = z.number().check(z.overwrite(clampSpeed))
/** From -1 to 1: a share of the speed, and its direction. */
const push = z.number().check(z.minimum(-1), z.maximum(1))
/** A place in the picture, as a share of its width or height from the upper left. */
const share = z.number().check(z.minimum(0), z.maximum(1))

export const presetIndex = whole(1, ptzLimits.presets)
const cruiseIndex = whole(1, ptzLimits.cruises)
const trackIndex = whole(1, ptzLimits.tracks)
const ptzName = name(ptzLimits.nameLength)
/** Made up by whoever begins a movement; nobody else knows it, so nobody else goes on with it. */
const moveId = z.string().check(z.regex(/^[\w-]{16,64}$/))

/** Where a movement goes: pan right, tilt up, zoom in, focus far and iris open are positive. What is not named stands still. */
export const ptzMotion = z.object({
  pan: z.optional(push),
  tilt: z.optional(push),
  zoom: z.optional(push),
  focus: z.optional(push),
  iris: z.optional(push),
})
export type PtzMotion = z.output<typeof ptzMotion>

/** A stop of a cruise: which preset, how fast there, and how long the camera holds it. */
export const cruiseStop = z.object({
  index: presetIndex,
  speed: whole(ptzLimits.cruiseSpeed.least, ptzLimits.cruiseSpeed.most),
  holdS: whole(ptzLimits.holdS.least, ptzLimits.holdS.most),
})
export type CruiseStop = z.output<typeof cruiseStop>
export const cruiseStops = z.array(cruiseStop).check(z.minLength(1, says('required')), z.maxLength(ptzLimits.cruisePresets))

/** A position that the camera remembers. */
export const preset = z.object({ index: presetIndex, name: ptzName })
export type Preset = z.output<typeof preset>
/** A tour of presets. Without stops when its presets were deleted; it does not run then. */
export const cruise = z.object({
  index: cruiseIndex,
  name: ptzName,
  presets: z.array(cruiseStop).check(z.maxLength(ptzLimits.cruisePresets)),
})
export type Cruise = z.output<typeof cruise>
/** A movement that was recorded. */
export const track = z.object({
  index: trackIndex,
  name: ptzName,
  durationMs: z.int().check(z.minimum(0), z.maximum(ptzLimits.trackMs)),
})
export type Track = z.output<typeof track>

/** Where the camera looks (degrees from its middle, times of zoom; focus and iris from -1 to 1) and what it does. `index`: of what it runs or goes to. */
export const ptzStatus = z.object({
  pan: z.number(),
  tilt: z.number(),
  zoom: z.number(),
  focus: push,
  iris: push,
  doing: z.enum(['still', 'moving', 'preset', 'cruise', 'track', 'recording']),
  index: z.nullable(z.int()),
})
export type PtzStatus = z.output<typeof ptzStatus>

/** All that is known of a pan-tilt-zoom camera. */
export const ptzState = z.object({
  capabilities: z.object({
    presets: whole(0, ptzLimits.presets),
    cruises: whole(0, ptzLimits.cruises),
    cruisePresets: whole(0, ptzLimits.cruisePresets),
    tracks: whole(0, ptzLimits.tracks),
    hasFocus: z.boolean(),
    hasIris: z.boolean(),
    /** Whether it brings a place of the picture to the middle, makes a box the whole picture, and says how far it zooms; absent: it does. */
    canCentre: z.optional(z.boolean()),
    canZoomIntoBox: z.optional(z.boolean()),
    tellsZoom: z.optional(z.boolean()),
  }),
  status: ptzStatus,
  presets: z.array(preset).check(z.maxLength(ptzLimits.presets)),
  cruises: z.array(cruise).check(z.maxLength(ptzLimits.cruises)),
  tracks: z.array(track).check(z.maxLength(ptzLimits.tracks)),
})
export type PtzState = z.output<typeof ptzState>

/**
 * What a camera can be told to do. `move` ends after `holdMs` unless it is renewed, `stop` ends whatever the camera does; with a `moveId` only
 * that movement. `centre` brings a place of the picture to its middle, `area` makes a part of it the whole.
 */
export const ptzAct = z.discriminatedUnion('act', [
  z.object({ act: z.literal('move'), moveId, motion: ptzMotion, speed }),
  z.object({ act: z.literal('stop'), moveId: z.optional(moveId) }),
  z.object({ act: z.literal('centre'), x: share, y: share }),
  z.object({ act: z.literal('area'), left: share, top: share, width: share, height: share }),
  z.object({ act: z.literal('preset-go'), index: presetIndex }),
  z.object({ act: z.literal('cruise-run'), index: cruiseIndex }),
  z.object({ act: z.literal('cruise-stop') }),
  z.object({ act: z.literal('track-run'), index: trackIndex }),
  z.object({ act: z.literal('track-stop') }),
])
export type PtzAct = z.output<typeof ptzAct>

/** Goes on with a movement, perhaps in another direction. */
export const ptzRenewal = z.object({ moveId, motion: ptzMotion, speed })
export type PtzRenewal = z.output<typeof ptzRenewal>

/** What of a camera's memory can be changed. A preset is made at, and moved to, where the camera looks; `track-record` records until `track-stop`. */
export const ptzEdit = z.discriminatedUnion('edit', [
  z.object({ edit: z.literal('preset-create'), name: ptzName, index: z.optional(presetIndex) }),
  z.object({ edit: z.literal('preset-rename'), index: presetIndex, name: ptzName }),
  z.object({ edit: z.literal('preset-move'), index: presetIndex }),
  z.object({ edit: z.literal('preset-delete'), index: presetIndex }),
  z.object({ edit: z.literal('cruise-create'), name: ptzName, presets: cruiseStops }),
  z.object({ edit: z.literal('cruise-edit'), index: cruiseIndex, name: ptzName, presets: cruiseStops }),
  z.object({ edit: z.literal('cruise-delete'), index: cruiseIndex }),
  z.object({ edit: z.literal('track-record'), name: ptzName }),
  z.object({ edit: z.literal('track-rename'), index: trackIndex, name: ptzName }),
  z.object({ edit: z.literal('track-delete'), index: trackIndex }),
])
export type PtzEdit = z.output<typeof ptzEdit>

/** A name that none of the others has; case and spaces around it make no difference (rule 5.4). */
export function freeName(others: readonly string[]) {
  const taken = new Set(others.map(keyOf))
  return ptzName.check(z.refine((text: string) => !taken.has(keyOf(text)), says('name-taken')))
}

function keyOf(text: string): string {
  return text.trim().toLowerCase()
}

/** Commands of the device gateway for pan-tilt-zoom channels. */
const ofChannel = { chlIndex: channelIndex }
export const ptzCommands = {
  'ptz-get': { request: z.object(ofChannel), result: ptzState, changes: false },
  'ptz-act': { request: z.object({ ...ofChannel, act: ptzAct }), result: ptzStatus, changes: false },
  'ptz-renew': { request: z.object({ ...ofChannel, renewal: ptzRenewal }), result: ptzStatus, changes: false },
  'ptz-edit': { request: z.object({ ...ofChannel, edit: ptzEdit }), result: ptzState, changes: false },
} as const
