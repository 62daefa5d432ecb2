import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import * as z from 'zod/mini'
import { installerKeyFields } from '#contract/calls/installer/installer.ts'
import { tryInstallerKey, type InstallerKey } from '../../data/organization/installer-access.ts'
import buttons from '../../ui/controls/button.module.css'
import classes from '../../ui/page/entrance.module.css'
import { Field } from '../../ui/form/field.tsx'
import { PasswordField } from '../../ui/form/password-field.tsx'
import { TroubleLine } from '../../ui/form/trouble.tsx'
import { useForm } from '../../ui/form/use-form.ts'
import { InstallerAccess } from './installer-access.tsx'
import { JoinPage } from './join-page.tsx'
import own from './joining.module.css'

const schema = z.object(installerKeyFields)

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
  const { form, field, trouble, isBusy } = useForm({
    initial: { installerId: '', installerKey: '' },
    schema,
    // As it is copied from a mail or a file.
    input: ({ installerId, installerKey }) => ({ installerId: installerId.trim(), installerKey: installerKey.trim() }),
    fieldOfError: { 'installer-key-wrong': 'installerKey' },
    isFocused: true,
    send: async (key) => {
      await tryInstallerKey(key)
      onKey(key)
    },
  })

  return (
    <form className={classes['form']} {...form}>
      <Field label={t`Installer`} autoComplete="username" autoCapitalize="none" spellCheck={false} {...field('installerId')} />
      <PasswordField label={t`Key`} purpose="current-password" {...field('installerKey')} />
      <TroubleLine text={trouble.form} />
      <button type="submit" className={buttons['main']} aria-busy={isBusy}>
        <Trans>Go on</Trans>
      </button>
    </form>
  )
}
