import { createFileRoute, useParams } from '@tanstack/react-router'
import { BindInstallerPage } from '../features/joining/installer-page.tsx'

export const Route = createFileRoute('/bind/installer/$inviteId/$uuid')({ component: Invited })

function Invited() {
  return <BindInstallerPage link={useParams({ from: '/bind/installer/$inviteId/$uuid' })} />
}
