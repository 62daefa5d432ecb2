import { Trans } from '@lingui/react/macro'
import { useEffect, useState } from 'react'
import type { MediaFile } from '#contract/media-file.ts'
import { recordedFile } from '../../../data/records/recordings.ts'
import classes from './gallery.module.css'

/** Plays a recording. Its first picture is there until it is put together. */
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
  return (
    <>
      {/* oxlint-disable-next-line jsx-a11y/media-has-caption -- a camera's picture without words */}
      <video src={url} aria-label={title} controls playsInline onError={() => setBroken(true)} />
      {isBroken && (
        <p className={classes['none']} role="status">
          <Trans>This browser cannot play the recording. Download it, and open it in another player.</Trans>
        </p>
      )}
    </>
  )
}
