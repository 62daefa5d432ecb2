import { Trans } from '@lingui/react/macro'
import { AccountNav } from '../../ui/page/account-nav.tsx'
import { Mantine } from '../../ui/theme/mantine.tsx'
import { Page } from '../../ui/page/page.tsx'
import settings from '../../ui/page/settings.module.css'
import { AppSection } from './app-section.tsx'
import { BrowserSection } from './browser-section.tsx'
import { PluginSection } from './plugin-section.tsx'
import { ServiceSection } from './service-section.tsx'

/** Which versions are at work, whether there are newer ones, and what this browser can do (rule 2.4). */
export function VersionPage() {
  return (
    <Mantine>
      <Page title={<Trans>Version</Trans>}>
        <AccountNav />
        <div className={settings['column']}>
          <AppSection />
          <ServiceSection />
          <PluginSection />
          <BrowserSection />
        </div>
      </Page>
    </Mantine>
  )
}
