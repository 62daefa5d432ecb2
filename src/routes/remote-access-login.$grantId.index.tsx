import { createFileRoute, useLocation, useParams } from '@tanstack/react-router'
import { RemoteAccessPage } from '../features/joining/remote-access-page.tsx'

export const Route = createFileRoute('/remote-access-login/$grantId/')({ component: Granted })

/** The token stands behind the `#`, which browsers keep to themselves. */
function Granted() {
  const { grantId } = useParams({ from: '/remote-access-login/$grantId/' })
  const token = useLocation({ select: ({ hash }) => hash })
  // Another token in the same page is another link.
  return <RemoteAccessPage key={token} grant={{ grantId, token }} />
}
