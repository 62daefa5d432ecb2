import { createFileRoute } from '@tanstack/react-router'
import { InstallerAccessPage } from '../features/joining/installer-access-page.tsx'

export const Route = createFileRoute('/installer')({ component: InstallerAccessPage })
