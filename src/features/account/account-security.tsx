import { Trans } from '@lingui/react/macro'
import IconChevronRight from '@tabler/icons-react/dist/esm/icons/IconChevronRight.mjs'
import { Link } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { Button } from '../../ui/controls/button.tsx'
import { SettingsRow, SettingsRows, SettingsSection } from '../../ui/page/settings.tsx'
import settings from '../../ui/page/settings.module.css'
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
        <SettingsRow
          name={<Trans>Where you are signed in</Trans>}
          text={<Trans>Each browser, from where, and when it was used last. Sign out those that you do not know.</Trans>}
        >
          <Link to="/privacySecurity" className={settings['go']}>
            <Trans>Show</Trans>
            <IconChevronRight size={16} stroke={1.5} aria-hidden />
          </Link>
        </SettingsRow>
        <DeleteAccount />
      </SettingsRows>
      <Suspense>{isChanging && <ChangePassword onClose={() => setChanging(false)} />}</Suspense>
    </SettingsSection>
  )
}
