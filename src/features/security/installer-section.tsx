import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import IconChevronRight from '@tabler/icons-react/dist/esm/icons/IconChevronRight.mjs'
import { useSnapshot } from 'valtio'
import { coreState } from '../../data/core/core.ts'
import { accessRequestsQuery, installerQuery, isInUse, type AccessRequest } from '../../data/organization/installer.ts'
import { remoteAccessStatuses } from '#contract/states/remote-access.ts'
import { SettingsRow, SettingsRows, SettingsSection } from '../../ui/page/settings.tsx'
import settings from '../../ui/page/settings.module.css'
import { useNow } from '../../ui/text/use-now.ts'
import { AccessHistory } from './access-history.tsx'
import { AccessInUse } from './access-in-use.tsx'
import { AccessQuestion } from './access-question.tsx'
import { InstallerRow } from './installer-row.tsx'

/** The installer, and who may act as administrator for how long (rule 4.8). For administrators. */
export function InstallerSection() {
  const { t } = useLingui()
  const { data: who } = useQuery(installerQuery)
  const { data } = useQuery(accessRequestsQuery)
  const { clockOffsetMs } = useSnapshot(coreState)
  const now = useNow() + clockOffsetMs
  const requests = data?.requests ?? []
  const isOpen = ({ status }: AccessRequest) => status === remoteAccessStatuses.pending
  const past = requests.filter((request) => !isOpen(request) && !isInUse(request, now))
  return (
    <SettingsSection
      title={<Trans>Installer authorization</Trans>}
      intro={<Trans>An installer can ask to act as administrator for a time. You decide, and can end it at any moment.</Trans>}
    >
      <SettingsRows label={t`Installer authorization`}>
        {who?.installer && <InstallerRow installer={who.installer} />}
        {who?.installer === null && (
          <SettingsRow
            name={<Trans>No installer</Trans>}
            text={<Trans>An installer is invited by e-mail and can then ask for access.</Trans>}
          />
        )}
        {requests.filter(isOpen).map((request) => (
          <AccessQuestion key={request.requestId} request={request} />
        ))}
        {requests
          .filter((request) => isInUse(request, now))
          .map((request) => (
            <AccessInUse key={request.requestId} request={request} nowMs={now} />
          ))}
        <SettingsRow
          name={<Trans>Installer Information</Trans>}
          text={<Trans>Who the installer is, and the helper that installs the plugin on a computer.</Trans>}
        >
          <Link to="/service/installer" className={settings['go']} aria-label={t`Open the installer information`}>
            <Trans>Open</Trans>
            <IconChevronRight size={16} stroke={1.5} aria-hidden />
          </Link>
        </SettingsRow>
      </SettingsRows>
      {past.length > 0 && <AccessHistory requests={past} />}
    </SettingsSection>
  )
}
