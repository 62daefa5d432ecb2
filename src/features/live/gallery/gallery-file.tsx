import { Trans, useLingui } from '@lingui/react/macro'
import IconPhoto from '@tabler/icons-react/dist/esm/icons/IconPhoto.mjs'
import type { MediaFile, MediaFileKind } from '#contract/media-file.ts'
import { bytesText } from '../../../ui/text/bytes-text.ts'
import { siteTimeText } from '../../../ui/text/site-time.ts'
import { countdownText } from '../../../ui/text/time-text.ts'
import { GalleryActions } from './gallery-actions.tsx'
import { useObjectUrl } from '../../../data/records/use-object-url.ts'
import classes from './gallery.module.css'

/** One of the gallery: its picture, which opens it large, what it is, and what can be done with it. */
export function GalleryFile({ kind, file, onOpen }: { kind: MediaFileKind; file: MediaFile; onOpen: () => void }) {
  const { t } = useLingui()
  const url = useObjectUrl(file.picture, 'image/jpeg')
  const name = file.cameraName ?? file.fileName
  return (
    <li className={classes['file']} aria-label={name}>
      <button type="button" className={classes['picture']} aria-label={t`Show ${name} large`} disabled={!isHere(file)} onClick={onOpen}>
        {url === undefined ? <IconPhoto size={28} stroke={1} aria-hidden /> : <img src={url} alt="" draggable={false} />}
      </button>
      <div className={classes['what']}>
        <h4>{name}</h4>
        <Facts file={file} />
      </div>
      <GalleryActions kind={kind} file={file} />
    </li>
  )
}

/** Whether this browser has it, and not the plugin alone, nor is still being recorded. */
function isHere({ picture, recordingTabId }: MediaFile): boolean {
  return picture !== undefined && recordingTabId === undefined
}

function Facts({ file }: { file: MediaFile }) {
  const { i18n } = useLingui()
  const parts = [siteTimeText(file.createTimeMs, i18n.locale, file.timeZone)]
  if (file.recorded) parts.push(countdownText(file.recorded.durationMs))
  const bytes = file.recorded?.bytes ?? file.picture?.byteLength
  if (bytes !== undefined) parts.push(bytesText(bytes, i18n.locale))
  // Where the plugin has put it.
  if (file.filePath !== file.fileName) parts.push(file.filePath)
  return (
    <>
      <p className="sl-figures">{parts.join(' · ')}</p>
      {file.recordingTabId !== undefined && (
        <p>
          <Trans>Being recorded</Trans>
        </p>
      )}
      {file.errorCode !== 0 && (
        <p>
          <Trans>It ended early: no space was left, or the browser could not write.</Trans>
        </p>
      )}
    </>
  )
}
