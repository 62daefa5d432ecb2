import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Link, type LinkProps } from '@tanstack/react-router'
import IconChevronRight from '@tabler/icons-react/dist/esm/icons/IconChevronRight.mjs'
import type { ReactNode } from 'react'
import { ForRoles } from '../../data/person/for-roles.tsx'
import { mfaQuery } from '../../data/person/mfa.ts'
import { Mantine } from '../../ui/theme/mantine.tsx'
import { Page } from '../../ui/page/page.tsx'
import { SettingsRow, SettingsRows, SettingsSection } from '../../ui/page/settings.tsx'
import settings from '../../ui/page/settings.module.css'
import { InstallerSection } from './installer-section.tsx'
import { SignedInPlaces } from './signed-in-places.tsx'

/** Privacy and security (rule 2.4): the second step, sessions, the installer's access and the audit trail. */
export function SecurityPage() {
  const { t } = useLingui()
  const { data: mfa } = useQuery(mfaQuery)
  return (
    <Mantine>
      <Page title={<Trans>Privacy and Security</Trans>}>
        <div className={settings['column']}>
          <SettingsSection title={<Trans>Sign-in</Trans>}>
            <SettingsRows>
              <SettingsRow name={<Trans>Two-step sign-in</Trans>} text={mfa && <MfaSummary {...mfa} />}>
                <Go to="/privacySecurity/mfa-config" label={t`Set up two-step sign-in`}>
                  <Trans>Set up</Trans>
                </Go>
              </SettingsRow>
            </SettingsRows>
          </SettingsSection>
          <SignedInPlaces />
          <ForRoles roles={['administrator']}>
            <InstallerSection />
            <SettingsSection title={<Trans>Audit</Trans>}>
              <SettingsRows>
                <SettingsRow
                  name={<Trans>Operation logs</Trans>}
                  text={<Trans>Who changed what in the organization, from where, and with what result. Kept for a year.</Trans>}
                >
                  <Go to="/privacySecurity/operation-logs" label={t`Open the operation logs`}>
                    <Trans>Open</Trans>
                  </Go>
                </SettingsRow>
                <SettingsRow
                  name={<Trans>Shared clips</Trans>}
                  text={<Trans>Links to clips that can be opened without signing in: whose they are, and their end at a press.</Trans>}
                >
                  <Go to="/archives/shares" label={t`Open the shared clips`}>
                    <Trans>Open</Trans>
                  </Go>
                </SettingsRow>
              </SettingsRows>
            </SettingsSection>
          </ForRoles>
        </div>
      </Page>
    </Mantine>
  )
}

function MfaSummary({ mfaEnabled, organizationRequires }: { mfaEnabled: boolean; organizationRequires: boolean }) {
  if (organizationRequires) return <Trans>On. Your organization requires it of everybody.</Trans>
  return mfaEnabled ? <Trans>On. A code is asked for after the password.</Trans> : <Trans>Off. The password alone is enough.</Trans>
}

function Go({ to, label, children }: { to: LinkProps['to']; label: string; children: ReactNode }) {
  return (
    <Link to={to} className={settings['go']} aria-label={label}>
      {children}
      <IconChevronRight size={16} stroke={1.5} aria-hidden />
    </Link>
  )
}
