import { createFileRoute, redirect } from '@tanstack/react-router'

/** The name may stand in the path too (spec 1, section 2). */
export const Route = createFileRoute('/login_/$userId')({
  beforeLoad: ({ params }) => {
    throw redirect({ to: '/login', search: { userId: params.userId }, replace: true })
  },
})
