import { Trans, useLingui } from '@lingui/react/macro'
import { lazy, Suspense, useState } from 'react'
import type { Person } from '#contract/calls/user/person.ts'
import { uploadAvatar } from '../../data/records/pictures.ts'
import { usePicture } from '../../data/records/use-picture.ts'
import { acceptOf, pictureFault } from '../../lib/picture-file.ts'
import { DropZone } from '../../ui/controls/drop-zone.tsx'
import { say } from '../../ui/notice/toast-store.ts'
import { useAction } from '../../ui/form/use-action.ts'
import { UploadProgress } from '../../ui/form/upload-progress.tsx'
import { useUpload } from '../../ui/form/use-upload.ts'
import classes from './avatar.module.css'

const CropPicture = lazy(() => import('./crop-picture.tsx').then(({ CropPicture }) => ({ default: CropPicture })))

/** The person's picture, and the way to another one: chosen, cropped to a square, sent (rule 5.6). */
export function Avatar({ person }: { person: Person }) {
  const { t } = useLingui()
  const [chosen, setChosen] = useState<ImageBitmap>()
  const { trouble, run, refuse } = useAction()
  const { progress, send, cancel } = useUpload()
  const url = usePicture(person.avatarUrl ?? null)
  const initial = String.fromCodePoint((person.alias || person.loginName).codePointAt(0) ?? 0).toUpperCase()

  async function onChoose(file: File) {
    refuse(undefined)
    const fault = pictureFault(file, 'avatar')
    if (fault === 'picture-kind') return refuse(<Trans>Choose a PNG, JPG or BMP picture.</Trans>)
    if (fault === 'picture-too-large') return refuse(<Trans>The picture is larger than 2 MB. Choose a smaller one.</Trans>)
    try {
      setChosen(await createImageBitmap(file))
    } catch {
      refuse(<Trans>This file is not a picture. Choose another one.</Trans>)
    }
  }
  async function onCropped(file: File) {
    setChosen(undefined)
    await run(async () => {
      if (await send(file, uploadAvatar)) say('done', t`Your picture is changed.`)
    })
  }

  return (
    <div className={classes['avatar']}>
      <div className={classes['picture']}>{url ? <img src={url} alt={t`Your picture`} /> : <span aria-hidden>{initial}</span>}</div>
      <div className={classes['side']}>
        {progress ? (
          <UploadProgress progress={progress} onCancel={cancel} />
        ) : (
          <DropZone
            accept={acceptOf('avatar')}
            label={t`Picture file`}
            button={<Trans>Change picture</Trans>}
            onFile={(file) => void onChoose(file)}
          />
        )}
        {trouble ? (
          <p className={classes['trouble']} role="alert">
            {trouble}
          </p>
        ) : (
          <p className={classes['hint']}>
            <Trans>PNG, JPG or BMP, at most 2 MB.</Trans>
          </p>
        )}
      </div>
      <Suspense>
        {chosen && <CropPicture picture={chosen} onCropped={(file) => void onCropped(file)} onClose={() => setChosen(undefined)} />}
      </Suspense>
    </div>
  )
}
