import type { StationOutput } from '#contract/station.ts'

/** What the address of the remote control says: which screen of which station, from the QR code on it. */
export interface RemoteSearch {
  station?: string | undefined
  screen?: StationOutput | undefined
}

const MOST = 32

/** Reads the address; whatever in it makes no sense is passed over. */
export function readRemote({ station, screen }: Record<string, unknown>): RemoteSearch {
  const sn = typeof station === 'number' ? String(station) : station
  return {
    station: typeof sn === 'string' && sn !== '' ? sn.slice(0, MOST) : undefined,
    screen: screen === 1 || screen === 2 ? screen : undefined,
  }
}
