import { createFileRoute, useParams } from '@tanstack/react-router'
import { InvitationPage } from '../features/joining/invitation-page.tsx'

export const Route = createFileRoute('/user-register/$inviteId/$uuid')({ component: Invited })

function Invited() {
  return <InvitationPage kind="user" link={useParams({ from: '/user-register/$inviteId/$uuid' })} />
}
