import { useQueries } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useSnapshot } from 'valtio'
import type { Archive } from '#contract/calls/archive/archive.ts'
import { coreState } from '../core/core.ts'
import { archiveQuery, createArchive, type ArchiveWish } from './archives.ts'
import { shareArchive, type ShareWish } from './archive-shares.ts'

/** One clip that is to be archived. */
interface ClipWish extends Pick<ArchiveWish, 'sn' | 'chlIndex' | 'startMs' | 'endMs' | 'title'> {
  key: string
}

interface Taken {
  archive: Archive
  /** What it was shared by, if nobody gets it by mail. */
  link?: string
  isShared?: boolean
}

/** The one way in which recordings become archives, and are shared: for `ArchiveDialog`. What the service has taken is not asked for again after a refusal. */
export function useArchiving() {
  const { isServiceReachable } = useSnapshot(coreState)
  const taken = useRef(new Map<string, Taken>())
  const [begun, setBegun] = useState<readonly Taken[]>([])
  const [batchId] = useState(() => crypto.randomUUID())
  const answers = useQueries({ queries: begun.map(({ archive }) => archiveQuery(archive.archiveId)) })
  return {
    isReachable: isServiceReachable,
    nowMs: () => Date.now() + coreState.clockOffsetMs,
    begun: begun.map(({ archive, link }, index) => ({ archive: answers[index]?.data?.archive ?? archive, link })),
    /** Throws `CallError`. `isTogether`: they are of one moment, and play side by side. */
    async make(
      wishes: readonly ClipWish[],
      facts: Pick<ArchiveWish, 'caseNumber' | 'tags' | 'notes'>,
      { isTogether, share }: { isTogether: boolean; share: Omit<ShareWish, 'archiveId'> | undefined },
    ): Promise<void> {
      const together = isTogether && wishes.length > 1 ? { batchId } : {}
      for (const { key, ...wish } of wishes) {
        const known = taken.current.get(key) ?? { archive: await createArchive({ ...wish, ...facts, ...together }) }
        taken.current.set(key, known)
        if (share === undefined || known.isShared === true) continue
        const [link] = await shareArchive({ ...share, archiveId: known.archive.archiveId })
        taken.current.set(key, { ...known, isShared: true, ...(share.emails.length === 0 && link && { link: link.url }) })
      }
      setBegun([...taken.current.values()])
    },
  }
}
