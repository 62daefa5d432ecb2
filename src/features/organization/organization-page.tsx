import { Trans } from '@lingui/react/macro'
import { useSuspenseQuery } from '@tanstack/react-query'
import { useAnswerAge } from '../../data/query/answer-age.ts'
import { organizationQuery } from '../../data/organization/organization.ts'
import { useHoldsRole } from '../../data/person/roles.ts'
import { AccountNav } from '../../ui/page/account-nav.tsx'
import { AsOf } from '../../ui/notice/as-of.tsx'
import { Mantine } from '../../ui/theme/mantine.tsx'
import { Page } from '../../ui/page/page.tsx'
import settings from '../../ui/page/settings.module.css'
import { BrandingSection } from './branding-section.tsx'
import { OrganizationFacts } from './organization-facts.tsx'
import { OrganizationForm } from './organization-form.tsx'

/** What the organization tells of itself and how its app looks (rule 3.5). Administrators change it. */
export function OrganizationPage() {
  const { data: organization } = useSuspenseQuery(organizationQuery)
  const age = useAnswerAge(organizationQuery.queryKey)
  const isAdministrator = useHoldsRole('administrator')
  return (
    <Mantine>
      <Page title={<Trans>Organization</Trans>} filters={<AsOf timeMs={age} />}>
        <AccountNav />
        <div className={settings['column']}>
          {isAdministrator ? (
            <>
              <OrganizationForm organization={organization} />
              <BrandingSection branding={organization.branding} />
            </>
          ) : (
            <OrganizationFacts organization={organization} />
          )}
        </div>
      </Page>
    </Mantine>
  )
}
