import * as z from 'zod/mini'
import { screenSize } from '../../device-settings.ts'
import { streamKind } from '../../enums.ts'
import { channelIndex, identifier, name, serialNumber } from '../../rules.ts'

/** How many windows a wall may have. */
export const splits = [1, 4, 9, 16] as const
export type Split = (typeof splits)[number]

/** What each window shows. `winIndex` counts from 0. */
const windows = z
  .array(
    z.object({
      winIndex: z.int().check(z.minimum(0), z.maximum(63)),
      sn: z.string().check(z.maxLength(32)),
      chlIndex: channelIndex,
      stream: z.optional(streamKind),
    }),
  )
  .check(z.maxLength(64))

/** A layout of the wall (spec 2, section 3: configValue of a layout). */
export const layoutValue = z.object({ splitNum: z.literal(splits), isDefault: z.boolean(), playChlList: windows })
export type LayoutValue = z.output<typeof layoutValue>

/** One of the two outputs of a viewing station, by the station's serial number. */
const output = { sn: serialNumber, voId: z.literal([1, 2]) }
/** What an output shows (spec 2, section 3: video-station view config). */
const viewValue = z.object({ ...output, splitNum: z.literal(splits), views: windows })
/** Size of the screen at an output (spec 2, section 3); 1920x1080 where nobody has set it. */
const screenValue = z.object({ ...output, dpi: screenSize })

const kept = { configId: z.string(), configName: z.string(), updatedAtMs: z.number() }
const layoutConfig = z.object({ ...kept, configType: z.literal('layout'), configValue: layoutValue })
const viewConfig = z.object({ ...kept, configType: z.literal('vs_view'), configValue: viewValue })
const screenConfig = z.object({ ...kept, configType: z.literal('vs_screen'), configValue: screenValue })

/** A named configuration of one user. */
export const userConfig = z.discriminatedUnion('configType', [layoutConfig, viewConfig, screenConfig])
export type AnyUserConfig = z.output<typeof userConfig>
/** A saved layout. */
export type UserConfig = z.output<typeof layoutConfig>
export const userConfigType = z.enum(['layout', 'vs_view', 'vs_screen'])

/** A configuration as it is saved: a new one has no `configId`. */
const saved = { configId: z.optional(identifier), configName: name(32) }
export const userConfigInput = z.discriminatedUnion('configType', [
  z.object({ ...saved, configType: z.literal('layout'), configValue: layoutValue }),
  z.object({ ...saved, configType: z.literal('vs_view'), configValue: viewValue }),
  z.object({ ...saved, configType: z.literal('vs_screen'), configValue: screenValue }),
])
