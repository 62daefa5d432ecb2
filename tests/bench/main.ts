/** `npm run bench -- NAME`: runs one benchmark. Each prints a table and ends with one line of JSON holding its figures. */
const benches: Record<string, () => Promise<{ run(args: string[]): Promise<void> }>> = {
  alarms: () => import('./alarms/alarms.ts'),
  calls: () => import('./calls.ts'),
  crash: () => import('./crash.ts'),
  devices: () => import('./devices.ts'),
  download: () => import('./download/download.ts'),
  events: () => import('./events.ts'),
  faces: () => import('./faces.ts'),
  import: () => import('./import.ts'),
  kiosk: () => import('./kiosk/kiosk.ts'),
  live: () => import('./live/live.ts'),
  playback: () => import('./playback/playback.ts'),
  push: () => import('./push.ts'),
  recording: () => import('./recording/recording.ts'),
  rights: () => import('./rights.ts'),
  offline: () => import('./offline.ts'),
  search: () => import('./search/search.ts'),
  stations: () => import('./stations/stations.ts'),
  'sign-in': () => import('./sign-in.ts'),
  timeline: () => import('./time-line.ts'),
  wall: () => import('./live/wall.ts'),
}

const [name = '', ...args] = process.argv.slice(2)
const load = benches[name]
if (load === undefined) {
  console.error(`Name a benchmark: ${Object.keys(benches).join(', ')}.`)
  process.exitCode = 1
} else {
  await (await load()).run(args)
}
