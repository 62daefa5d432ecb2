import { createFileRoute } from '@tanstack/react-router'
import { InvitationPage } from '../features/joining/invitation-page.tsx'

export const Route = createFileRoute('/company-register/$inviteId/$uuid')({ component: Invited })

function Invited() {
  return <InvitationPage kind="company" link={Route.useParams()} />
}
