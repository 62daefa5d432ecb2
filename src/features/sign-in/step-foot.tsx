import { Trans } from '@lingui/react/macro'
import buttons from '../../ui/controls/button.module.css'
import forms from '../../ui/form/form.module.css'
import { ImageCodeField } from '../../ui/form/image-code-field.tsx'
import type { SecondStep } from './use-second-step.ts'

/** What both codes have at their foot: an image code when one is needed, what else is wrong, and the buttons. */
export function StepFoot({ second, onBack }: { second: SecondStep; onBack: (() => void) | undefined }) {
  const { trouble, image, busy } = second
  return (
    <>
      {image.picture && (
        <ImageCodeField
          picture={image.picture.imgCodeImgData}
          value={image.text}
          error={trouble?.at === 'image' ? trouble.text : undefined}
          onChange={image.setText}
          onRefresh={() => void image.refresh()}
        />
      )}
      {trouble?.at === 'form' && (
        <p className={forms['trouble']} role="alert">
          {trouble.text}
        </p>
      )}
      <div className={forms['buttons']}>
        {onBack && (
          <button type="button" className={buttons['other']} onClick={onBack}>
            <Trans>Another way</Trans>
          </button>
        )}
        <button type="submit" className={buttons['main']} aria-busy={busy === 'trying'}>
          {busy === 'trying' ? <Trans>Signing in…</Trans> : <Trans>Sign in</Trans>}
        </button>
      </div>
    </>
  )
}
