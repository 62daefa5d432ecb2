import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { invitationQuery, type InvitationLink } from '../../data/person/joining.ts'
import buttons from '../../ui/controls/button.module.css'
import { CompanyForm } from './company-form.tsx'
import { JoinPage } from './join-page.tsx'
import own from './joining.module.css'
import { BadLink, ForeignLink, LinkIsBeingRead } from './link-state.tsx'
import { PersonForm } from './person-form.tsx'
import { SignedInNote } from './signed-in-note.tsx'

/** The page of an invitation's link: for a person of the organization, or for the administrator of another company. */
export function InvitationPage({ kind, link }: { kind: 'user' | 'company'; link: InvitationLink }) {
  const { data: invitation, error, refetch } = useQuery(invitationQuery(link))
  if (error) return <BadLink error={error} onRetry={() => void refetch()} />
  if (invitation === undefined) return <LinkIsBeingRead />
  if (invitation.kind !== kind)
    return (
      <ForeignLink>
        <Link
          className={buttons['main']}
          to={invitation.kind === 'user' ? '/user-register/$inviteId/$uuid' : '/company-register/$inviteId/$uuid'}
          params={link}
        >
          <Trans>Open the right page</Trans>
        </Link>
      </ForeignLink>
    )
  const { organizationName, email } = invitation
  return kind === 'user' ? (
    <JoinPage title={<Trans>Welcome</Trans>}>
      <p className={own['lead']}>
        <Trans>
          <b>{organizationName}</b> invites you. You will sign in as <b>{email}</b>; choose your password.
        </Trans>
      </p>
      <SignedInNote />
      <PersonForm link={link} invitation={invitation} />
    </JoinPage>
  ) : (
    <JoinPage title={<Trans>Register your company</Trans>}>
      <p className={own['lead']}>
        <Trans>
          <b>{organizationName}</b> invites your company. You become its administrator and sign in as <b>{email}</b>.
        </Trans>
      </p>
      <SignedInNote />
      <CompanyForm link={link} />
    </JoinPage>
  )
}
