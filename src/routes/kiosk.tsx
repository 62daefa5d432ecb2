import { createFileRoute, useSearch } from '@tanstack/react-router'
import { KioskPage } from '../features/kiosk/kiosk-page.tsx'

/** The screen of a viewing station: the start address of a machine that nobody sits at. `screen`: its second output. */
export const Route = createFileRoute('/kiosk')({
  validateSearch: ({ screen }: Record<string, unknown>): { screen?: 2 } => (screen === 2 ? { screen } : {}),
  component: Kiosk,
})

function Kiosk() {
  return <KioskPage voId={useSearch({ from: '/kiosk' }).screen ?? 1} />
}
