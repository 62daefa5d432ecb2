import { Trans, useLingui } from '@lingui/react/macro'
import { useState, type FormEvent, type ReactNode } from 'react'
import { brandingUpdate } from '#contract/calls/account/branding-update.ts'
import type { Branding } from '#contract/calls/user/branding.ts'
import { lengths } from '#contract/limits.ts'
import { CallError } from '../../data/core/call-error.ts'
import { updateBranding } from '../../data/organization/organization.ts'
import { useDraft } from '../../data/query/use-draft.ts'
import { Button } from '../../ui/controls/button.tsx'
import { TextInput } from '../../ui/controls/text-input.tsx'
import { errorText } from '../../ui/text/error-text.ts'
import forms from '../../ui/form/form.module.css'
import { wrongTexts } from '../../ui/text/rule-text.ts'
import { SettingsSection } from '../../ui/page/settings.tsx'
import { say } from '../../ui/notice/toast-store.ts'
import { BrandingPictures } from './branding-pictures.tsx'
import { BrandingPreview } from './branding-preview.tsx'
import classes from './organization.module.css'

type Field = 'productName' | 'pageTitle' | 'accentColor'
const fields: readonly Field[] = ['productName', 'pageTitle', 'accentColor']

/** Names, colour and pictures of the app, with a preview that follows what is typed. Saved, they show in every tab at once. */
export function BrandingSection({ branding }: { branding: Branding }) {
  const { t } = useLingui()
  const { productName, pageTitle, accentColor } = branding
  const known = { productName, pageTitle, accentColor }
  const { values, setValues, drop } = useDraft<Record<Field, string>>('branding', known)
  const [trouble, setTrouble] = useState<Partial<Record<Field | 'form', ReactNode>>>({})
  const [isBusy, setBusy] = useState(false)

  async function onSubmit(event: FormEvent) {
    event.preventDefault()
    const input = brandingUpdate.input.safeParse(values)
    if (!input.success) return setTrouble(wrongTexts(input.error.issues, values))
    setTrouble({})
    setBusy(true)
    try {
      await updateBranding(input.data)
      drop()
      say('done', t`Saved. Every tab shows it now.`)
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      setTrouble({ form: errorText(error) })
    } finally {
      setBusy(false)
    }
  }
  function field(name: Field) {
    return {
      value: values[name],
      error: trouble[name],
      autoComplete: 'off',
      onChange: (event: { currentTarget: { value: string } }) => setValues({ ...values, [name]: event.currentTarget.value }),
    }
  }
  const isColor = brandingUpdate.input.shape.accentColor.safeParse(values.accentColor).success
  const color = isColor ? values.accentColor : accentColor

  return (
    <SettingsSection title={<Trans>Branding</Trans>} intro={<Trans>How the app looks for everybody of the organization.</Trans>}>
      <div className={classes['branding']}>
        <form className={classes['narrowForm']} onSubmit={(event) => void onSubmit(event)} noValidate>
          <TextInput label={t`Name on the sign-in page`} maxLength={lengths.title} {...field('productName')} />
          <TextInput label={t`Page title`} maxLength={lengths.title} {...field('pageTitle')} />
          <div className={classes['color']}>
            <TextInput label={t`Colour`} maxLength={lengths.color} spellCheck={false} {...field('accentColor')} />
            <input
              type="color"
              aria-label={t`Choose the colour`}
              value={color}
              onChange={(event) => setValues({ ...values, accentColor: event.currentTarget.value })}
            />
          </div>
          {trouble.form && (
            <p className={forms['trouble']} role="alert">
              {trouble.form}
            </p>
          )}
          <div>
            <Button type="submit" disabled={fields.every((name) => values[name] === known[name])} loading={isBusy}>
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
