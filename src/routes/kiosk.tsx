import { createFileRoute, useSearch } from '@tanstack/react-router'
import { useEffect } from 'react'
import { basepath } from '../lib/path-within.ts'
import { KioskPage } from '../features/kiosk/kiosk-page.tsx'

/** The start address of viewing stations, which is a page of its own (`src/kiosk-shell.ts`): within the app it leads there. */
export const Route = createFileRoute('/kiosk')({
  validateSearch: ({ screen }: Record<string, unknown>): { screen?: 2 } => (screen === 2 ? { screen } : {}),
  component: Kiosk,
})

/** Something between here and the service gave the app instead of that page: the screen goes on without a shell. */
function isGivenInstead(): boolean {
  const [navigation] = performance.getEntriesByType('navigation')
  return navigation !== undefined && new URL(navigation.name).pathname === `${basepath}/kiosk`
}

function Kiosk() {
  const voId = useSearch({ from: '/kiosk' }).screen ?? 1
  const isPage = isGivenInstead()
  useEffect(() => {
    if (!isPage) location.replace(`${basepath}/kiosk${location.search}`)
  }, [isPage])
  return isPage ? <KioskPage voId={voId} /> : null
}
