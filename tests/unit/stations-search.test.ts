import { expect, test } from 'vitest'
import type { ListedStation } from '#contract/calls/station/station-list.ts'
import { lengths } from '#contract/limits.ts'
import { readStations, stationsMatching } from '#src/features/stations/stations-search.ts'

const station = (name: string, siteName: string): ListedStation => ({
  sn: name,
  name,
  siteId: siteName,
  siteName,
  status: 1,
  statusSinceMs: 0,
  isPaired: true,
  pairedAtMs: 0,
  outputs: [],
})
const stations = [station('Lobby', 'Harbor Shop'), station('Gate Wall', 'Warehouse North'), station('İskele', '港口大门')]
const found = (search: string, locale = 'en-US') => stationsMatching(stations, search, locale).map(({ name }) => name)

test('stations are found by a part of their name or of their site, in whatever case', () => {
  expect(found('')).toEqual(['Lobby', 'Gate Wall', 'İskele'])
  expect(found('LOB')).toEqual(['Lobby'])
  expect(found('warehouse n')).toEqual(['Gate Wall'])
  expect(found('港口')).toEqual(['İskele'])
  expect(found('iskele', 'tr')).toEqual(['İskele'])
  // Not across both: “Lobby Harbor” is neither.
  expect(found('by ha')).toEqual([])
})

test('the address names what is looked for, as far as it makes sense', () => {
  expect(readStations({ search: 'gate', station: 's1' })).toEqual({ search: 'gate', code: undefined, station: 's1' })
  expect(readStations({ search: 7 }).search).toBe('7')
  for (const search of [['gate'], {}, null, '', true]) expect(readStations({ search }).search).toBeUndefined()
  expect(readStations({ search: 'x'.repeat(200) }).search).toHaveLength(lengths.search)
})
