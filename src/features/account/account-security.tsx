import { Trans } from '@lingui/react/macro'
import { lazy, Suspense, useState } from 'react'
import { Button } from '../../ui/controls/button.tsx'
import { SettingsRow, SettingsRows, SettingsSection } from '../../ui/page/settings.tsx'
import { DeleteAccount } from './delete-account.tsx'

const ChangePassword = lazy(() => import('./change-password.tsx').then(({ ChangePassword }) => ({ default: ChangePassword })))

/** The password, and the end of the account. */
export function AccountSecurity() {
  const [isChanging, setChanging] = useState(false)
  return (
    <SettingsSection title={<Trans>Password and account</Trans>}>
      <SettingsRows>
        <SettingsRow name={<Trans>Password</Trans>} text={<Trans>You are signed out everywhere else when you change it.</Trans>}>
          <Button variant="default" onClick={() => setChanging(true)}>
            <Trans>Change password</Trans>
          </Button>
        </SettingsRow>
        <DeleteAccount />
      </SettingsRows>
      <Suspense>{isChanging && <ChangePassword onClose={() => setChanging(false)} />}</Suspense>
    </SettingsSection>
  )
}
