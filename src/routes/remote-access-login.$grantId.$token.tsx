import { createFileRoute, useParams } from '@tanstack/react-router'
import { RemoteAccessPage } from '../features/joining/remote-access-page.tsx'

export const Route = createFileRoute('/remote-access-login/$grantId/$token')({ component: Granted })

/** Links of before had their token in the path. */
function Granted() {
  return <RemoteAccessPage grant={useParams({ from: '/remote-access-login/$grantId/$token' })} />
}
