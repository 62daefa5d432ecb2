/** What the address says of the viewing stations. */
export interface StationsSearch {
  /** The code of a screen that is to be paired, from the QR code on it. */
  code?: string | undefined
  /** The station whose panel is open. */
  station?: string | undefined
}

const MOST = 32

function textOf(value: unknown): string | undefined {
  const text = typeof value === 'number' ? String(value) : value
  return typeof text === 'string' && text !== '' ? text.slice(0, MOST) : undefined
}

/** Reads the address; whatever in it makes no sense is passed over. */
export function readStations({ code, station }: Record<string, unknown>): StationsSearch {
  return { code: textOf(code), station: textOf(station) }
}
