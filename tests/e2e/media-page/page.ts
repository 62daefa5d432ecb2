import type { Person } from '#contract/calls/user/person.ts'
import type { Snapshot } from '#contract/core-api.ts'
import { MediaEngine } from '#src/data/media/media-engine.ts'
import type { MediaAnswers, MediaCore } from '#src/data/media/media-core.ts'
import { VideoWindow } from '#src/data/media/video-window.ts'
import { readCounter } from '#tests/support/read-counter.ts'
import type { Lab } from './lab-api.ts'
import { decode, opusTone } from './decode.ts'
import { listen } from './listen.ts'
import { aviOfOpus, endRecord, record, recorded } from './record.ts'

/** The service and the plugin, played by the test's process. */
declare const labRelayAddress: () => Promise<string>
declare const labPreview: (winIndex: number, sn: string) => Promise<string>
declare const labStop: (winIndex: number) => Promise<void>

const person: Person = {
  userId: 'u1',
  loginName: 'guard',
  email: 'guard@example.org',
  alias: 'Guard',
  phone: '',
  role: 'administrator',
  isAdministrator: true,
  organizationName: 'Harbor',
  language: 'en-US',
  theme: 'system',
}
const shape = { codec: 'avc1.4d4016', width: 640, height: 360, fps: 15 }
const state: MediaCore['state'] = {
  session: { kind: 'signed-in', user: person },
  push: 'open',
  plugin: { kind: 'unloaded', reason: 'absent' },
  isServiceReachable: true,
  clockOffsetMs: 0,
}
const listeners: (() => void)[] = []
let activities = 0
const kept: Snapshot[] = []
const windows: VideoWindow[] = []
const histories: string[][] = []

const answers: MediaAnswers = {
  relayAddress: async () => ({ url: await labRelayAddress() }),
  cancelCall: () => Promise.resolve(),
  isServiceThere: async () => true,
  pluginPreview: async ({ winIndex, sn }) => ({ mediaUrl: await labPreview(winIndex, sn) }),
  pluginPlayback: () => Promise.reject(new Error('This plugin has no past.')),
  pluginSetSpeed: () => Promise.resolve(null),
  pluginStop: ({ winIndex }) => labStop(winIndex).then(() => null),
  pluginSetSize: () => Promise.resolve(null),
  pluginSetVolume: () => Promise.resolve(null),
  pluginSetPlayMode: () => Promise.resolve(null),
  putSnapshot: async (snapshot) => void kept.push(snapshot),
  noteActivity: async () => void (activities += 1),
}
const core: MediaCore = {
  state,
  onState: (listener) => void listeners.push(listener),
  tabId: 'lab',
  keepsPast: true,
  ask: (question, ...asked) => answers[question](...asked),
}

function windowAt(index: number): VideoWindow {
  const window = windows[index]
  if (window === undefined) throw new Error(`There is no window ${index}.`)
  return window
}

function change(changes: Partial<MediaCore['state']>): void {
  Object.assign(state, changes)
  for (const listener of listeners) listener()
}

function start(count: number): void {
  const wall = document.querySelector<HTMLElement>('#wall') as HTMLElement
  const side = Math.ceil(Math.sqrt(count))
  wall.style.grid = `repeat(${side}, 1fr) / repeat(${side}, 1fr)`
  const engine = new MediaEngine(core)
  for (let index = 0; index < count; index++) {
    const host = document.createElement('div')
    wall.append(host)
    const window = new VideoWindow(index, engine)
    const history: string[] = []
    window.subscribe(() => {
      if (history.at(-1) !== window.state.kind) history.push(window.state.kind)
    })
    window.mount(host)
    windows.push(window)
    histories.push(history)
  }
}

function pixels(index: number): Uint8ClampedArray | undefined {
  const element = document.querySelector('#wall')?.children[index]?.querySelector<HTMLVideoElement | HTMLCanvasElement>('video, canvas')
  const context = new OffscreenCanvas(192, 108).getContext('2d', { willReadFrequently: true })
  if (element === null || element === undefined || context === null) return undefined
  context.drawImage(element, 0, 0, 192, 108)
  return context.getImageData(0, 0, 192, 108).data
}

function read(index: number): number | undefined {
  const picture = pixels(index)
  return picture && readCounter(picture, 192, 108)
}

async function paint(index: number, pictures: number): Promise<(number | undefined)[]> {
  const video = document.querySelector('#wall')?.children[index]?.querySelector('video')
  if (!video) throw new Error(`Window ${index} has no video.`)
  const counters: (number | undefined)[] = []
  while (counters.length < pictures) {
    await new Promise((resolve) => video.requestVideoFrameCallback(resolve))
    const canvas = document.createElement('canvas')
    Object.assign(canvas, { width: 192, height: 108 })
    await windowAt(index).paint(canvas)
    const painted = canvas.getContext('2d')?.getImageData(0, 0, 192, 108).data
    counters.push(painted && readCounter(painted, 192, 108))
  }
  return counters
}

const seen: [counter: number, sum: number][][] = []

function watch(index: number): void {
  const sums: [number, number][] = []
  seen[index] = sums
  const video = document.querySelector('#wall')?.children[index]?.querySelector('video')
  const note = () => {
    const picture = pixels(index)
    const counter = picture && readCounter(picture, 192, 108)
    // What cannot be read is no picture of the clip.
    sums.push([counter ?? -1, picture?.reduce((sum, value) => (sum * 31 + value) | 0, 0) ?? 0])
    video?.requestVideoFrameCallback(note)
  }
  video?.requestVideoFrameCallback(note)
}

const noted: ReturnType<Lab['noted']> = { shown: [], heard: [], outputLatencyMs: 0 }

/** Reads the counter of each picture as it is shown, and hears where tones begin. */
async function watchAndListen(index: number): Promise<void> {
  const video = document.querySelector('#wall')?.children[index]?.querySelector('video')
  if (!video) throw new Error(`Window ${index} has no video.`)
  const note = (_now: number, { expectedDisplayTime }: VideoFrameCallbackMetadata) => {
    const counter = read(index)
    if (counter !== undefined) noted.shown.push({ counter, atMs: performance.timeOrigin + expectedDisplayTime })
    video.requestVideoFrameCallback(note)
  }
  video.requestVideoFrameCallback(note)
  await listen(windowAt(index).sound, (atMs, outputLatencyMs) => {
    noted.heard.push(atMs)
    noted.outputLatencyMs = outputLatencyMs
  })
}

function setHidden(isHidden: boolean): void {
  Object.defineProperty(document, 'visibilityState', { value: isHidden ? 'hidden' : 'visible', configurable: true })
  document.dispatchEvent(new Event('visibilitychange'))
}

const lab: Lab = {
  start,
  show: (index, sn, offered = ['main']) =>
    windowAt(index).show({ sn, chlIndex: 0, streams: offered.map((stream) => ({ ...shape, stream })) }),
  clear: (index) => windowAt(index).clear(),
  state: (index) => windowAt(index).state,
  stats: (index) => windowAt(index).stats(),
  history: (index) => histories[index] ?? [],
  read,
  paint,
  watch,
  seen: (index) => seen[index] ?? [],
  hear: async (index, isOn) => {
    const { sound } = windowAt(index)
    if (isOn) return sound.turnOn()
    sound.turnOff()
    return undefined
  },
  soundOf: (index) => windowAt(index).sound.state,
  soundFigures: (index) => windowAt(index).sound.figures,
  watchAndListen,
  decode: async (format, frames) => decode(format, frames?.map((bytes) => Uint8Array.from(bytes)) ?? (await opusTone())),
  noted: () => noted,
  record: (index) => record(windowAt(index)),
  endRecord: (index) => endRecord(windowAt(index)),
  recorded,
  aviOfOpus: async () => aviOfOpus(await opusTone()),
  replay: (index, order) => windowAt(index).replay.order(order),
  replayState: (index) => windowAt(index).replay.state,
  setPlugin: (isLoaded) =>
    change({ plugin: isLoaded ? { kind: 'loaded', version: '1', needsUpdate: false } : { kind: 'unloaded', reason: 'absent' } }),
  setReachable: (isServiceReachable) => change({ isServiceReachable }),
  activities: () => activities,
  setHidden,
  snapshots: () => kept.map(({ sn, takenAtMs }) => ({ sn, takenAtMs })),
  lastSnapshotHead: () => [...(kept.at(-1)?.picture.subarray(0, 3) ?? [])],
}
Object.assign(globalThis, { lab })
