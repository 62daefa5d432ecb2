import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { ArchiveVideo } from '#contract/calls/archive/archive.ts'
import { redactionLimits, type RedactionArea } from '#contract/redaction.ts'
import { archiveQuery } from '../../../data/records/archives.ts'
import { useEventsOf } from '../../../data/records/use-events-of.ts'
import { areaOf, proposalsOf, type Proposal } from './proposals.ts'
import type { Areas } from './use-areas.ts'

interface Doors {
  seek: (atMs: number) => void
  follow: (index: number, atMs: number, area: RedactionArea) => Promise<void>
}

/** What the camera has told of the clip. One that is accepted is followed at once; all of them together only stand where they were seen. */
export function useProposals(archiveId: string, { startMs, endMs }: ArchiveVideo, areas: Areas, { seek, follow }: Doors) {
  const { data } = useQuery(archiveQuery(archiveId))
  const { sn = '', chlIndex = 0 } = data?.archive ?? {}
  const events = useEventsOf({ sn, chlIndex }, startMs, endMs, data !== undefined)
  const [accepted, setAccepted] = useState<ReadonlySet<string>>(new Set())
  const lengthMs = endMs - startMs
  return {
    proposals: proposalsOf(events, startMs, lengthMs).filter(({ id }) => !accepted.has(id)),
    accept(chosen: readonly Proposal[]) {
      const taken = chosen.slice(0, redactionLimits.areas - areas.areas.length)
      const [first] = taken
      const [area, ...others] = taken.map((proposal) => areaOf(proposal, lengthMs))
      if (first === undefined || area === undefined) return
      setAccepted(new Set([...accepted, ...taken.map(({ id }) => id)]))
      areas.add(area, ...others)
      seek(first.atMs)
      if (others.length === 0) void follow(areas.areas.length, first.atMs, { ...area, toMs: lengthMs })
    },
  }
}
