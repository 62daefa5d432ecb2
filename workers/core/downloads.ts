import { recordedPartCreate } from '#contract/calls/archive/recorded-part-create.ts'
import { opLogsPut } from '#contract/calls/log/op-logs-put.ts'
import type { CallResult, ChangeResult, DownloadSource, ListedDownload, PartSource } from '#contract/core-api.ts'
import { pluginCodes } from '#contract/plugin/command-registry.ts'
import { creationResults, MOST_DOWNLOAD_TASKS, type CreationResult, type DownloadTask } from '#contract/plugin/download-task.ts'
import { fileNameOf } from '#contract/rules.ts'
import type { BrowserDownloadRecord } from '../store/browser-download.ts'
import { BrowserDownloads } from './browser-downloads.ts'
import type { Calls } from './calls.ts'
import { DownloadLinks } from './download-links.ts'
import { PluginDownloads } from './plugin-downloads.ts'
import type { PluginSocket } from './plugin-socket.ts'
import type { Ports } from './ports.ts'
import type { ServiceTime } from './service-time.ts'
import { failure } from './transport.ts'

/** What the downloads need of the rest of the core. */
export interface DownloadNeeds {
  plugin: Pick<PluginSocket, 'ask' | 'state'>
  calls: Pick<Calls, 'send'>
  time: Pick<ServiceTime, 'nowMs'>
  userId: () => string | undefined
  /** Other cores are to look for what is to be downloaded. */
  onChange: () => void
  change: (path: string, input: unknown, id: string) => Promise<ChangeResult>
}

type Created = CallResult<{ result: CreationResult }>

/** The one list of the person's downloads (rule 4.5): those of the plugin, and those of this browser. What is done is noted in the log. */
export class Downloads {
  readonly #needs: DownloadNeeds
  readonly #ports: Ports
  readonly #plugin: PluginDownloads
  readonly #browser: BrowserDownloads

  constructor(ports: Ports, needs: DownloadNeeds) {
    this.#ports = ports
    this.#needs = needs
    const links = new DownloadLinks(needs.calls, needs.time)
    const { plugin, userId, onChange } = needs
    this.#plugin = new PluginDownloads(ports, { plugin, links, userId })
    this.#browser = new BrowserDownloads(ports, { links, userId, onChange, handOver: (task) => this.#handOver(task) })
  }

  start(): void {
    this.#browser.start()
  }

  stop(): void {
    this.#browser.stop()
  }

  /** Another core has changed what is to be done. */
  look(): void {
    this.#browser.look()
  }

  /** The person has left: nothing of theirs stays here. */
  forget(): Promise<void> {
    return this.#browser.forget()
  }

  /** Nobody is signed in: what is left of somebody whose browser was killed meanwhile goes. */
  async clearLeftovers(): Promise<void> {
    if ((await this.#ports.store.browserDownloads.list()).length === 0) await this.#browser.forget()
  }

  onPlugin(isLoaded: boolean): void {
    this.#plugin.onPlugin(isLoaded)
  }

  /** The newest first. `asOfMs`: the plugin is away, and its tasks are as they were then. */
  async list(): Promise<CallResult<ListedDownload[]>> {
    const [atPlugin, here] = await Promise.all([this.#plugin.list(), this.#browser.list()])
    if (!atPlugin.ok) return atPlugin
    const listed: ListedDownload[] = [
      ...atPlugin.data.map((task) => ({ ...task, keeper: 'plugin' as const })),
      ...here.map((task) => ({ ...task, keeper: 'browser' as const })),
    ].toSorted((one, other) => other.createTime - one.createTime)
    // Only what the plugin told may be old.
    const isOld = atPlugin.asOfMs !== undefined && (atPlugin.data.length > 0 || here.length === 0)
    return { ok: true, data: listed, ...(isOld && { asOfMs: atPlugin.asOfMs }) }
  }

  async create(source: DownloadSource): Promise<Created> {
    if (await this.#has(source.taskId)) return answered(creationResults.duplicate)
    const result = this.#hasPlugin ? await this.#plugin.create(source) : await this.#add(source, `${source.title}.avi`, { goal: 'browser' })
    if (result.ok && result.data.result === creationResults.created) this.#note('download-task-create', source.title)
    return result
  }

  /** Fails as the service refuses to make the part. */
  async createPart({ title, ...part }: PartSource): Promise<Created> {
    // The plugin writes AVI itself, of MP4.
    const goal = this.#hasPlugin ? 'plugin' : 'browser'
    const made: BrowserDownloadRecord['part'] = { from: part.from, format: goal === 'plugin' ? 'mp4' : 'avi' }
    const asked = await this.#needs.calls.send(recordedPartCreate, { ...part, ...made })
    if (!asked.ok) return asked
    const { partId } = asked.data
    if (await this.#has(partId)) return answered(creationResults.duplicate)
    const { sn, chlIndex, startMs, endMs } = part
    const source = { type: 'others', taskId: partId, sn, chlIndex, startTime: startMs, endTime: endMs } as const
    const result = await this.#add(source, `${title}.avi`, { goal, part: made })
    if (result.ok && result.data.result === creationResults.created) this.#note('download-task-create', title)
    return result
  }

  async control(taskId: string, status: 'pause' | 'continue'): Promise<CallResult<null>> {
    if (!(await this.#browser.has(taskId))) return this.#plugin.control(taskId, status)
    const part = status === 'continue' ? await this.#browser.failedPart(taskId) : undefined
    const again = part && (await this.#needs.calls.send(recordedPartCreate, part))
    if (again?.ok === false) return again
    const nextId = again?.data.partId ?? taskId
    if (nextId !== taskId) await this.#browser.replace(taskId, nextId)
    const isDone = await this.#browser.control(nextId, status)
    return isDone ? { ok: true, data: null } : failure(pluginCodes.taskNotReady, 'the status of the task does not allow it')
  }

  async delete(taskId: string): Promise<CallResult<null>> {
    const listed = await this.list()
    const task = listed.ok ? listed.data.find((one) => one.taskId === taskId) : undefined
    if (task?.keeper === 'browser') await this.#browser.delete(taskId)
    else {
      const result = await this.#plugin.delete(taskId)
      if (!result.ok) return result
    }
    this.#note('download-task-clear', task?.fileName ?? taskId)
    return { ok: true, data: null }
  }

  openFolder(taskId: string): Promise<CallResult<null>> {
    return this.#plugin.openFolder(taskId)
  }

  file(taskId: string): Promise<Blob | undefined> {
    return this.#browser.file(taskId)
  }

  async #has(taskId: string): Promise<boolean> {
    const listed = await this.list()
    return listed.ok && listed.data.some((task) => task.taskId === taskId)
  }

  get #hasPlugin(): boolean {
    return this.#needs.plugin.state.kind === 'loaded'
  }

  async #add(source: Omit<DownloadSource, 'title'>, fileName: string, how: Pick<BrowserDownloadRecord, 'goal' | 'part'>): Promise<Created> {
    if ((await this.#browser.list()).length >= MOST_DOWNLOAD_TASKS) return answered(creationResults.failed)
    const { type, taskId, sn, chlIndex, startTime, endTime } = source
    const task: DownloadTask = {
      type,
      taskId,
      sn,
      chlIndex,
      startTime,
      endTime,
      fileName: fileNameOf(fileName),
      createTime: this.#ports.clock.nowMs(),
      status: 'prepare',
      speedKbps: 0,
      progressPercent: 0,
      sizeBytes: 0,
      errorCode: 0,
      needsLink: false,
    }
    await this.#browser.add({ task, ...how })
    return answered(creationResults.created)
  }

  async #handOver({ fileName, type, taskId, sn, chlIndex, startTime, endTime }: DownloadTask): Promise<boolean> {
    const result = await this.#plugin.create({ type, taskId, sn, chlIndex, startTime, endTime, title: fileName })
    return result.ok && result.data.result !== creationResults.failed
  }

  /** Notes in the service's log what was done on this machine (rule 7.5); it waits in the outbox when it cannot be sent. */
  #note(operateEnum: 'download-task-create' | 'download-task-clear', detail: string): void {
    void this.#needs.change(opLogsPut.path, { operateEnum, detail }, crypto.randomUUID())
  }
}

function answered(result: CreationResult): Created {
  return { ok: true, data: { result } }
}
