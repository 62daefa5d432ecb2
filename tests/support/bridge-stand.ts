import { type ChildProcess, execFile, fork } from 'node:child_process'
import { join } from 'node:path'
import { type RtspServerOptions, type RtspTestServer, startRtspServer } from './rtsp-server.ts'
import { type ServiceOptions, TestService } from './service.ts'
import type { ServiceClient } from './service-client.ts'

const bridgeCode = join(import.meta.dirname, '..', '..', 'device', 'bridge')

/** What a camera's owner types in. */
export interface PrintedIdentity {
  sn: string
  securityCode: string
}

/** A service, an RTSP server with test cameras, and the bridge between them: a process of its own, as in life. */
export class BridgeStand {
  readonly service: TestService
  readonly admin: ServiceClient
  readonly rtsp: RtspTestServer
  #bridge: ChildProcess | undefined

  private constructor(service: TestService, admin: ServiceClient, rtsp: RtspTestServer) {
    this.service = service
    this.admin = admin
    this.rtsp = rtsp
  }

  static async start(options: RtspServerOptions, serviceOptions?: ServiceOptions): Promise<BridgeStand> {
    const service = await TestService.start(serviceOptions)
    return new BridgeStand(service, await service.signIn('admin'), await startRtspServer(options))
  }

  /** Where the bridge records. */
  get recordings(): string {
    return join(this.service.folder, 'bridge', 'recordings')
  }

  /** Of the bridge, while it runs. */
  get processId(): number {
    return this.#bridge?.pid ?? 0
  }

  /** Runs `npm run camera -- …` without npm around it. */
  camera(...args: string[]): Promise<{ code: number; stdout: string; stderr: string }> {
    return this.cameraTold('', ...args)
  }

  /** As `camera`, with something on its standard input. */
  cameraTold(input: string, ...args: string[]): Promise<{ code: number; stdout: string; stderr: string }> {
    return new Promise((resolve) => {
      const { stdin } = execFile(process.execPath, [join(bridgeCode, 'cli.ts'), ...args], { env: this.#env() }, (error, stdout, stderr) => {
        resolve({ code: error === null ? 0 : Number(error.code), stdout, stderr })
      })
      stdin?.on('error', () => {}) // it does not read what it does not need
      stdin?.end(input)
    })
  }

  async startBridge(settings: NodeJS.ProcessEnv = {}): Promise<void> {
    const bridge = fork(join(bridgeCode, 'main.ts'), { env: { ...this.#env(), ...settings }, execArgv: [] })
    this.#bridge = bridge
    await new Promise<void>((resolve, reject) => {
      bridge.once('message', () => resolve())
      bridge.once('exit', (code) => reject(new Error(`The bridge ended with ${code}.`)))
    })
  }

  /** Ends the bridge; answers how long it took and with what code. */
  async stopBridge(signal: NodeJS.Signals): Promise<{ code: number | null; tookMs: number }> {
    const startMs = performance.now()
    const bridge = this.#bridge
    if (bridge === undefined || bridge.exitCode !== null || bridge.signalCode !== null) return { code: null, tookMs: 0 }
    const code = await new Promise<number | null>((resolve) => {
      bridge.once('exit', resolve)
      bridge.kill(signal)
    })
    return { code, tookMs: performance.now() - startMs }
  }

  async close(): Promise<void> {
    await this.stopBridge('SIGKILL')
    await this.rtsp.close()
    await this.service.close()
  }

  #env(): NodeJS.ProcessEnv {
    const { url, folder } = this.service
    return { ...process.env, SIGHTLINE_PORT: new URL(url).port, SIGHTLINE_DATA: folder, SIGHTLINE_LOG: 'silent' }
  }
}

/** What `camera add` printed. */
export function identityIn(stdout: string): PrintedIdentity {
  const [, sn = ''] = /^Serial number: (\w+)$/m.exec(stdout) ?? []
  const [, securityCode = ''] = /^Security code: (\w+)$/m.exec(stdout) ?? []
  return { sn, securityCode }
}
