import { createFileRoute, useParams } from '@tanstack/react-router'
import { InstallerPage } from '../features/joining/installer-page.tsx'

export const Route = createFileRoute('/bind/installer/$inviteId/$uuid')({ component: Invited })

function Invited() {
  return <InstallerPage link={useParams({ from: '/bind/installer/$inviteId/$uuid' })} />
}
