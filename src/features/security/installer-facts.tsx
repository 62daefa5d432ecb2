import { Trans, useLingui } from '@lingui/react/macro'
import type { myInstallerGet } from '#contract/calls/installer/my-installer-get.ts'
import type { OutputOf } from '#contract/define-call.ts'
import { SettingsRow } from '../../ui/page/settings.tsx'
import { dateTimeText } from '../../ui/text/time-text.ts'

type Installer = NonNullable<OutputOf<typeof myInstallerGet>['installer']>

/** Who the installer is, how they are reached, and since when they are. */
export function InstallerFacts({ installer }: { installer: Installer }) {
  const { i18n } = useLingui()
  const { companyName, contact, email, phone, boundAtMs } = installer
  return (
    <>
      <SettingsRow name={<Trans>Company</Trans>}>{companyName}</SettingsRow>
      <SettingsRow name={<Trans>Contact</Trans>}>{contact}</SettingsRow>
      <SettingsRow name={<Trans>E-mail</Trans>}>{email}</SettingsRow>
      {phone !== '' && (
        <SettingsRow name={<Trans>Phone</Trans>}>
          <span className="sl-figures">{phone}</span>
        </SettingsRow>
      )}
      <SettingsRow name={<Trans>Installer since</Trans>}>
        <span className="sl-figures">{dateTimeText(boundAtMs, i18n.locale)}</span>
      </SettingsRow>
    </>
  )
}
