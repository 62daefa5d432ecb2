import { Trans } from '@lingui/react/macro'
import buttons from '../../ui/controls/button.module.css'
import forms from '../../ui/form/form.module.css'
import { ImageCodeField } from '../../ui/form/image-code-field.tsx'
import { TroubleLine } from '../../ui/form/trouble.tsx'
import type { SecondStep } from './use-second-step.tsx'

/** What both codes have at their foot: an image code when one is needed, what else is wrong, and the buttons. */
export function StepFoot({ second, onBack }: { second: SecondStep; onBack: (() => void) | undefined }) {
  const { values, set, trouble, isBusy, isAsking, image, anotherPicture } = second
  const isTrying = isBusy && !isAsking
  return (
    <>
      {image.picture && (
        <ImageCodeField
          picture={image.picture.imgCodeImgData}
          value={values.imgCode}
          error={trouble.imgCode}
          onChange={(text) => set('imgCode', text)}
          onRefresh={() => void anotherPicture()}
        />
      )}
      <TroubleLine text={trouble.form} />
      <div className={forms['buttons']}>
        {onBack && (
          <button type="button" className={buttons['other']} onClick={onBack}>
            <Trans>Another way</Trans>
          </button>
        )}
        <button type="submit" className={buttons['main']} aria-busy={isTrying}>
          {isTrying ? <Trans>Signing in…</Trans> : <Trans>Sign in</Trans>}
        </button>
      </div>
    </>
  )
}
