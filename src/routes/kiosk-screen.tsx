import { createFileRoute, useSearch } from '@tanstack/react-router'
import { stationStart, type StationStart } from '#contract/station.ts'
import { KioskPage } from '../features/kiosk/kiosk-page.tsx'

export interface KioskScreenSearch {
  screen?: 2
  start?: StationStart
}

/** The screen of a viewing station, within the frame of `kiosk.html`. `screen`: its second output; `start`: why the page began. */
export const Route = createFileRoute('/kiosk-screen')({
  validateSearch: ({ screen, start }: Record<string, unknown>): KioskScreenSearch => {
    const { data } = stationStart.safeParse(start)
    return { ...(screen === 2 && { screen }), ...(data && { start: data }) }
  },
  component: KioskScreen,
})

function KioskScreen() {
  const { screen: voId = 1, start } = useSearch({ from: '/kiosk-screen' })
  return <KioskPage voId={voId} start={start} />
}
