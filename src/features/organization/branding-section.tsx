import { Trans, useLingui } from '@lingui/react/macro'
import { brandingUpdate } from '#contract/calls/account/branding-update.ts'
import type { Branding } from '#contract/calls/user/branding.ts'
import { lengths } from '#contract/limits.ts'
import { updateBranding } from '../../data/organization/organization.ts'
import { draftOf } from '../../data/query/draft.ts'
import { Button } from '../../ui/controls/button.tsx'
import { TextInput } from '../../ui/controls/text-input.tsx'
import { TroubleLine } from '../../ui/form/trouble.tsx'
import { useForm } from '../../ui/form/use-form.ts'
import { SettingsSection } from '../../ui/page/settings.tsx'
import { say } from '../../ui/notice/toast-store.ts'
import { BrandingPictures } from './branding-pictures.tsx'
import { BrandingPreview } from './branding-preview.tsx'
import classes from './organization.module.css'

/** Names, colour and pictures of the app, with a preview that follows what is typed. Saved, they show in every tab at once. */
export function BrandingSection({ branding }: { branding: Branding }) {
  const { t } = useLingui()
  const { productName, pageTitle, accentColor } = branding
  const { form, field, values, set, trouble, isBusy, isChanged } = useForm({
    draft: draftOf('branding'),
    initial: { productName, pageTitle, accentColor },
    schema: brandingUpdate.input,
    send: async (input) => {
      await updateBranding(input)
      say('done', t`Saved. Every tab shows it now.`)
    },
  })
  const isColor = brandingUpdate.input.shape.accentColor.safeParse(values.accentColor).success
  const color = isColor ? values.accentColor : accentColor

  return (
    <SettingsSection title={<Trans>Branding</Trans>} intro={<Trans>How the app looks for everybody of the organization.</Trans>}>
      <div className={classes['branding']}>
        <form className={classes['narrowForm']} {...form}>
          <TextInput label={t`Name on the sign-in page`} maxLength={lengths.title} autoComplete="off" {...field('productName')} />
          <TextInput label={t`Page title`} maxLength={lengths.title} autoComplete="off" {...field('pageTitle')} />
          <div className={classes['color']}>
            <TextInput label={t`Colour`} maxLength={lengths.color} autoComplete="off" spellCheck={false} {...field('accentColor')} />
            <input
              type="color"
              aria-label={t`Choose the colour`}
              value={color}
              onChange={(event) => set('accentColor', event.currentTarget.value)}
            />
          </div>
          <TroubleLine text={trouble.form} />
          <div>
            <Button type="submit" disabled={!isChanged} loading={isBusy}>
              <Trans>Save</Trans>
            </Button>
          </div>
        </form>
        <BrandingPreview branding={{ ...branding, ...values, accentColor: color }} />
      </div>
      <BrandingPictures branding={branding} />
    </SettingsSection>
  )
}
