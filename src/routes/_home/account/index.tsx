import { createFileRoute } from '@tanstack/react-router'
import { AccountPage } from '../../../features/account/account-page.tsx'

export const Route = createFileRoute('/_home/account/')({ staticData: { page: 'account' }, component: AccountPage })
