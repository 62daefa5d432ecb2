import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import IconChevronRight from '@tabler/icons-react/dist/esm/icons/IconChevronRight.mjs'
import { lazy, Suspense, useState } from 'react'
import { sitePeopleQuery } from '../../data/places/change-sites.ts'
import { ForOwnAdministrators } from '../../data/person/for-roles.tsx'
import { OnlineButton } from '../../ui/controls/online-button.tsx'
import settings from '../../ui/page/settings.module.css'
import { roleNames } from '../../ui/text/role-names.ts'
import classes from './sites.module.css'

const AssignPeople = lazy(() => import('./assign-people.tsx').then(({ AssignPeople }) => ({ default: AssignPeople })))

/** Whose a site is, beside the administrators', and the way to change it. */
export function SitePeople({ siteId, siteName, offlineReason }: { siteId: string; siteName: string; offlineReason: string | undefined }) {
  const { t, i18n } = useLingui()
  const [isAssigning, setAssigning] = useState(false)
  const { data } = useQuery(sitePeopleQuery(siteId))
  return (
    <section className={classes['people']}>
      <h3>
        <Trans>People assigned</Trans>
      </h3>
      {data?.users.length === 0 && (
        <p>
          <Trans>Nobody but the administrators.</Trans>
        </p>
      )}
      <ul aria-label={t`People assigned`}>
        {data?.users.map(({ userId, alias, email, role }) => (
          <li key={userId}>
            <span>{alias || email}</span>
            <small>{i18n._(roleNames[role])}</small>
          </li>
        ))}
      </ul>
      <div className={classes['ways']}>
        <ForOwnAdministrators>
          {data && (
            <OnlineButton variant="default" size="compact-md" offlineReason={offlineReason} onClick={() => setAssigning(true)}>
              <Trans>Assign people</Trans>
            </OnlineButton>
          )}
        </ForOwnAdministrators>
        <Link to="/user/userlist" className={settings['go']}>
          <Trans>Give roles to people</Trans>
          <IconChevronRight size={16} stroke={1.5} aria-hidden />
        </Link>
      </div>
      <Suspense>
        {isAssigning && data && (
          <AssignPeople
            siteId={siteId}
            siteName={siteName}
            assigned={data.users}
            offlineReason={offlineReason}
            onClose={() => setAssigning(false)}
          />
        )}
      </Suspense>
    </section>
  )
}
