import { type ChildProcess, spawn } from 'node:child_process'
import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { freePort } from '#tests/support/stack.ts'
import type { TestCamera, Viewer } from '#tests/support/test-camera.ts'
import { JanusSession } from './janus-session.ts'

const PROGRAM = 'janus'
const START_MS = 10_000
/** Ways to talk to it other than a WebSocket, each with a port or a broker of its own. */
const otherTransports = ['http', 'mqtt', 'nanomsg', 'pfunix', 'rabbitmq'].map((name) => `libjanus_${name}.so`)
const otherPlugins = [
  'audiobridge',
  'duktape',
  'echotest',
  'lua',
  'nosip',
  'recordplay',
  'sip',
  'textroom',
  'videocall',
  'videoroom',
  'voicemail',
]

export function hasJanus(): boolean {
  return (process.env['PATH'] ?? '').split(delimiter).some((folder) => existsSync(join(folder, PROGRAM)))
}

/**
 * The WebRTC gateway that Debian has, with settings of its own in a temporary folder: cameras send their RTP straight to it, and pages watch them.
 * What is asked of it goes over the loopback. WebRTC itself knows no loopback: pictures go from an address of this machine to the same one.
 */
export class Janus {
  readonly url: string
  readonly #folder: string
  readonly #process: ChildProcess
  readonly #sender = createSocket('udp4').unref()
  #session: JanusSession | undefined
  readonly #fed: { camera: TestCamera; viewer: Viewer }[] = []

  private constructor(port: number, folder: string) {
    this.url = `ws://127.0.0.1:${port}`
    this.#folder = folder
    writeFileSync(
      join(folder, 'janus.jcfg'),
      `general: { debug_level = 2, session_timeout = 0 }
plugins: { disable = "${otherPlugins.map((name) => `libjanus_${name}.so`).join(',')}" }
transports: { disable = "${otherTransports.join(',')}" }
`,
    )
    writeFileSync(join(folder, 'janus.transport.websockets.jcfg'), `general: { ws = true, ws_port = ${port}, ws_ip = "127.0.0.1" }\n`)
    this.#process = spawn(PROGRAM, ['--configs-folder', folder, '--config', join(folder, 'janus.jcfg')], { stdio: 'ignore' })
  }

  static async start(): Promise<Janus> {
    const janus = new Janus(await freePort(), mkdtempSync(join(tmpdir(), 'sightline-janus-')))
    janus.#session = await janus.#untilOpen()
    return janus
  }

  /** Sends a camera's pictures to it from now on; answers with the number under which they are watched. */
  async add(camera: TestCamera, profile: string): Promise<number> {
    const id = this.#fed.length + 1
    const port = await this.#session?.addCamera({ id, profile })
    const viewer: Viewer = {
      rtp: (track, packets) => {
        if (track === 'track1') for (const packet of packets) this.#sender.send(packet, port, '127.0.0.1')
      },
      rtcp: () => {},
    }
    camera.add(viewer)
    this.#fed.push({ camera, viewer })
    return id
  }

  async close(): Promise<void> {
    for (const { camera, viewer } of this.#fed) camera.remove(viewer)
    this.#session?.close()
    const ended = once(this.#process, 'close')
    this.#process.kill('SIGINT')
    await ended
    this.#sender.close()
    rmSync(this.#folder, { recursive: true, force: true })
  }

  async #untilOpen(): Promise<JanusSession> {
    for (const endMs = Date.now() + START_MS; ; await pause(100)) {
      try {
        return await JanusSession.open(this.url)
      } catch (error) {
        if (this.#process.exitCode !== null || Date.now() > endMs) throw error
      }
    }
  }
}
