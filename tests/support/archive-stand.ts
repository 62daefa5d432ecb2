import { expect, vi } from 'vitest'
import type { Archive } from '#contract/calls/archive/archive.ts'
import { archiveCalls } from '#contract/calls/archive/archive-calls.ts'
import type { InputOf } from '#contract/define-call.ts'
import { archiveFilters, archiveStatuses, type ArchiveStatus } from '#contract/states/archive.ts'
import type { ChannelSource } from '#device/agent/channel-source.ts'
import type { DeviceAgent } from '#device/agent/device-agent.ts'
import type { ClipLoop } from '#device/simulator/clip-loop.ts'
import { writePieceList } from '#server/video/archive/piece-list.ts'
import { connectRecordingCamera } from './recording-camera.ts'
import type { ServiceClient } from './service-client.ts'
import { demoDevices, TestService, type ServiceOptions } from './service.ts'

type CreateInput = InputOf<typeof archiveCalls.archivesCreate>
const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const { sn } = demoDevices.gate

/** What a test may say of an archive row. */
interface RowChanges {
  id: string
  status: ArchiveStatus
  organization_id?: string
  site_id?: string
  site_name?: string
  sn?: string
  title?: string
  size_bytes?: number
  created_at_ms?: number
  start_at_ms?: number
  end_at_ms?: number
  file_number?: number
  object_key?: string
  codec?: string
  width?: number
  height?: number
}

/** A service with a camera at the gate that counts, and that recorded its last 24 hours. */
export class ArchiveStand {
  readonly service: TestService
  admin: ServiceClient
  agent: DeviceAgent
  /** What the camera films. */
  readonly loop: ClipLoop

  private constructor(service: TestService, admin: ServiceClient, camera: { agent: DeviceAgent; loop: ClipLoop }) {
    this.service = service
    this.admin = admin
    this.agent = camera.agent
    this.loop = camera.loop
  }

  static async start(options: ServiceOptions = {}): Promise<ArchiveStand> {
    const service = await TestService.start(options)
    const admin = await service.signIn('admin')
    return new ArchiveStand(service, admin, await connectRecordingCamera(service.url, demoDevices.gate))
  }

  async close(): Promise<void> {
    await this.agent.stop()
    await this.service.close()
  }

  /** The camera comes back, with another past if one is given. */
  async reconnect(source?: ChannelSource): Promise<void> {
    await this.agent.stop()
    this.agent = (await connectRecordingCamera(this.service.url, demoDevices.gate, source)).agent
  }

  /** Moves the clock, and signs the administrator in again, since tokens live shorter. */
  async advance(ms: number): Promise<void> {
    this.service.advance(ms)
    this.admin = await this.service.signIn('admin')
  }

  /** Four seconds of half a minute ago. */
  wish(changes: Partial<CreateInput> = {}): CreateInput {
    const startMs = Date.now() - 30_000
    return { title: 'Truck at the gate', sn, chlIndex: 0, startMs, endMs: startMs + 4_000, ...changes }
  }

  async find(archiveId: string, client = this.admin): Promise<Archive | undefined> {
    const { archives } = await client.call(archiveCalls.archivesList, { pageNum: 1, status: archiveFilters.all })
    return archives.find((one) => one.archiveId === archiveId)
  }

  /** Waits until an archive is in this state. */
  async until(archiveId: string, status: ArchiveStatus): Promise<Archive> {
    let found: Archive | undefined
    await vi.waitFor(async () => {
      found = await this.find(archiveId)
      expect(found?.status).toBe(status)
    }, 10_000)
    if (found === undefined) throw new Error('There is no such archive')
    return found
  }

  async make(changes: Partial<CreateInput> = {}): Promise<Archive> {
    const { archiveId } = await this.admin.call(archiveCalls.archivesCreate, this.wish(changes))
    return this.until(archiveId, archiveStatuses.success)
  }

  /** Puts an archive in any state into the table; as if somebody worked on it, when that is its state. */
  async addRow(changes: RowChanges): Promise<void> {
    const start_at_ms = changes.start_at_ms ?? this.service.now - HOUR_MS
    const place = { organization_id: 'harbor-logistics', site_id: 'harbor-gate', site_name: 'Harbor Gate and Parking' }
    const camera = { sn, chl_index: 0, camera_name: 'Counter', stream: 'main' } as const
    const file = { size_bytes: null, codec: null, width: null, height: null, object_key: null, piece_sha256s_json: writePieceList([]) }
    const maker = { user_id: 'harbor-admin', archived_by: 'Marit de Vries', created_at_ms: this.service.now }
    const work = { progress: 0, fail_code: null, lease_until_ms: this.service.now + HOUR_MS }
    const times = { start_at_ms, end_at_ms: start_at_ms + MINUTE_MS }
    await this.service.edit((db) =>
      db
        .insertInto('archive')
        .values({ title: 'A row', ...place, ...camera, ...file, ...maker, ...work, ...times, ...changes })
        .execute(),
    )
  }

  get(path: string, headers: Record<string, string> = {}): Promise<Response> {
    return fetch(this.service.url + path, { headers })
  }
}
