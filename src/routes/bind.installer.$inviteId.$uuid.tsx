import { createFileRoute } from '@tanstack/react-router'
import { InstallerPage } from '../features/joining/installer-page.tsx'

export const Route = createFileRoute('/bind/installer/$inviteId/$uuid')({ component: Invited })

function Invited() {
  return <InstallerPage link={Route.useParams()} />
}
