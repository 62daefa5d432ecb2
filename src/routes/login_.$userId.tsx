import { createFileRoute, redirect } from '@tanstack/react-router'

/** The name may stand in the path too (rule 2.5). */
export const Route = createFileRoute('/login_/$userId')({
  beforeLoad: ({ params }) => {
    throw redirect({ to: '/login', search: { userId: params.userId }, replace: true })
  },
})
