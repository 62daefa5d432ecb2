import { Trans } from '@lingui/react/macro'
import { createFileRoute } from '@tanstack/react-router'

export const Route = createFileRoute('/login')({ component: () => <Trans>Sign in</Trans> })
