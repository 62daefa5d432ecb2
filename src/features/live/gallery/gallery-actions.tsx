import { useLingui } from '@lingui/react/macro'
import IconDownload from '@tabler/icons-react/dist/esm/icons/IconDownload.mjs'
import IconMovie from '@tabler/icons-react/dist/esm/icons/IconMovie.mjs'
import IconShare2 from '@tabler/icons-react/dist/esm/icons/IconShare2.mjs'
import IconTrash from '@tabler/icons-react/dist/esm/icons/IconTrash.mjs'
import { useState } from 'react'
import type { MediaFile, MediaFileKind } from '#contract/media-file.ts'
import { deleteMediaFile } from '../../../data/records/media-files.ts'
import { recordedFile } from '../../../data/records/whole-recording.ts'
import type { RecordFormat } from '../../../lib/file-sound.ts'
import { saveFile, shareFiles } from '../../../lib/share-file.ts'
import { IconButton } from '../../../ui/controls/icon-button.tsx'
import { say } from '../../../ui/notice/toast-store.ts'
import classes from './gallery.module.css'

/** Download, share and delete one file of the gallery. */
export function GalleryActions({ kind, file }: { kind: MediaFileKind; file: MediaFile }) {
  const { t } = useLingui()
  const [isBusy, setBusy] = useState(false)
  const { fileName, picture } = file
  const isHere = kind === 'snap' ? picture !== undefined : file.recorded !== undefined

  async function made(format: RecordFormat): Promise<File | undefined> {
    if (kind === 'snap') return picture && new File([picture], fileName, { type: 'image/jpeg' })
    setBusy(true)
    const whole = await recordedFile(file, format).finally(() => setBusy(false))
    if (whole === undefined) say('error', t`“${fileName}” is not whole any more.`)
    return whole
  }
  async function download(format: RecordFormat) {
    const whole = await made(format)
    if (whole) saveFile(whole)
  }
  async function share() {
    const whole = await made('mp4')
    if (whole && (await shareFiles([whole])) === 'saved') say('done', t`“${fileName}” is saved.`)
  }
  async function remove() {
    const restore = await deleteMediaFile(kind, file)
    say('done', t`“${fileName}” is deleted.`, { label: t`Undo`, run: restore })
  }
  return (
    <div className={classes['actions']} aria-busy={isBusy}>
      {isHere && (
        <>
          {kind === 'record' && (
            <IconButton label={t`Download “${fileName}” as AVI`} isDisabled={isBusy} onClick={() => void download('avi')}>
              <IconMovie size={18} stroke={1.5} aria-hidden />
            </IconButton>
          )}
          <IconButton
            label={kind === 'snap' ? t`Download “${fileName}”` : t`Download “${fileName}” as MP4`}
            isDisabled={isBusy}
            onClick={() => void download('mp4')}
          >
            <IconDownload size={18} stroke={1.5} aria-hidden />
          </IconButton>
          <IconButton label={t`Share “${fileName}”`} isDisabled={isBusy} onClick={() => void share()}>
            <IconShare2 size={18} stroke={1.5} aria-hidden />
          </IconButton>
        </>
      )}
      <IconButton label={t`Delete “${fileName}”`} isDisabled={file.recordingTabId !== undefined} onClick={() => void remove()}>
        <IconTrash size={18} stroke={1.5} aria-hidden />
      </IconButton>
    </div>
  )
}
