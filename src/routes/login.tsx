import { createFileRoute, redirect } from '@tanstack/react-router'
import { coreState } from '../data/core/core.ts'
import { SignInPage } from '../features/sign-in/sign-in-page.tsx'
import { hrefOf, pathWithin } from '../lib/path-within.ts'

/** The longest name that there is. */
const NAME_LENGTH = 128

export interface LoginSearch {
  to?: string
  userId?: string
  forgot?: boolean
}

export const Route = createFileRoute('/login')({
  validateSearch: ({ to, userId, forgot }: Record<string, unknown>): LoginSearch => {
    const path = pathWithin(to)
    const name = typeof userId === 'string' || typeof userId === 'number' ? String(userId).slice(0, NAME_LENGTH) : ''
    return { ...(path !== undefined && { to: path }), ...(name !== '' && { userId: name }), ...(forgot === true && { forgot }) }
  },
  beforeLoad: async ({ context, search }) => {
    await context.coreReady
    if (coreState.session.kind === 'signed-in') throw redirect({ href: hrefOf(search.to ?? '/live'), replace: true })
  },
  component: SignIn,
})

function SignIn() {
  return <SignInPage {...Route.useSearch()} />
}
