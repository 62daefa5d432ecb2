import * as z from 'zod/mini'
import { objectBox } from './object-box.ts'

/** What of an archive's pictures is made unreadable in a second file beside it. */
export const redactionLimits = {
  areas: 40,
  /** Of all areas together: so many moments at which somebody, or what follows the picture, says where an area is. */
  moments: 2_000,
  corners: 24,
  /** Redacted files of one archive; more fails with too-many-redactions. */
  ofArchive: 10,
  /** Of one organization that are not made yet; more fails with too-many-archives-waiting. */
  unfinished: 20,
} as const

export const redactionForms = ['rectangle', 'ellipse', 'polygon'] as const
const redactionForm = z.enum(redactionForms)
export type RedactionForm = z.output<typeof redactionForm>

/** `blur`: a few large, soft spots of colour stay. `black`: nothing stays. */
export const redactionLooks = ['blur', 'black'] as const
const redactionLook = z.enum(redactionLooks)

/** The longest clip, and what follows it. */
const clipMs = z.number().check(z.minimum(0), z.maximum(2 * 60 * 60_000))
const share = z.number().check(z.minimum(0), z.maximum(1))

/** Where an area is at one moment: ms from the begin of the clip, and the box around it. Between two moments it moves evenly; before the first and after the last it stands still. */
const redactionMoment = z.object({ atMs: clipMs, box: objectBox })

/**
 * An area that is made unreadable from `fromMs` to `toMs` of the clip, both included. Its moments are in order. `corners` are those of a polygon, as
 * shares of its box, which moves with it.
 */
export const redactionArea = z
  .object({
    form: redactionForm,
    look: redactionLook,
    fromMs: clipMs,
    toMs: clipMs,
    moments: z.array(redactionMoment).check(z.minLength(1), z.maxLength(redactionLimits.moments)),
    corners: z.optional(z.array(z.object({ x: share, y: share })).check(z.minLength(3), z.maxLength(redactionLimits.corners))),
  })
  .check(
    z.refine(({ fromMs, toMs }) => fromMs <= toMs, { path: ['toMs'], error: 'not-after-start' }),
    z.refine(({ moments }) => moments.every(({ atMs }, index) => index === 0 || atMs > (moments[index - 1]?.atMs ?? 0)), {
      path: ['moments'],
      error: 'not-in-order',
    }),
    z.refine(({ form, corners }) => (form === 'polygon') === (corners !== undefined), { path: ['corners'], error: 'corners-of-polygons' }),
  )
export type RedactionArea = z.output<typeof redactionArea>

export const redactionAreas = z.array(redactionArea).check(
  z.maxLength(redactionLimits.areas),
  z.refine<RedactionArea[]>((areas) => areas.reduce((sum, { moments }) => sum + moments.length, 0) <= redactionLimits.moments, {
    error: 'too-many-moments',
  }),
)
