import * as z from 'zod/mini'
import { streamKind } from '../../enums.ts'
import { channelIndex, name } from '../../rules.ts'

/** How many windows a wall may have. */
export const splits = [1, 4, 9, 16] as const
export type Split = (typeof splits)[number]

/** A layout of the wall (spec 2, section 3: configValue of a layout). `winIndex` counts from 0. */
export const layoutValue = z.object({
  splitNum: z.literal(splits),
  isDefault: z.boolean(),
  playChlList: z
    .array(
      z.object({
        winIndex: z.int().check(z.minimum(0), z.maximum(63)),
        sn: z.string().check(z.maxLength(32)),
        chlIndex: channelIndex,
        stream: z.optional(streamKind),
      }),
    )
    .check(z.maxLength(64)),
})
export type LayoutValue = z.output<typeof layoutValue>

/** A named configuration of one user. */
export const userConfig = z.object({
  configId: z.string(),
  configType: z.literal('layout'),
  configName: z.string(),
  configValue: layoutValue,
  updatedAtMs: z.number(),
})
export type UserConfig = z.output<typeof userConfig>
export const configName = name(32)
