import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { archiveCalls } from '#contract/calls/archive/archive-calls.ts'
import type { Archive } from '#contract/calls/archive/archive.ts'
import { deviceAccessTokenGet } from '#contract/calls/device/device-access-token-get.ts'
import type { RequestOf } from '#contract/plugin/define-command.ts'
import type { createDownloadTask } from '#contract/plugin/commands/create-download-task.ts'
import type { ServiceClient } from './service-client.ts'
import type { DownloadTask } from '#contract/plugin/download-task.ts'
import { createPlugin, type Plugin } from '#plugin/plugin.ts'
import { ArchiveStand } from './archive-stand.ts'
import { PluginPage } from './plugin-page.ts'
import { freePort } from './stack.ts'
import { TcpProxy } from './tcp-proxy.ts'

const OWNER = 'harbor-admin'

/** A service with archives, and a plugin that reaches it through a proxy of the test's. */
export class DownloadStand {
  readonly archives: ArchiveStand
  readonly proxy: TcpProxy
  readonly origin: string
  readonly #folder = mkdtempSync(join(tmpdir(), 'sightline-downloads-'))
  #downloadsFolder: string | undefined
  /** The same after a restart. */
  #pluginPort = 0
  #plugin: Plugin | undefined
  #page: PluginPage | undefined

  private constructor(archives: ArchiveStand, proxy: TcpProxy, origin: string) {
    this.archives = archives
    this.proxy = proxy
    this.origin = origin
  }

  static async start(): Promise<DownloadStand> {
    const proxyPort = await freePort()
    const origin = `http://127.0.0.1:${proxyPort}`
    const archives = await ArchiveStand.start({ origins: [origin] })
    const proxy = new TcpProxy(Number(new URL(archives.service.url).port))
    await proxy.listen(proxyPort)
    const stand = new DownloadStand(archives, proxy, origin)
    await stand.startPlugin()
    return stand
  }

  get page(): PluginPage {
    if (this.#page === undefined) throw new Error('The plugin does not run')
    return this.#page
  }

  get downloadsFolder(): string {
    return this.#downloadsFolder ?? join(this.#folder, 'plugin', 'downloads')
  }

  get isPluginRunning(): boolean {
    return this.#plugin !== undefined
  }

  get pluginPort(): number {
    return this.#pluginPort
  }

  async stopPlugin(): Promise<void> {
    await this.#plugin?.close()
    this.#plugin = undefined
  }

  /** Ends the plugin, and starts it again on the same data, with another folder for downloads if one is given. */
  async restartPlugin(downloadsFolder?: string): Promise<void> {
    await this.stopPlugin()
    this.#downloadsFolder = downloadsFolder
    await this.startPlugin()
  }

  async startPlugin(): Promise<void> {
    const folder = this.#downloadsFolder === undefined ? {} : { downloadsFolder: this.#downloadsFolder }
    this.#plugin = await createPlugin({
      port: this.#pluginPort,
      origins: [this.origin],
      dataFolder: this.#folder,
      log: () => {},
      ...folder,
    })
    this.#pluginPort = this.#plugin.port
    this.#page = await this.openPage(this.archives.admin)
  }

  /** The page of somebody on this machine, with a control socket of its own. */
  async openPage(person: ServiceClient): Promise<PluginPage> {
    const page = await PluginPage.open(this.#pluginPort, this.origin)
    const { ticket } = await person.call(deviceAccessTokenGet, { holder: 'plugin' })
    await page.run('connectToServer', { address: this.origin, ticket })
    return page
  }

  /** A link as the core asks for it: good once. */
  async link({ archiveId, sn, chlIndex }: Archive): Promise<{ url: string; goodForMs: number }> {
    const question = { taskID: archiveId, sn, chlIndex, resourceType: 'cloudArchive', cloudArchiveType: 'video' } as const
    const { url } = await this.archives.admin.call(archiveCalls.archivesDownloadTokenGet, question)
    return { url, goodForMs: 60_000 }
  }

  /** Asks the plugin for an archive; resolves with the result of rule 4.5. */
  async create(archive: Archive, changes: Partial<RequestOf<typeof createDownloadTask>> = {}): Promise<number> {
    const { result } = await this.page.run('CreateDownloadTask', { ...this.wish(archive), ...(await this.link(archive)), ...changes })
    return result
  }

  /** What the plugin is asked for, but for the link. */
  wish({ archiveId, sn, chlIndex, title, startMs, endMs, sizeBytes }: Archive) {
    const what = { owner: OWNER, taskId: archiveId, type: 'cloudArchive', sn, chlIndex, fileName: `${title}.mp4` } as const
    return { ...what, startTime: startMs, endTime: endMs, sizeBytes: sizeBytes ?? 0 }
  }

  async renew(archive: Archive): Promise<void> {
    await this.page.run('updateCloudToken', { owner: OWNER, taskId: archive.archiveId, ...(await this.link(archive)) })
  }

  control(archive: Archive, status: string): Promise<number> {
    return this.page.codeOf('downloadTaskControl', { owner: OWNER, taskId: archive.archiveId, status })
  }

  command(name: 'downloadTaskDelete' | 'downloadTaskOpenFolder', { archiveId }: Archive, owner = OWNER): Promise<number> {
    return this.page.codeOf(name, { owner, taskId: archiveId })
  }

  async tasks(owner = OWNER): Promise<DownloadTask[]> {
    return (await this.page.run('getDownloadTasks', { owner })).tasks
  }

  async task({ archiveId }: Archive): Promise<DownloadTask | undefined> {
    return (await this.tasks()).find(({ taskId }) => taskId === archiveId)
  }

  files(): string[] {
    return readdirSync(this.downloadsFolder).toSorted()
  }

  read(name: string): Uint8Array {
    return readFileSync(join(this.downloadsFolder, name))
  }

  async close(): Promise<void> {
    await this.#plugin?.close()
    await this.proxy.close()
    await this.archives.close()
    rmSync(this.#folder, { recursive: true, force: true })
  }
}
