import { createFileRoute, redirect } from '@tanstack/react-router'

/** The old address of the menu's pages. */
export const Route = createFileRoute('/_home/home')({
  beforeLoad: () => {
    throw redirect({ to: '/live', replace: true })
  },
})
