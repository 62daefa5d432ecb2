import { useQueries, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { ChannelRef } from '#contract/calls/event/event-filter.ts'
import type { PastPlace } from '#contract/recorded-media.ts'
import { channelKey } from '#shared/channel-key.ts'
import { eventTimesQuery, recordedQuery } from '../../data/records/recorded.ts'
import { recordedParts } from '../../lib/recorded-parts.ts'
import { eventsOf } from '../../ui/time-line/core/event-marks.ts'
import { recordedOf, type Recorded, type Segment } from '../../ui/time-line/core/segments.ts'
import { unionOf } from '../../ui/time-line/core/spans.ts'
import type { Span } from '../../ui/time-line/core/view.ts'

const none: readonly Segment[] = []
/** Arranged once for each list of lists, which is another one when something was recorded. */
const arranged = new WeakMap<readonly (readonly Segment[])[], Recorded>()

function arrangedOf(parts: readonly (readonly Segment[])[]): Recorded {
  let recorded = arranged.get(parts)
  if (recorded === undefined) arranged.set(parts, (recorded = recordedOf(parts.flat())))
  return recorded
}

/**
 * What is known of the recordings of these cameras: a lane for each, the time that any of them has, and the events of the day, once
 * it is known which day that is. `unknown`: the parts of the past of which some camera's recordings are not known yet.
 */
export function useRecorded(cameras: readonly (ChannelRef & { name: string })[], from: PastPlace, past: Span, day: Span | undefined) {
  const parts = recordedParts(past.fromMs, past.toMs)
  const { lists, unknown } = useQueries({
    queries: cameras.flatMap((camera) => parts.map((part) => recordedQuery(camera, from, part))),
    combine: (answers) => ({
      // The newest part was asked for first; the lists go the way of time.
      lists: cameras.map((_, index) =>
        answers
          .slice(index * parts.length, (index + 1) * parts.length)
          .map(({ data }) => data ?? none)
          .toReversed(),
      ),
      unknown: parts.filter((_, index) => answers.some(({ isPending }, at) => isPending && at % parts.length === index)),
    }),
  })
  const channels = cameras.map(({ sn, chlIndex }) => ({ sn, chlIndex }))
  const { data: times } = useQuery(eventTimesQuery(channels, day))
  const names = JSON.stringify(cameras.map(({ sn, chlIndex, name }) => ({ id: channelKey(sn, chlIndex), name })))
  const lanes = useMemo(() => {
    const named = JSON.parse(names) as { id: string; name: string }[]
    return named.map((lane, index) => ({ ...lane, recorded: arrangedOf(lists[index] ?? []) }))
  }, [names, lists])
  const recorded = useMemo(() => unionOf(lists.flat(2).toSorted((one, other) => one.startMs - other.startMs)), [lists])
  const events = useMemo(() => times && eventsOf(times.map((atMs) => ({ atMs, isAlarm: false }))), [times])
  return { lanes, recorded, unknown, events }
}
