import { useLingui } from '@lingui/react/macro'
import IconPhoto from '@tabler/icons-react/dist/esm/icons/IconPhoto.mjs'
import { lazy, Suspense } from 'react'
import { useSnapshot } from 'valtio'
import { IconButton } from '../../../ui/controls/icon-button.tsx'
import { closeGallery, gallery, openGallery } from './gallery-store.ts'

const Gallery = lazy(() => import('./gallery.tsx').then(({ Gallery }) => ({ default: Gallery })))

/** Opens the gallery of snapshots and recordings, which is loaded then. */
export function GalleryButton() {
  const { t } = useLingui()
  const { isOpen } = useSnapshot(gallery)
  return (
    <>
      <IconButton label={t`Snapshots and recordings`} hotkey="G" onClick={openGallery}>
        <IconPhoto size={18} stroke={1.5} aria-hidden />
      </IconButton>
      {isOpen && (
        <Suspense>
          <Gallery onClose={closeGallery} />
        </Suspense>
      )}
    </>
  )
}
