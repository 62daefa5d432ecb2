import { useCallback, useEffect, useState } from 'react'
import { BUNDLE_FORM } from '#contract/archives.ts'
import type { ArchiveVideo } from '#contract/calls/archive/archive.ts'
import { archivesDownloadTokenNoTokenGet } from '#contract/calls/archive/archives-download-token-no-token-get.ts'
import { archivesProofNoTokenGet } from '#contract/calls/archive/archives-proof-no-token-get.ts'
import { archivesShareGet } from '#contract/calls/archive/archives-share-get.ts'
import { archivesSharePlayed } from '#contract/calls/archive/archives-share-played.ts'
import { archivesVideoNoTokenList } from '#contract/calls/archive/archives-video-no-token-list.ts'
import type { Proof } from '#contract/calls/archive/proof.ts'
import { codeOf } from '#contract/errors.ts'
import type { OutputOf } from '#contract/define-call.ts'
import { CallError } from '../data/core/call-error.ts'
import { visitorCall } from './visitor-call.ts'

const UNREADY = codeOf('share-unready')
/** What ends a share that is open. One that may be opened no more is seen to its end by whoever has opened it. */
const ends: readonly number[] = [codeOf('share-revoked'), codeOf('share-expired'), codeOf('share-suspended'), codeOf('share-missing')]
/** What ends it for whoever has opened it, too, when they ask for newer links: asked again the answer is the same. */
const endsAnew = [...ends, codeOf('share-used-up'), codeOf('share-password-needed'), codeOf('share-password-wrong')]
/** How soon is asked again what could not be had: a clip that is not made yet, or newer links. */
const ASK_AGAIN_MS = 3_000

type Share = OutputOf<typeof archivesShareGet>

/** One of the clips that a share passes on. A clip without a proof is shown all the same. */
export type OneClip = Share['clips'][number] & { video: ArchiveVideo | undefined; proof: Proof | undefined }

interface SharedClips {
  share: Share
  clips: OneClip[]
  /** This opening among those of the share. */
  openingId: string
}

interface Loaded {
  data?: SharedClips
  error?: unknown
}

/**
 * What a visitor sees of a share, asked for once for each password: each time counts. `lookAgain` is for a film that breaks off: if the share has
 * ended, that is the error from then on. `renew` is for one whose link has run out: the same opening goes on by newer links, as soon as they can be had.
 */
export function useSharedClips(
  shareId: string,
  password: string | undefined,
): Loaded & { lookAgain: () => Promise<void>; renew: () => void } {
  const [loaded, setLoaded] = useState<Loaded>({})
  useEffect(() => {
    let isWanted = true
    let timer: ReturnType<typeof setTimeout> | undefined
    const ask = () =>
      void onceFor(shareId, password).then(
        (data) => isWanted && setLoaded({ data }),
        (error: unknown) => {
          if (!isWanted) return
          setLoaded({ error })
          if (!(error instanceof CallError && error.code === UNREADY)) return
          newest = undefined
          timer = setTimeout(ask, ASK_AGAIN_MS)
        },
      )
    ask()
    return () => {
      isWanted = false
      clearTimeout(timer)
    }
  }, [shareId, password])
  const lookAgain = async () => {
    const error = await endOf(shareId, password)
    if (error) setLoaded({ error })
  }
  const { data } = loaded
  /** What a newer link was asked for. */
  const [old, setOld] = useState<SharedClips>()
  const renew = useCallback(() => setOld(data), [data])
  useEffect(() => {
    if (data === undefined || old !== data) return
    let isWanted = true
    let timer: ReturnType<typeof setTimeout> | undefined
    const become = (next: Loaded) => setLoaded((now) => (now.data === data ? next : now))
    const ask = () =>
      void withNewLinks(data, shareId, password).then(
        (renewed) => isWanted && become({ data: renewed }),
        (error: unknown) => {
          if (!isWanted) return
          if (error instanceof CallError && endsAnew.includes(error.code)) become({ error })
          else timer = setTimeout(ask, ASK_AGAIN_MS)
        },
      )
    ask()
    return () => {
      isWanted = false
      clearTimeout(timer)
    }
  }, [data, old, shareId, password])
  return { ...loaded, lookAgain, renew }
}

/** How a share has ended that was open; undefined while it goes on, and where that cannot be learnt. It does not count as an opening. */
async function endOf(shareId: string, password: string | undefined): Promise<CallError | undefined> {
  try {
    await visitorCall(archivesShareGet, { shareId, ...(password !== undefined && { password }) })
  } catch (fault) {
    if (fault instanceof CallError && ends.includes(fault.code)) return fault
  }
  return undefined
}

let newest: { key: string; clips: Promise<SharedClips> } | undefined

/** An effect may run twice. */
function onceFor(shareId: string, password: string | undefined): Promise<SharedClips> {
  const key = `${shareId} ${password ?? ''}`
  if (newest?.key !== key) newest = { key, clips: load(shareId, password) }
  return newest.clips
}

async function load(shareId: string, password: string | undefined): Promise<SharedClips> {
  const asked = { shareId, ...(password !== undefined && { password }) }
  const share = await visitorCall(archivesShareGet, asked)
  const proofs = await Promise.all(
    share.clips.map(({ clip }) => visitorCall(archivesProofNoTokenGet, { ...asked, clip }).catch(() => undefined)),
  )
  // This one counts: nothing but newer links is asked of the share afterwards.
  const { videos, openingId } = await visitorCall(archivesVideoNoTokenList, asked)
  const clips = share.clips.map((one, index) => ({ ...one, video: videoOf(videos, one.clip), proof: proofs[index] }))
  return { share, clips, openingId }
}

function videoOf(videos: OutputOf<typeof archivesVideoNoTokenList>['videos'], clip: number): ArchiveVideo | undefined {
  return videos.find((video) => video.clip === clip)
}

/** The same opening by links that are good for another while. A clip that was deleted meanwhile keeps the one that it had. */
async function withNewLinks(known: SharedClips, shareId: string, password: string | undefined): Promise<SharedClips> {
  const asked = { shareId, openingId: known.openingId, ...(password !== undefined && { password }) }
  const { videos, openingId } = await visitorCall(archivesVideoNoTokenList, asked)
  return { ...known, openingId, clips: known.clips.map((one) => ({ ...one, video: videoOf(videos, one.clip) ?? one.video })) }
}

let told: string | undefined

/** Tells the service, once, that the clip is played. Whether it hears of it changes nothing here. */
export function notePlayed(shareId: string, openingId: string): void {
  if (told === openingId) return
  told = openingId
  visitorCall(archivesSharePlayed, { shareId, openingId }).catch(() => {})
}

/** Where a visitor's download of a clip, or of all of them, begins, once; `isBundle`: with its proof. Throws `CallError`. */
export async function sharedDownload(
  shareId: string,
  password: string | undefined,
  { clip, isBundle }: { clip: number | 'all'; isBundle: boolean },
): Promise<string> {
  const { url } = await visitorCall(archivesDownloadTokenNoTokenGet, { shareId, clip, ...(password !== undefined && { password }) })
  return isBundle && clip !== 'all' ? `${url}&form=${BUNDLE_FORM}` : url
}
