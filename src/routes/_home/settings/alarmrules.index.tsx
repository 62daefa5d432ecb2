import { createFileRoute, redirect } from '@tanstack/react-router'

export const Route = createFileRoute('/_home/settings/alarmrules/')({
  beforeLoad: () => {
    throw redirect({ to: '/settings/alarmrules/general-alarm-rule', replace: true })
  },
})
