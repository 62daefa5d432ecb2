import { MediaEngine } from '#src/data/media/media-engine.ts'
import { MsePlayer } from '#src/data/media/mse-player.ts'
import { VideoWindow } from '#src/data/media/video-window.ts'
import type { BenchCamera, BenchPage, Sighting } from '../page-api.ts'
import { JanusSession } from '../janus-session.ts'
import { benchCore } from './bench-core.ts'
import { Watcher } from './watcher.ts'
import { WebRtcPlayer } from './webrtc-player.ts'

/** Samples of all windows together, each second: enough for a 95th percentile, too few to weigh. */
const SAMPLES_PER_SECOND = 30

const wall = document.querySelector<HTMLElement>('#wall') as HTMLElement
let engine: MediaEngine | undefined
/** As our own connection to the service, it outlasts the windows. */
let janus: Promise<JanusSession> | undefined
let windows: VideoWindow[] = []
let closers: (() => void)[] = []

function hosts(count: number): HTMLElement[] {
  const side = Math.ceil(Math.sqrt(count))
  wall.style.grid = `repeat(${side}, 1fr) / repeat(${side}, 1fr)`
  wall.replaceChildren(...Array.from({ length: count }, () => document.createElement('div')))
  return [...wall.children] as HTMLElement[]
}

/** How long after `sinceMs` the first picture is on the screen. */
function firstPicture(video: HTMLVideoElement, sinceMs: number): Promise<number> {
  return new Promise((resolve) => video.requestVideoFrameCallback(() => resolve(performance.now() - sinceMs)))
}

function videoIn(host: HTMLElement): HTMLVideoElement {
  const video = host.querySelector('video')
  if (video === null) throw new Error('This benchmark reads pictures from <video> elements only.')
  return video
}

function openWindows(cameras: BenchCamera[]): Promise<number[]> {
  const shared = (engine ??= new MediaEngine(benchCore))
  const places = hosts(cameras.length)
  windows = cameras.map((_, index) => new VideoWindow(index, shared))
  closers = windows.map((window) => () => window.dispose())
  for (const [index, window] of windows.entries()) window.mount(places[index] as HTMLElement)
  const sinceMs = performance.now()
  for (const [index, window] of windows.entries()) window.show(cameras[index] as BenchCamera)
  return Promise.all(places.map((host) => firstPicture(videoIn(host), sinceMs)))
}

function videoFor(host: HTMLElement): HTMLVideoElement {
  const video = document.createElement('video')
  Object.assign(video, { muted: true, playsInline: true, autoplay: true })
  Object.assign(video.style, { width: '100%', height: '100%', objectFit: 'contain' })
  host.append(video)
  return video
}

/** Plays one stream over MSE in this place, and answers when its first picture is there. */
function playMse(host: HTMLElement, url: string, type: string, sinceMs: number): Promise<number> {
  const video = videoFor(host)
  const player = new MsePlayer(
    video,
    () => {},
    () => {},
  )
  const socket = new WebSocket(url)
  socket.binaryType = 'arraybuffer'
  let isFirst = true
  socket.addEventListener('message', ({ data }: MessageEvent<ArrayBuffer>) => {
    player.take({ init: isFirst ? type : undefined, bytes: new Uint8Array(data) })
    isFirst = false
  })
  closers.push(() => {
    socket.close()
    player.stop()
  })
  return firstPicture(video, sinceMs)
}

function openMse(urls: string[], type: string): Promise<number[]> {
  const sinceMs = performance.now()
  return Promise.all(hosts(urls.length).map((host, index) => playMse(host, urls[index] as string, type, sinceMs)))
}

function openMseByPress(urls: string[], type: string): Promise<number[]> {
  const pressed = async (host: HTMLElement, url: string) => {
    const { timeStamp } = await new Promise<Event>((resolve) => host.addEventListener('mousedown', resolve, { once: true }))
    const tookMs = await playMse(host, url, type, timeStamp)
    host.dataset['shown'] = ''
    return tookMs
  }
  return Promise.all(hosts(urls.length).map((host, index) => pressed(host, urls[index] as string)))
}

async function openWebRtc(url: string, cameras: number[], isAtOnce: boolean): Promise<number[]> {
  const sinceMs = performance.now()
  const places = hosts(cameras.length)
  const session = await (janus ??= JanusSession.open(url))
  const played = async (host: HTMLElement, camera: number) => {
    const video = videoFor(host)
    const player = new WebRtcPlayer(session, video)
    closers.push(() => player.stop())
    const shown = firstPicture(video, sinceMs)
    await player.play(camera, isAtOnce)
    return shown
  }
  return Promise.all(cameras.map((camera, index) => played(places[index] as HTMLElement, camera)))
}

async function watch(ms: number): Promise<{ sightings: Sighting[]; unreadable: number }> {
  const watchers = [...wall.children].map((host, index) => new Watcher(index, videoIn(host as HTMLElement)))
  const everyMs = (watchers.length * 1000) / SAMPLES_PER_SECOND
  await Promise.all(watchers.map((watcher) => watcher.run(ms, everyMs)))
  return { sightings: watchers.flatMap((watcher) => watcher.sightings), unreadable: watchers.reduce((sum, one) => sum + one.unreadable, 0) }
}

function workerAges(): number[] {
  return windows.map((window) => window.stats()?.pictureAgeMs ?? Number.NaN)
}

function close(): void {
  for (const closer of closers) closer()
  closers = []
  windows = []
  wall.replaceChildren()
}

const page: BenchPage = { openWindows, openMse, openMseByPress, openWebRtc, watch, workerAges, close }
Object.assign(globalThis, { benchPage: page })
