import { createFileRoute, redirect } from '@tanstack/react-router'
import { coreState } from '../data/core.ts'
import { SignInPage } from '../features/sign-in/sign-in-page.tsx'
import { pathWithin } from '../lib/path-within.ts'

export const Route = createFileRoute('/login')({
  validateSearch: (search: Record<string, unknown>): { to?: string } => ({ to: pathWithin(search['to']) }),
  beforeLoad: async ({ context, search }) => {
    await context.coreReady
    if (coreState.session.kind === 'signed-in') throw redirect({ href: search.to ?? '/live', replace: true })
  },
  component: SignIn,
})

function SignIn() {
  return <SignInPage to={Route.useSearch().to} />
}
