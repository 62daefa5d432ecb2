import { Trans } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { signOut } from '../../data/core.ts'
import { Mantine } from '../../ui/mantine.tsx'
import { Page } from '../../ui/page.tsx'
import { About } from './about.tsx'
import { Preferences } from './preferences.tsx'
import { Profile } from './profile.tsx'
import classes from './account.module.css'

export function AccountPage() {
  return (
    <Mantine>
      <Page
        title={<Trans>Account</Trans>}
        action={
          <Button variant="default" onClick={() => void signOut()}>
            <Trans>Sign out</Trans>
          </Button>
        }
      >
        <div className={classes['columns']}>
          <Profile />
          <Preferences />
          <About />
        </div>
      </Page>
    </Mantine>
  )
}
