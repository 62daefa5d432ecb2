import * as z from 'zod/mini'
import { screenSize } from '../../screen-size.ts'
import { lengths, limits } from '../../limits.ts'
import { channelIndex, identifier, name, serialNumber } from '../../rules.ts'
import { eventFilter, timeSpan, timeSpanRule } from '../event/event-filter.ts'
import { layoutValue, windows } from './layout-value.ts'
import { splits } from './wall-grid.ts'

/** How long each view of a tour stays, s. */
export const dwell = { leastS: 5, mostS: 600, usualS: 15 }
const dwellS = z.int().check(z.minimum(dwell.leastS), z.maximum(dwell.mostS))
const MOST_VIEWS = 50
const MOST_CAMERAS = 256

/** What comes onto the wall in turn: layouts, or cameras, `splitNum` at a time. */
export const tourValue = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('layouts'), dwellS, layoutIds: z.array(identifier).check(z.minLength(1), z.maxLength(MOST_VIEWS)) }),
  z.object({
    kind: z.literal('cameras'),
    dwellS,
    splitNum: z.literal(splits),
    channels: z.array(z.object({ sn: serialNumber, chlIndex: channelIndex })).check(z.minLength(1), z.maxLength(MOST_CAMERAS)),
  }),
])
export type TourValue = z.output<typeof tourValue>

/** One of the two outputs of a viewing station, by the station's serial number. */
const output = { sn: serialNumber, voId: z.literal([1, 2]) }
/** What an output shows (rule 3.8). */
const viewValue = z.object({ ...output, splitNum: z.literal(splits), views: windows })
/** Size of the screen at an output (rule 3.8); 1920x1080 where nobody has set it. */
const screenValue = z.object({ ...output, dpi: screenSize })

/** The time of a saved search: a length that ends when it is opened, or a span of the calendar. */
const searchTime = z.union([
  z.object({ lastMs: z.int().check(z.minimum(60_000), z.maximum(limits.searchRangeMs)) }),
  z.object(timeSpan).check(...timeSpanRule),
])
const { fromMs: _from, toMs: _to, ...searchFilter } = eventFilter
/** A search for events, to be made again. */
const searchValue = z.object({ time: searchTime, ...searchFilter })
export type SearchValue = z.output<typeof searchValue>

const kept = { configId: z.string(), configName: z.string(), updatedAtMs: z.number() }
/** `isShared`: everybody of the organization sees it, each with the cameras that they may see. `sharedBy`: whose it is, when it is not one's own. */
const shareable = { isShared: z.boolean(), sharedBy: z.optional(z.string()) }
const layoutConfig = z.object({ ...kept, ...shareable, configType: z.literal('layout'), configValue: layoutValue })
const tourConfig = z.object({ ...kept, ...shareable, configType: z.literal('tour'), configValue: tourValue })
const viewConfig = z.object({ ...kept, configType: z.literal('vs_view'), configValue: viewValue })
const screenConfig = z.object({ ...kept, configType: z.literal('vs_screen'), configValue: screenValue })
const searchConfig = z.object({ ...kept, configType: z.literal('search'), configValue: searchValue })

/** A named configuration of one user. */
export const userConfig = z.discriminatedUnion('configType', [layoutConfig, tourConfig, viewConfig, screenConfig, searchConfig])
export type AnyUserConfig = z.output<typeof userConfig>
/** A saved layout. */
export type UserConfig = z.output<typeof layoutConfig>
/** A saved tour. */
export type Tour = z.output<typeof tourConfig>
/** A saved view of an output of a viewing station; it is one's own alone. */
export type SavedStationView = z.output<typeof viewConfig>
/** A saved search; it is one's own alone. */
export type SavedSearch = z.output<typeof searchConfig>
export const userConfigType = z.enum(['layout', 'tour', 'vs_view', 'vs_screen', 'search'])

/** A configuration as it is saved: a new one has no `configId`. Without `isShared` it stays as it was, a new one one's own alone. */
const saved = { configId: z.optional(identifier), configName: name(lengths.configName) }
export const userConfigInput = z.discriminatedUnion('configType', [
  z.object({ ...saved, configType: z.literal('layout'), configValue: layoutValue, isShared: z.optional(z.boolean()) }),
  z.object({ ...saved, configType: z.literal('tour'), configValue: tourValue, isShared: z.optional(z.boolean()) }),
  z.object({ ...saved, configType: z.literal('vs_view'), configValue: viewValue }),
  z.object({ ...saved, configType: z.literal('vs_screen'), configValue: screenValue }),
  z.object({ ...saved, configType: z.literal('search'), configValue: searchValue }),
])
