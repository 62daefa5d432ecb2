import { Trans } from '@lingui/react/macro'
import type { Organization } from '../../data/organization/organization.ts'
import { SettingsRow, SettingsRows, SettingsSection } from '../../ui/page/settings.tsx'

/** The organization for whoever only reads of it. */
export function OrganizationFacts({ organization }: { organization: Organization }) {
  const { organizationName, country, city, address, contact, phone } = organization
  return (
    <SettingsSection title={<Trans>Organization</Trans>} intro={<Trans>An administrator can change this.</Trans>}>
      <SettingsRows>
        <SettingsRow name={<Trans>Name</Trans>} text={organizationName} />
        <SettingsRow name={<Trans>Address</Trans>} text={[address, city, country].filter((part) => part !== '').join(', ') || '–'} />
        <SettingsRow name={<Trans>Contact</Trans>} text={[contact, phone].filter((part) => part !== '').join(', ') || '–'} />
      </SettingsRows>
    </SettingsSection>
  )
}
