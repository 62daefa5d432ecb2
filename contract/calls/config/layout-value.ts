import * as z from 'zod/mini'
import { pictureShape, streamKind } from '../../enums.ts'
import { channelIndex } from '../../rules.ts'
import { MOST_WINDOWS, splits, wallGrid } from './wall-grid.ts'

/** What each window shows. `winIndex` counts from 0. */
export const windows = z
  .array(
    z.object({
      winIndex: z.int().check(z.minimum(0), z.maximum(MOST_WINDOWS - 1)),
      sn: z.string().check(z.maxLength(32)),
      chlIndex: channelIndex,
      stream: z.optional(streamKind),
      /** `fit` where nobody has chosen another. */
      shape: z.optional(pictureShape),
    }),
  )
  .check(z.maxLength(MOST_WINDOWS))

const isSplit = (count: number) => splits.some((split) => split === count)

/** A layout of the wall (rule 3.8). With a `grid` its windows, `splitNum` of them, stand where somebody put them. */
export const layoutValue = z
  .object({
    splitNum: z.int().check(z.minimum(1), z.maximum(MOST_WINDOWS)),
    isDefault: z.boolean(),
    playChlList: windows,
    grid: z.optional(wallGrid),
  })
  .check(
    z.refine(({ splitNum, grid }) => (grid === undefined ? isSplit(splitNum) : grid.cells.length === splitNum), { path: ['splitNum'] }),
  )
export type LayoutValue = z.output<typeof layoutValue>
