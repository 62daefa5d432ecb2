import { useQueries, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { ChannelRef } from '#contract/calls/event/event-filter.ts'
import type { PastPlace } from '#contract/recorded-media.ts'
import { channelKey } from '#shared/channel-key.ts'
import { eventTimesQuery, recordedQuery } from '../../data/records/recorded.ts'
import { eventsOf } from '../../ui/time-line/core/event-marks.ts'
import { recordedOf, type Recorded, type Segment } from '../../ui/time-line/core/segments.ts'
import { unionOf } from '../../ui/time-line/core/spans.ts'
import type { Span } from '../../ui/time-line/core/view.ts'

const none: readonly Segment[] = []
/** Arranged once for each list, which is another one when something was recorded. */
const arranged = new WeakMap<readonly Segment[], Recorded>()

function arrangedOf(segments: readonly Segment[]): Recorded {
  let recorded = arranged.get(segments)
  if (recorded === undefined) arranged.set(segments, (recorded = recordedOf(segments)))
  return recorded
}

/** What is known of the recordings of these cameras: a lane for each, the time that any of them has, and the events of the day. */
export function useRecorded(cameras: readonly (ChannelRef & { name: string })[], from: PastPlace, fromMs: number, day: Span) {
  const lists = useQueries({
    queries: cameras.map((camera) => recordedQuery(camera, from, fromMs)),
    combine: (answers) => answers.map(({ data }) => data ?? none),
  })
  const channels = cameras.map(({ sn, chlIndex }) => ({ sn, chlIndex }))
  const { data: times } = useQuery(eventTimesQuery(channels, day))
  const names = JSON.stringify(cameras.map(({ sn, chlIndex, name }) => ({ id: channelKey(sn, chlIndex), name })))
  const lanes = useMemo(() => {
    const named = JSON.parse(names) as { id: string; name: string }[]
    return named.map((lane, index) => ({ ...lane, recorded: arrangedOf(lists[index] ?? none) }))
  }, [names, lists])
  const recorded = useMemo(() => unionOf(lists.flat().toSorted((one, other) => one.startMs - other.startMs)), [lists])
  const events = useMemo(() => times && eventsOf(times.map((atMs) => ({ atMs, isAlarm: false }))), [times])
  return { lanes, recorded, events }
}
