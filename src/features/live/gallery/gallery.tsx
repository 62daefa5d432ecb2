import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { mediaFileKey, type MediaFile, type MediaFileKind } from '#contract/media-file.ts'
import { mediaFilesQuery } from '../../../data/records/media-files.ts'
import { Dialog } from '../../../ui/controls/dialog.tsx'
import { GalleryFile } from './gallery-file.tsx'
import { GalleryView } from './gallery-view.tsx'
import classes from './gallery.module.css'

/** The last five snapshots and the last five recordings that the person took in this browser, also without a network. */
export function Gallery({ onClose }: { onClose: () => void }) {
  const { data } = useQuery(mediaFilesQuery)
  const [open, setOpen] = useState<{ kind: MediaFileKind; key: string }>()
  const files = { snap: data?.snaps ?? [], record: data?.records ?? [] }
  // What was deleted meanwhile, here or in another tab, is shown no more.
  const shown = open && files[open.kind].find((file) => mediaFileKey(file) === open.key)
  const list = (kind: MediaFileKind, title: ReactNode, none: ReactNode) => (
    <FileList
      files={data && files[kind]}
      kind={kind}
      title={title}
      none={none}
      onOpen={(file) => setOpen({ kind, key: mediaFileKey(file) })}
    />
  )
  return (
    <Dialog isPanel title={<Trans>Snapshots and recordings</Trans>} onClose={onClose}>
      <div className={classes['body']}>
        {list(
          'snap',
          <Trans>Snapshots</Trans>,
          <Trans>There is no snapshot yet. Press S to take one of the window that is selected.</Trans>,
        )}
        {list(
          'record',
          <Trans>Recordings</Trans>,
          <Trans>There is no recording yet. Press R to begin one of the window that is selected, and R again to end it.</Trans>,
        )}
        <p className={classes['note']}>
          <Trans>The last five of each are kept in this browser until you sign out. Download what you want to keep longer.</Trans>
        </p>
      </div>
      {open && shown && (
        <GalleryView
          kind={open.kind}
          file={shown}
          files={files[open.kind]}
          onShow={(file) => setOpen({ kind: open.kind, key: mediaFileKey(file) })}
          onClose={() => setOpen(undefined)}
        />
      )}
    </Dialog>
  )
}

interface FileListProps {
  files: MediaFile[] | undefined
  kind: MediaFileKind
  title: ReactNode
  none: ReactNode
  onOpen: (file: MediaFile) => void
}

function FileList({ files, kind, title, none, onOpen }: FileListProps) {
  const { t } = useLingui()
  return (
    <section>
      <h3 className={classes['title']}>{title}</h3>
      {files?.length === 0 && <p className={classes['none']}>{none}</p>}
      <ul className={classes['list']} aria-label={kind === 'snap' ? t`Snapshots` : t`Recordings`}>
        {files?.map((file) => (
          <GalleryFile key={mediaFileKey(file)} kind={kind} file={file} onOpen={() => onOpen(file)} />
        ))}
      </ul>
    </section>
  )
}
