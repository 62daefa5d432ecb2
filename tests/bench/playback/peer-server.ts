import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { rewrap } from '#tests/support/ffmpeg.ts'
import type { BenchClip } from '../live/clips.ts'

/** The same pictures as the recordings have, for other players: as HLS with a segment for each group of pictures, and as one MP4 with Range. */
export interface PeerServer {
  page: string
  close(): void
}

/**
 * The page has as many videos as `?count=` says, each with a line of its own: two elements with one address share what has come, or queue for it in the
 * browser's cache. Whence a number behind each address, which the lists of HLS hand on. It has `openHls()` and
 * `openMp4()`, which answer with their length in seconds, and `seek(atS)`, which all of them do.
 */
const PAGE = `<!doctype html><meta charset="utf-8"><script src="hls.js"></script><body><script>
const videos = Array.from({ length: Number(new URLSearchParams(location.search).get('count')) }, () =>
  document.body.appendChild(Object.assign(document.createElement('video'), { muted: true, width: 640, height: 360 })))
const known = (video) => new Promise((resolve) => video.readyState > 1 ? resolve(video.duration) : video.addEventListener('loadeddata', () => resolve(video.duration), { once: true }))
const allKnown = () => Promise.all(videos.map(known)).then((lengths) => Math.min(...lengths))
globalThis.openHls = () => {
  for (const [index, video] of videos.entries()) { const hls = new Hls(); hls.loadSource('list.m3u8?' + index); hls.attachMedia(video) }
  return allKnown()
}
globalThis.openMp4 = () => { for (const [index, video] of videos.entries()) video.src = 'whole.mp4?' + index; return allKnown() }
globalThis.seek = (atS) => { pictureWatch.begin(); for (const video of videos) video.currentTime = atS }
</script>`

/** `query`: that of the address it is asked for at, with its question mark. */
interface PeerFile {
  type: string
  body: (query: string) => Buffer
}

/** Serves `times` rounds of a clip on the loopback. */
export async function servePeers({ path, caps: { fps, width, height, codec } }: BenchClip, times: number): Promise<PeerServer> {
  const folder = mkdtempSync(join(tmpdir(), 'sightline-bench-peers-'))
  const rounds = join(folder, 'rounds.h264')
  writeFileSync(rounds, Buffer.concat(Array.from({ length: times }, () => readFileSync(path))))
  await rewrap(rounds, join(folder, 'whole.mp4'), 'mp4', fps, { movflags: 'faststart' })
  await rewrap(rounds, join(folder, 'groups.mp4'), 'mp4', fps, { movflags: 'empty_moov+default_base_moof+frag_keyframe' })
  const [whole, groups] = [readFileSync(join(folder, 'whole.mp4')), readFileSync(join(folder, 'groups.mp4'))]
  rmSync(folder, { recursive: true })
  const hls = readFileSync(fileURLToPath(import.meta.resolve('hls.js/dist/hls.min.js')))
  const files = new Map<string, PeerFile>([
    ['/', { type: 'text/html', body: () => Buffer.from(PAGE) }],
    ['/hls.js', { type: 'text/javascript', body: () => hls }],
    ['/whole.mp4', { type: 'video/mp4', body: () => whole }],
    ['/groups.mp4', { type: 'video/mp4', body: () => groups }],
    ['/all.m3u8', { type: 'application/vnd.apple.mpegurl', body: (query) => Buffer.from(listOf(groups, fps, query)) }],
    [
      '/list.m3u8',
      {
        type: 'application/vnd.apple.mpegurl',
        body: (query) =>
          Buffer.from(`#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=2000000,RESOLUTION=${width}x${height},CODECS="${codec}"\nall.m3u8${query}\n`),
      },
    ],
  ])
  const server = createServer((request, response) => {
    const { pathname, search } = new URL(request.url ?? '', 'http://127.0.0.1')
    const file = files.get(pathname)
    answer(file && { type: file.type, body: file.body(search) }, request, response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const close = () => {
    server.close()
    server.closeAllConnections()
  }
  return { page: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, close }
}

function answer(file: { type: string; body: Buffer } | undefined, { headers }: IncomingMessage, response: ServerResponse): void {
  if (file === undefined) return void response.writeHead(404).end()
  const [, from, to] = /^bytes=(\d+)-(\d*)$/.exec(headers.range ?? '') ?? []
  const common = { 'content-type': file.type, 'accept-ranges': 'bytes' }
  if (from === undefined) return void response.writeHead(200, { ...common, 'content-length': file.body.length }).end(file.body)
  const [begin, end] = [Number(from), to ? Math.min(Number(to), file.body.length - 1) : file.body.length - 1]
  const range = `bytes ${begin}-${end}/${file.body.length}`
  response.writeHead(206, { ...common, 'content-length': end + 1 - begin, 'content-range': range }).end(file.body.subarray(begin, end + 1))
}

/** The list of an MP4 of fragments, each of which begins with a key frame, at an address with this query. */
function listOf(bytes: Buffer, fps: number, query: string): string {
  const begins: number[] = []
  const pictures: number[] = []
  let end = bytes.length
  for (let at = 0; at + 8 <= bytes.length; at += bytes.readUInt32BE(at)) {
    const type = bytes.toString('latin1', at + 4, at + 8)
    if (type === 'mfra') end = at
    if (type !== 'moof') continue
    begins.push(at)
    // Of the one run that a fragment has: its count stands behind version and flags.
    pictures.push(bytes.readUInt32BE(bytes.indexOf('trun', at, 'latin1') + 8))
  }
  const lengths = pictures.map((count) => count / fps)
  const parts = begins.map((begin, index) => {
    const size = (begins[index + 1] ?? end) - begin
    return `#EXTINF:${lengths[index]?.toFixed(5)},\n#EXT-X-BYTERANGE:${size}@${begin}\ngroups.mp4${query}`
  })
  const head = `#EXTM3U\n#EXT-X-VERSION:7\n#EXT-X-TARGETDURATION:${Math.ceil(Math.max(...lengths))}\n#EXT-X-PLAYLIST-TYPE:VOD`
  return `${head}\n#EXT-X-MAP:URI="groups.mp4${query}",BYTERANGE="${begins[0]}@0"\n${parts.join('\n')}\n#EXT-X-ENDLIST\n`
}
