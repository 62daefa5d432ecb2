import { createFileRoute } from '@tanstack/react-router'
import { InvitationPage } from '../features/joining/invitation-page.tsx'

export const Route = createFileRoute('/user-register/$inviteId/$uuid')({ component: Invited })

function Invited() {
  return <InvitationPage kind="user" link={Route.useParams()} />
}
