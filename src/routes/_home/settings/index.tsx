import { createFileRoute, redirect } from '@tanstack/react-router'

/** The sites, once they have a page of their own (rule 2.1). */
export const Route = createFileRoute('/_home/settings/')({
  beforeLoad: () => {
    throw redirect({ to: '/settings/alarmrules', replace: true })
  },
})
