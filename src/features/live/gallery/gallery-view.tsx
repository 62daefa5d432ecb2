import { useLingui } from '@lingui/react/macro'
import IconChevronLeft from '@tabler/icons-react/dist/esm/icons/IconChevronLeft.mjs'
import IconChevronRight from '@tabler/icons-react/dist/esm/icons/IconChevronRight.mjs'
import { useEffect, useEffectEvent } from 'react'
import { mediaFileKey, type MediaFile, type MediaFileKind } from '#contract/media-file.ts'
import { Dialog } from '../../../ui/controls/dialog.tsx'
import { IconButton } from '../../../ui/controls/icon-button.tsx'
import { siteTimeText } from '../../../ui/text/site-time.ts'
import { GalleryActions } from './gallery-actions.tsx'
import { GalleryVideo } from './gallery-video.tsx'
import { useObjectUrl } from '../../../data/records/use-object-url.ts'
import classes from './gallery.module.css'

interface GalleryViewProps {
  kind: MediaFileKind
  file: MediaFile
  /** All of its kind, in the order of the list. */
  files: MediaFile[]
  onShow: (file: MediaFile) => void
  onClose: () => void
}

/** One file of the gallery, large. The arrow keys lead to the next. */
export function GalleryView({ kind, file, files, onShow, onClose }: GalleryViewProps) {
  const { i18n, t } = useLingui()
  const url = useObjectUrl(file.picture, 'image/jpeg')
  const at = files.findIndex((one) => mediaFileKey(one) === mediaFileKey(file))
  const title = `${file.cameraName ?? file.fileName} · ${siteTimeText(file.createTimeMs, i18n.locale, file.timeZone)}`
  function go(step: number) {
    const next = files[at + step]
    if (next) onShow(next)
  }
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key]
    // A recording that has the focus is gone through by them.
    if (step !== undefined && !(event.target instanceof Element && event.target.closest('[data-player]'))) go(step)
  })
  useEffect(() => {
    const listener = (event: KeyboardEvent) => onKeyDown(event)
    addEventListener('keydown', listener)
    return () => removeEventListener('keydown', listener)
  }, [])
  return (
    <Dialog isWide title={title} onClose={onClose}>
      <div className={classes['view']}>
        {kind === 'record' ? (
          <GalleryVideo key={mediaFileKey(file)} file={file} title={title} />
        ) : (
          url !== undefined && <img src={url} alt={title} />
        )}
        <div className={classes['foot']}>
          <IconButton label={t`The one before`} hotkey="←" isDisabled={at <= 0} onClick={() => go(-1)}>
            <IconChevronLeft size={18} stroke={1.5} aria-hidden />
          </IconButton>
          <IconButton label={t`The next one`} hotkey="→" isDisabled={at >= files.length - 1} onClick={() => go(1)}>
            <IconChevronRight size={18} stroke={1.5} aria-hidden />
          </IconButton>
          <GalleryActions kind={kind} file={file} />
        </div>
      </div>
    </Dialog>
  )
}
