import { useEffect, useState } from 'react'
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
/** How often it is asked whether the clip is made. */
const MADE_LOOK_MS = 3_000

interface SharedClip {
  share: OutputOf<typeof archivesShareGet>
  videos: ArchiveVideo[]
  /** This opening among those of the share. */
  openingId: string
  /** A clip without a proof is shown all the same. */
  proof: Proof | undefined
}

interface Loaded {
  data?: SharedClip
  error?: unknown
}

/** What a visitor sees of a share, asked for once for each password: each time counts. */
export function useSharedClip(shareId: string, password: string | undefined): Loaded {
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
          timer = setTimeout(ask, MADE_LOOK_MS)
        },
      )
    ask()
    return () => {
      isWanted = false
      clearTimeout(timer)
    }
  }, [shareId, password])
  return loaded
}

let newest: { key: string; clip: Promise<SharedClip> } | undefined

/** An effect may run twice. */
function onceFor(shareId: string, password: string | undefined): Promise<SharedClip> {
  const key = `${shareId} ${password ?? ''}`
  if (newest?.key !== key) newest = { key, clip: load(shareId, password) }
  return newest.clip
}

async function load(shareId: string, password: string | undefined): Promise<SharedClip> {
  const asked = { shareId, ...(password !== undefined && { password }) }
  const share = await visitorCall(archivesShareGet, asked)
  const proof = await visitorCall(archivesProofNoTokenGet, asked).catch(() => undefined)
  // This one counts: nothing is asked of the share afterwards.
  const { videos, openingId } = await visitorCall(archivesVideoNoTokenList, asked)
  return { share, proof, videos, openingId }
}

let told: string | undefined

/** Tells the service, once, that the clip is played. Whether it hears of it changes nothing here. */
export function notePlayed(shareId: string, openingId: string): void {
  if (told === openingId) return
  told = openingId
  visitorCall(archivesSharePlayed, { shareId, openingId }).catch(() => {})
}

/** Where a visitor's download begins, once; `isBundle`: with its proof. Throws `CallError`. */
export async function sharedDownload(
  shareId: string,
  password: string | undefined,
  isBundle: boolean,
): Promise<{ url: string; fileName: string }> {
  const { url, fileName } = await visitorCall(archivesDownloadTokenNoTokenGet, { shareId, ...(password !== undefined && { password }) })
  return isBundle ? { url: `${url}&form=${BUNDLE_FORM}`, fileName: fileName.replace(/\.mp4$/, '.zip') } : { url, fileName }
}
