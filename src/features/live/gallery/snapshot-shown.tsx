import { Trans, useLingui } from '@lingui/react/macro'
import IconPhoto from '@tabler/icons-react/dist/esm/icons/IconPhoto.mjs'
import { useSnapshot } from 'valtio'
import { openGallery } from './gallery-store.ts'
import { shots } from './snapshots.ts'
import { useObjectUrl } from '../../../data/records/use-object-url.ts'
import classes from './snapshot-shown.module.css'

/** For a moment after a snapshot: a flash over the window, and the picture small in its corner, which leads to the gallery. */
export function SnapshotShown({ window }: { window: number }) {
  const { t } = useLingui()
  const shot = useSnapshot(shots).byWindow[window]
  const url = useObjectUrl(shot?.picture, 'image/jpeg')
  return (
    <div role="status">
      {shot && (
        <>
          <div key={shot.id} className={classes['flash']} aria-hidden />
          <span className="sl-unseen">
            <Trans>The snapshot is kept.</Trans>
          </span>
          <button type="button" className={classes['thumb']} aria-label={t`Show the snapshots`} onClick={() => openGallery()}>
            {url === undefined ? <IconPhoto size={24} stroke={1.5} aria-hidden /> : <img src={url} alt="" draggable={false} />}
          </button>
        </>
      )}
    </div>
  )
}
