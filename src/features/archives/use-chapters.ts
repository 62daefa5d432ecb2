import { useLingui } from '@lingui/react'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { Archive } from '#contract/calls/archive/archive.ts'
import { timeIn } from '#shared/time/zone.ts'
import { eventsPageQuery } from '../../data/records/events.ts'
import type { Chapter } from '../../ui/clip-player/moments.ts'
import { eventKindNames } from '../../ui/text/event-kind-names.ts'

const none: Chapter[] = []

/** What the camera saw while it recorded this, as chapters. Where its events are not to be had there are none. */
export function useChapters({ sn, chlIndex, startMs, endMs }: Archive, zone: string): Chapter[] {
  const { i18n } = useLingui()
  const query = eventsPageQuery({ fromMs: startMs, toMs: endMs, channels: [{ sn, chlIndex }] })
  const { data } = useQuery({ ...query, meta: { isQuiet: true }, retry: false })
  return useMemo(
    () =>
      data?.events.map(({ eventId, atMs, kind, plate }) => ({
        id: eventId,
        atMs,
        name: [i18n._(eventKindNames[kind]), plate, timeIn(atMs, zone, 'HH:mm:ss')].filter(Boolean).join(' '),
      })) ?? none,
    [data, i18n, zone],
  )
}
