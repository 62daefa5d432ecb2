import { createFileRoute, useParams } from '@tanstack/react-router'
import { InvitationPage } from '../features/joining/invitation-page.tsx'

export const Route = createFileRoute('/company-register/$inviteId/$uuid')({ component: Invited })

function Invited() {
  return <InvitationPage kind="company" link={useParams({ from: '/company-register/$inviteId/$uuid' })} />
}
