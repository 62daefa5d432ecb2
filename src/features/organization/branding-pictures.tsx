import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import type { Branding } from '#contract/calls/user/branding.ts'
import { updateBranding, uploadBrandingPicture, type BrandingPicture } from '../../data/organization/organization.ts'
import { acceptOf, pictureFault } from '../../lib/picture-file.ts'
import { Button } from '../../ui/controls/button.tsx'
import { DropZone } from '../../ui/controls/drop-zone.tsx'
import { SettingsRow, SettingsRows } from '../../ui/page/settings.tsx'
import { say } from '../../ui/notice/toast-store.ts'
import { useAction } from '../../ui/form/use-action.ts'
import { UploadProgress } from '../../ui/form/upload-progress.tsx'
import { useUpload } from '../../ui/form/use-upload.ts'
import classes from './organization.module.css'

/** Logo, background and icon, each sent as soon as it is chosen. */
export function BrandingPictures({ branding }: { branding: Branding }) {
  const { t } = useLingui()
  return (
    <SettingsRows label={t`Pictures`}>
      <Picture
        kind="logo"
        url={branding.logoUrl}
        name={t`Logo`}
        hint={<Trans>JPG or PNG, at most 500 KB, best of 700 × 200 pixels.</Trans>}
        tooLarge={<Trans>The logo is larger than 500 KB. Choose a smaller one.</Trans>}
        wrongKind={<Trans>Choose a JPG or PNG picture.</Trans>}
      />
      <Picture
        kind="background"
        url={branding.backgroundUrl}
        name={t`Background of the sign-in page`}
        hint={<Trans>JPG or PNG, at most 2 MB.</Trans>}
        tooLarge={<Trans>The picture is larger than 2 MB. Choose a smaller one.</Trans>}
        wrongKind={<Trans>Choose a JPG or PNG picture.</Trans>}
      />
      <Picture
        kind="favicon"
        url={branding.faviconUrl}
        name={t`Icon of the browser’s tab`}
        hint={<Trans>A square PNG, at most 500 KB.</Trans>}
        tooLarge={<Trans>The icon is larger than 500 KB. Choose a smaller one.</Trans>}
        wrongKind={<Trans>Choose a PNG picture.</Trans>}
      />
    </SettingsRows>
  )
}

interface PictureProps {
  kind: BrandingPicture
  url: string | null
  name: string
  hint: ReactNode
  tooLarge: ReactNode
  wrongKind: ReactNode
}

function Picture({ kind, url, name, hint, tooLarge, wrongKind }: PictureProps) {
  const { t } = useLingui()
  const { trouble, run, refuse } = useAction()
  const { progress, send, cancel } = useUpload()

  const attempt = (change: () => Promise<boolean>) =>
    run(async () => {
      if (await change()) say('done', t`Saved. Every tab shows it now.`)
    })
  function onChoose(file: File) {
    const fault = pictureFault(file, kind)
    if (fault) return refuse(fault === 'picture-kind' ? wrongKind : tooLarge)
    void attempt(() => send(file, (chosen, watch) => uploadBrandingPicture(kind, chosen, watch)))
  }
  const remove = () => attempt(() => updateBranding({ remove: [kind] }).then(() => true))

  return (
    <SettingsRow
      name={name}
      text={
        trouble ? (
          <span className={classes['trouble']} role="alert">
            {trouble}
          </span>
        ) : (
          hint
        )
      }
    >
      {progress ? (
        <UploadProgress progress={progress} onCancel={cancel} />
      ) : (
        <>
          <DropZone accept={acceptOf(kind)} label={t`File: ${name}`} button={<Trans>Choose a file</Trans>} onFile={onChoose}>
            {url && <img className={classes['thumb']} src={url} alt="" />}
          </DropZone>
          {url && (
            <Button variant="default" aria-label={t`Remove: ${name}`} onClick={() => void remove()}>
              <Trans>Remove</Trans>
            </Button>
          )}
        </>
      )}
    </SettingsRow>
  )
}
