import { Trans, useLingui } from '@lingui/react/macro'
import { useEffect, useState, type FormEvent } from 'react'
import * as z from 'zod/mini'
import { installerKeyFields } from '#contract/calls/installer/installer.ts'
import { codeOf } from '#contract/errors.ts'
import { CallError } from '../../data/core/call-error.ts'
import { tryInstallerKey, type InstallerKey } from '../../data/organization/installer-access.ts'
import buttons from '../../ui/controls/button.module.css'
import classes from '../../ui/page/entrance.module.css'
import { errorText } from '../../ui/text/error-text.ts'
import { Field } from '../../ui/form/field.tsx'
import { PasswordField } from '../../ui/form/password-field.tsx'
import { useFields } from '../../ui/form/use-fields.ts'
import { InstallerAccess } from './installer-access.tsx'
import { JoinPage } from './join-page.tsx'
import own from './joining.module.css'

const schema = z.object(installerKeyFields)
const WRONG_KEY = codeOf('installer-key-wrong')

/** Where an installer asks for access, sees what became of it, and enters (rule 6.5). An installer has a key, no account. */
export function InstallerAccessPage() {
  const [key, setKey] = useState<InstallerKey>()
  if (key !== undefined) return <InstallerAccess installerKey={key} onAnotherKey={() => setKey(undefined)} />
  return (
    <JoinPage title={<Trans>Access for installers</Trans>}>
      <p className={own['lead']}>
        <Trans>
          With the key that you were told when you became the installer of an organization you ask its administrators for access.
        </Trans>
      </p>
      <KeyForm onKey={setKey} />
    </JoinPage>
  )
}

function KeyForm({ onKey }: { onKey: (key: InstallerKey) => void }) {
  const { t } = useLingui()
  const [isBusy, setBusy] = useState(false)
  const { form, values, trouble, check, refuse, field } = useFields({ installerId: '', installerKey: '' })
  useEffect(() => form.current?.querySelector('input')?.focus(), [form])

  async function onSubmit(event: FormEvent) {
    event.preventDefault()
    // As it is copied from a mail or a file.
    const key = { installerId: values.installerId.trim(), installerKey: values.installerKey.trim() }
    if (isBusy || !check(schema)) return
    setBusy(true)
    try {
      await tryInstallerKey(key)
      onKey(key)
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      refuse({ [error.code === WRONG_KEY ? 'installerKey' : 'form']: errorText(error) })
      setBusy(false)
    }
  }

  return (
    <form ref={form} className={classes['form']} onSubmit={(event) => void onSubmit(event)} noValidate>
      <Field label={t`Installer`} autoComplete="username" autoCapitalize="none" spellCheck={false} {...field('installerId')} />
      <PasswordField label={t`Key`} purpose="current-password" {...field('installerKey')} />
      {trouble.form && (
        <p className={classes['trouble']} role="alert">
          {trouble.form}
        </p>
      )}
      <button type="submit" className={buttons['main']} aria-busy={isBusy}>
        <Trans>Go on</Trans>
      </button>
    </form>
  )
}
