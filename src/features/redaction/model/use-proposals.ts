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

/**
 * What the camera has told of the clip, and the faces that were found in its pictures. One of the camera that is accepted is followed at once; all of them together
 * only stand where they were seen, and faces that were found are where they were found anyway.
 */
export function useProposals(
  archiveId: string,
  { startMs, endMs }: ArchiveVideo,
  areas: Areas,
  tracks: readonly FaceTrack[],
  { seek, follow }: Doors,
) {
  const { data } = useQuery(archiveQuery(archiveId))
  const { sn = '', chlIndex = 0 } = data?.archive ?? {}
  const events = useEventsOf({ sn, chlIndex }, startMs, endMs, data !== undefined)
  const [accepted, setAccepted] = useState<ReadonlySet<string>>(new Set())
  const lengthMs = endMs - startMs
  return {
    proposals: [...proposalsOf(events, startMs, lengthMs), ...foundProposals(tracks)].filter(({ id }) => !accepted.has(id)),
    accept(chosen: readonly Proposal[]) {
      const taken = chosen.slice(0, redactionLimits.areas - areas.areas.length)
      const [first] = taken
      const [area, ...others] = taken.map((proposal) => areaOf(proposal, lengthMs))
      if (first === undefined || area === undefined) return
      setAccepted(new Set([...accepted, ...taken.map(({ id }) => id)]))
      areas.add(area, ...others)
      seek(first.atMs)
      if (others.length === 0 && first.places === undefined) void follow(areas.areas.length, first.atMs, { ...area, toMs: lengthMs })
    },
  }
}
