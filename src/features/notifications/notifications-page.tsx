import { Trans } from '@lingui/react/macro'
import { AccountNav } from '../../ui/page/account-nav.tsx'
import { Page } from '../../ui/page/page.tsx'
import settings from '../../ui/page/settings.module.css'
import { Mantine } from '../../ui/theme/mantine.tsx'
import { BrowserList } from './browser-list.tsx'
import { HearingSection } from './hearing-section.tsx'
import { QuietSection } from './quiet-section.tsx'
import { ReachSection } from './reach-section.tsx'

/** Whether alarms reach the person at this very machine, how, and when not. */
export function NotificationsPage() {
  return (
    <Mantine>
      <Page title={<Trans>Notifications</Trans>}>
        <AccountNav />
        <div className={settings['column']}>
          <ReachSection />
          <HearingSection />
          <QuietSection />
          <BrowserList />
        </div>
      </Page>
    </Mantine>
  )
}
