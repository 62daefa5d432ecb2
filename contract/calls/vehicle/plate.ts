import * as z from 'zod/mini'
import { colours } from '../../event-attributes.ts'
import { identifier, name } from '../../rules.ts'
import { PLATE_TEXT_LENGTH, plateNumber } from '../../plates.ts'

/** Any short text, or none. */
const shortText = z.string().check(z.trim(), z.maxLength(PLATE_TEXT_LENGTH))

/** What is known of a plate, whatever group it is in. `brand`: one of `vehicleBrands`, or a text of somebody's own; `colour`: empty while unknown. */
export const plateRow = {
  plate: plateNumber,
  vehicleType: shortText,
  brand: shortText,
  model: shortText,
  owner: shortText,
  phone: shortText,
  // oxlint-disable-next-line no-underscore-dangle -- zod's own name for it
  colour: z._default(z.enum(['', ...colours]), ''),
}
export const plateFields = { groupId: identifier, ...plateRow }

/** A plate of the plate database (rule 3.7). */
export const plate = z.object({ plateId: z.string(), groupName: z.string(), ...plateFields })
export type Plate = z.output<typeof plate>

/** How many plates a group holds (rule 9.10): beyond it plate-group-full. */
export const PLATE_GROUP_CAPACITY = 10_000
/** Plates that one call changes at most. */
export const MOST_PLATES_AT_ONCE = 500
/** How many groups there are at most; they all fit one page (rule 9.2). */
export const MOST_PLATE_GROUPS = 1_000

export const plateGroupName = name(32)
/** A group of plates. `capacity`: how many it may hold; `usedBy`: the names of the alarm rules that look at it. */
export const plateGroup = z.object({
  groupId: z.string(),
  groupName: z.string(),
  plateTotal: z.int(),
  capacity: z.int(),
  usedBy: z.array(z.string()),
})
export type PlateGroup = z.output<typeof plateGroup>
