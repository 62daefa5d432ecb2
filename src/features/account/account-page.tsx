import { Trans } from '@lingui/react/macro'
import { AccountNav } from '../../ui/page/account-nav.tsx'
import { Mantine } from '../../ui/theme/mantine.tsx'
import { Page } from '../../ui/page/page.tsx'
import { About } from './about.tsx'
import { AccountSecurity } from './account-security.tsx'
import { AccountDownloads } from './downloads.tsx'
import { Preferences } from './preferences.tsx'
import { Profile } from './profile.tsx'
import { SignOut } from './sign-out.tsx'
import classes from './account.module.css'

export function AccountPage() {
  return (
    <Mantine>
      <Page title={<Trans>Account</Trans>} action={<SignOut />}>
        <AccountNav />
        <div className={classes['columns']}>
          <Profile />
          <Preferences />
          <AccountSecurity />
          <AccountDownloads />
          <About />
        </div>
      </Page>
    </Mantine>
  )
}
