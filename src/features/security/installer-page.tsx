import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import IconChevronRight from '@tabler/icons-react/dist/esm/icons/IconChevronRight.mjs'
import { useState } from 'react'
import { useSnapshot } from 'valtio'
import { remoteAccessStatuses } from '#contract/states/remote-access.ts'
import { coreState } from '../../data/core/core.ts'
import { ForOwnAdministrators } from '../../data/person/for-roles.tsx'
import { useHelper } from '../../data/app/helper.ts'
import { accessRequestsQuery, installerQuery, isInUse } from '../../data/organization/installer.ts'
import { Button } from '../../ui/controls/button.tsx'
import { inviteAgain, usersQuery, withdrawInvitation } from '../../data/organization/users.ts'
import { HelperDownload } from '../../ui/notice/helper-download.tsx'
import { InvitationLinks } from '../../ui/page/invitation-links.tsx'
import { Mantine } from '../../ui/theme/mantine.tsx'
import { Page } from '../../ui/page/page.tsx'
import { SettingsRow, SettingsRows, SettingsSection } from '../../ui/page/settings.tsx'
import settings from '../../ui/page/settings.module.css'
import { useNow } from '../../ui/text/use-now.ts'
import { AccessQuestion } from './access-question.tsx'
import { BackLink } from './back-link.tsx'
import { InstallerFacts } from './installer-facts.tsx'
import { InviteInstaller } from './invite-installer.tsx'

/** Who the installer is, what they may do now, and the helper for the plugin (rule 2.4). For administrators. */
export function InstallerPage() {
  const { t } = useLingui()
  const { data: who } = useQuery(installerQuery)
  const offer = useHelper()
  return (
    <Mantine>
      <Page back={<BackLink />} title={<Trans>Installer Information</Trans>}>
        <div className={settings['column']}>
          <SettingsSection title={<Trans>Your installer</Trans>}>
            <SettingsRows label={t`Your installer`}>
              {who?.installer && <InstallerFacts installer={who.installer} />}
              {who?.installer === null && <NoInstaller />}
            </SettingsRows>
            {who?.installer === null && (
              <ForOwnAdministrators>
                <OpenInvitations />
              </ForOwnAdministrators>
            )}
          </SettingsSection>
          {who?.installer && <Authorization companyName={who.installer.companyName} />}
          <SettingsSection
            title={<Trans>Helper for this computer</Trans>}
            intro={<Trans>It installs the plugin, which plays video with less load on this computer and downloads recordings.</Trans>}
          >
            <HelperDownload offer={offer} />
          </SettingsSection>
        </div>
      </Page>
    </Mantine>
  )
}

/** Invitations of installers that nobody has used. */
function OpenInvitations() {
  const { t } = useLingui()
  const { data } = useQuery(usersQuery({ pageNum: 1, pageSize: 10 }))
  const { isServiceReachable } = useSnapshot(coreState)
  return (
    <InvitationLinks
      links={(data?.links ?? []).filter(({ kind }) => kind === 'installer')}
      offlineReason={isServiceReachable ? undefined : t`Only with the service. It cannot be reached now.`}
      onAgain={inviteAgain}
      onWithdraw={withdrawInvitation}
    />
  )
}

function NoInstaller() {
  const [isInviting, setInviting] = useState(false)
  return (
    <SettingsRow name={<Trans>No installer</Trans>} text={<Trans>An installer is invited by e-mail and can then ask for access.</Trans>}>
      <ForOwnAdministrators>
        <Button onClick={() => setInviting(true)}>
          <Trans>Invite an installer</Trans>
        </Button>
      </ForOwnAdministrators>
      {isInviting && <InviteInstaller onClose={() => setInviting(false)} />}
    </SettingsRow>
  )
}

/** How the authorization stands in words; a request that is open is decided here, the rest on the page of the authorizations. */
function Authorization({ companyName }: { companyName: string }) {
  const { t } = useLingui()
  const { data } = useQuery(accessRequestsQuery)
  const { clockOffsetMs } = useSnapshot(coreState)
  const now = useNow() + clockOffsetMs
  const requests = data?.requests ?? []
  const open = requests.filter(({ status }) => status === remoteAccessStatuses.pending)
  const isUsed = requests.some((request) => isInUse(request, now))
  const state = isUsed
    ? t`${companyName} may act as administrator now.`
    : open.length > 0
      ? t`${companyName} asks to act as administrator.`
      : t`${companyName} may do nothing in your organization now.`
  return (
    <SettingsSection title={<Trans>Installer authorization</Trans>}>
      <SettingsRows label={t`Installer authorization`}>
        <SettingsRow name={<span role="status">{state}</span>}>
          <Link to="/privacySecurity" className={settings['go']}>
            {isUsed ? <Trans>Revoke or look back</Trans> : <Trans>Grant or look back</Trans>}
            <IconChevronRight size={16} stroke={1.5} aria-hidden />
          </Link>
        </SettingsRow>
        {open.map((request) => (
          <AccessQuestion key={request.requestId} request={request} />
        ))}
      </SettingsRows>
    </SettingsSection>
  )
}
