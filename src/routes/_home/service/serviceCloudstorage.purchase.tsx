import { createFileRoute } from '@tanstack/react-router'
import { CloudPage } from '../../../features/licence/cloud/cloud-page.tsx'

export const Route = createFileRoute('/_home/service/serviceCloudstorage/purchase')({
  staticData: { page: 'account' },
  component: CloudPage,
})
