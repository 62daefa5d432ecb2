import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { storageQuery } from '../../data/app/storage.ts'
import { AccountNav } from '../../ui/page/account-nav.tsx'
import { Mantine } from '../../ui/theme/mantine.tsx'
import { Page } from '../../ui/page/page.tsx'
import { SettingsRows, SettingsSection } from '../../ui/page/settings.tsx'
import settings from '../../ui/page/settings.module.css'
import { KeptRow } from './kept-row.tsx'
import { SpaceChart, SpaceSection } from './space-section.tsx'

/** What this browser keeps for the person, how much of it, and the way to be rid of it (rule 2.4). */
export function StoragePage() {
  const { t } = useLingui()
  const { data } = useQuery(storageQuery)
  return (
    <Mantine>
      <Page title={<Trans>Storage on this computer</Trans>}>
        <AccountNav />
        <div className={settings['column']}>
          {data && <SpaceSection overview={data} />}
          {data && (
            <SettingsSection
              title={<Trans>What is kept</Trans>}
              intro={
                <Trans>
                  What is yours is sealed, and goes when you sign out. What lies on the service, such as archives and cloud recordings, is
                  not touched by what you clear here.
                </Trans>
              }
            >
              <SpaceChart kept={data.kept} />
              <SettingsRows label={t`What is kept`}>
                {data.kept.map((kept) => (
                  <KeptRow key={kept.kind} {...kept} />
                ))}
              </SettingsRows>
            </SettingsSection>
          )}
        </div>
      </Page>
    </Mantine>
  )
}
