import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { ArchiveVideo } from '#contract/calls/archive/archive.ts'
import { redactionLimits, type RedactionArea } from '#contract/redaction.ts'
import { archiveQuery } from '../../../data/records/archives.ts'
import { useEventsOf } from '../../../data/records/use-events-of.ts'
import type { FaceTrack } from './face-tracks.ts'
import { areaOf, foundProposals, proposalsOf, type Proposal } from './proposals.ts'
import type { Areas } from './use-areas.ts'

interface Doors {
  seek: (atMs: number) => void
  follow: (index: number, atMs: number, area: RedactionArea) => Promise<void>
}

interface Clip {
  clip: ArchiveVideo
  /** Where its film ends, ms from its begin: it is cut where pictures are, and may be longer than was asked for. */
  endMs: number
  found: readonly FaceTrack[]
  /** The search for more goes on. */
  isSearching: boolean
}

/**
 * What the camera has told of the clip, and the faces that were found in its pictures. One of the camera that is accepted is followed at once; all of them together
 * only stand where they were seen, and faces that were found are where they were found anyway.
 */
export function useProposals(
  archiveId: string,
  { clip: { startMs, endMs: clipEndMs }, endMs, found, isSearching }: Clip,
  areas: Areas,
  { seek, follow }: Doors,
) {
  const { data } = useQuery(archiveQuery(archiveId))
  const { sn = '', chlIndex = 0 } = data?.archive ?? {}
  const events = useEventsOf({ sn, chlIndex }, startMs, clipEndMs, data !== undefined)
  const [accepted, setAccepted] = useState<ReadonlySet<string>>(new Set())
  const all = [...proposalsOf(events, startMs, endMs), ...foundProposals(found, isSearching)].toSorted(
    (one, other) => one.atMs - other.atMs,
  )
  return {
    proposals: all.filter(({ id }) => !accepted.has(id)),
    accept(chosen: readonly Proposal[]) {
      const taken = chosen.slice(0, redactionLimits.areas - areas.areas.length)
      const [first] = taken
      const [area, ...others] = taken.map((proposal) => areaOf(proposal, endMs))
      if (first === undefined || area === undefined) return
      setAccepted(new Set([...accepted, ...taken.map(({ id }) => id)]))
      areas.add(area, ...others)
      seek(first.atMs)
      if (others.length === 0 && first.places === undefined) void follow(areas.areas.length, first.atMs, { ...area, toMs: endMs })
    },
  }
}
