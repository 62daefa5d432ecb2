import { Trans } from '@lingui/react/macro'
import { lazy, Suspense, useEffect, useMemo, useState } from 'react'
import { mediaFileKey, type MediaFile } from '#contract/media-file.ts'
import { recordedFile } from '../../../data/records/whole-recording.ts'
import { savePicture } from '../../../lib/save-picture.ts'
import { clockText } from '../../../ui/text/time-text.ts'
import classes from './gallery.module.css'

const ClipPlayer = lazy(() => import('../../../ui/player/clip-player.tsx').then(({ ClipPlayer }) => ({ default: ClipPlayer })))

/** Plays a recording. */
export function GalleryVideo({ file: given, title }: { file: MediaFile; title: string }) {
  // The list may be asked for anew while it plays.
  const [file] = useState(given)
  const [url, setUrl] = useState<string>()
  const [isBroken, setBroken] = useState(false)
  useEffect(() => {
    let made: string | undefined
    let isGone = false
    void recordedFile(file, 'mp4').then((recorded) => {
      if (isGone) return
      if (recorded === undefined) return setBroken(true)
      made = URL.createObjectURL(recorded)
      setUrl(made)
    })
    return () => {
      isGone = true
      if (made !== undefined) URL.revokeObjectURL(made)
    }
  }, [file])
  const clips = useMemo(() => {
    const { createTimeMs: startMs, recorded } = file
    return url === undefined ? [] : [{ id: mediaFileKey(file), name: title, url, startMs, endMs: startMs + (recorded?.durationMs ?? 0) }]
  }, [file, title, url])
  const unplayable = <Trans>Download it, and open it in another player.</Trans>
  if (isBroken)
    return (
      <p className={classes['none']} role="status">
        <Trans>This browser cannot play the recording. Download it, and open it in another player.</Trans>
      </p>
    )
  if (clips.length === 0) return null
  return (
    <Suspense>
      <ClipPlayer
        clips={clips}
        clockOf={(atMs) => clockText(atMs, { seconds: true })}
        unplayable={unplayable}
        onSnapshot={(picture) => savePicture(picture, title)}
      />
    </Suspense>
  )
}
