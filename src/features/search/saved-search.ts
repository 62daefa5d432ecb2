import type { SearchValue } from '#contract/calls/config/user-config.ts'
import { cameraText } from '../../ui/filters/place-address.ts'
import { lastingMs } from '../../ui/filters/time-presets.ts'
import { filterOf, readEventSearch, type EventSearch } from './event-search.ts'
import { presetOf, presetsMs } from '../../ui/filters/time-presets.ts'

/** What is saved of a search: one that was to end now ends, when it is opened, then. */
export function savedOf(search: EventSearch): SearchValue {
  const { fromMs, toMs, ...filter } = filterOf(search)
  const preset = presetOf(search)
  return { time: preset === undefined ? { fromMs, toMs } : { lastMs: presetsMs[preset] }, ...filter }
}

/** The address of a saved search. */
export function searchOf({ time, siteIds, channels, kinds, attributes, plate, minSimilarity }: SearchValue, nowMs: number): EventSearch {
  const span = 'lastMs' in time ? lastingMs(time.lastMs, nowMs) : { from: time.fromMs, until: time.toMs }
  return readEventSearch({
    ...span,
    sites: siteIds,
    cameras: channels?.map(cameraText),
    kinds,
    with: attributes,
    plate,
    similarity: minSimilarity,
  })
}
