import { Trans } from '@lingui/react/macro'
import { useSuspenseQuery } from '@tanstack/react-query'
import { ForRoles } from '../../data/person/for-roles.tsx'
import { mfaQuery } from '../../data/person/mfa.ts'
import { Mantine } from '../../ui/theme/mantine.tsx'
import { Page } from '../../ui/page/page.tsx'
import settings from '../../ui/page/settings.module.css'
import { BackLink } from './back-link.tsx'
import { LostSecondStep } from './lost-second-step.tsx'
import { MfaForEverybody } from './mfa-for-everybody.tsx'
import { OwnMfa } from './own-mfa.tsx'

/** The second step of the sign-in: one's own, and for administrators that of everybody (rule 4.7). */
export function MfaPage() {
  const { data: standing } = useSuspenseQuery(mfaQuery)
  return (
    <Mantine>
      <Page back={<BackLink />} title={<Trans>Two-step sign-in</Trans>}>
        <div className={settings['column']}>
          <OwnMfa standing={standing} />
          <ForRoles roles={['administrator']}>
            <MfaForEverybody isRequired={standing.organizationRequires} />
            <LostSecondStep />
          </ForRoles>
        </div>
      </Page>
    </Mantine>
  )
}
