import { createFileRoute, redirect } from '@tanstack/react-router'

/** The sites are the first of the settings (rule 2.1). */
export const Route = createFileRoute('/_home/settings/')({
  beforeLoad: () => {
    throw redirect({ to: '/settings/site/sitelist', replace: true })
  },
})
