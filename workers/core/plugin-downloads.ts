import type { CallResult, DownloadSource } from '#contract/core-api.ts'
import { codeOf } from '#contract/errors.ts'
import { limits } from '#contract/limits.ts'
import { createDownloadTask } from '#contract/plugin/commands/create-download-task.ts'
import { downloadTaskControl } from '#contract/plugin/commands/download-task-control.ts'
import { downloadTaskDelete } from '#contract/plugin/commands/download-task-delete.ts'
import { downloadTaskOpenFolder } from '#contract/plugin/commands/download-task-open-folder.ts'
import { getDownloadTasks } from '#contract/plugin/commands/get-download-tasks.ts'
import { updateCloudToken } from '#contract/plugin/commands/update-cloud-token.ts'
import type { CreationResult, DownloadTask } from '#contract/plugin/download-task.ts'
import { fileNameOf } from '#contract/rules.ts'
import type { DownloadLinks } from './download-links.ts'
import type { PluginSocket } from './plugin-socket.ts'
import type { Ports } from './ports.ts'
import { failure } from './transport.ts'

/** A list that is as it was is written again after this time, for the age that it is shown with. */
const KEEP_AGAIN_MS = 60_000

interface Link {
  url: string
  goodForMs: number
  sizeBytes: number
}

/** What the downloads need of the rest of the core. */
export interface DownloadNeeds {
  plugin: Pick<PluginSocket, 'ask'>
  links: Pick<DownloadLinks, 'of'>
  userId: () => string | undefined
}

/**
 * The person's download tasks at the local plugin (rule 4.5). The plugin fetches; this part gets it the links, which only the
 * session can have, and keeps the list for the time when the plugin is away.
 */
export class PluginDownloads {
  readonly #ports: Ports
  readonly #needs: DownloadNeeds
  /** When each task was given a link last. */
  readonly #renewedAtMs = new Map<string, number>()
  #kept: { text: string; atMs: number } | undefined
  #cancelNext = () => {}
  #isLoaded = false

  constructor(ports: Ports, needs: DownloadNeeds) {
    this.#ports = ports
    this.#needs = needs
  }

  /** Hears whether the plugin is there. When it comes, tasks that wait for a link get one. */
  onPlugin(isLoaded: boolean): void {
    if (isLoaded === this.#isLoaded) return
    this.#isLoaded = isLoaded
    this.#kept = undefined
    this.#cancelNext()
    if (isLoaded) void this.list()
  }

  /** The tasks, the newest first; as they were last seen while the plugin is away, with `asOfMs`. Asked again every 3 s while one is under way. */
  async list(): Promise<CallResult<DownloadTask[]>> {
    const owner = this.#needs.userId()
    if (owner === undefined) return { ok: true, data: [] }
    const result = await this.#needs.plugin.ask(getDownloadTasks, { owner })
    if (!result.ok) {
      const kept = await this.#ports.store.downloads.get(owner)
      return kept === undefined ? { ok: true, data: [] } : { ok: true, data: kept.tasks, asOfMs: kept.asOfMs }
    }
    const { tasks } = result.data
    // Nothing is kept for a person who has just left.
    if (this.#needs.userId() !== owner) return { ok: true, data: [] }
    await this.#keep(owner, tasks)
    for (const task of tasks) if (task.needsLink) void this.#renew(owner, task, false)
    this.#cancelNext()
    if (tasks.some(({ status }) => status === 'prepare' || status === 'continue')) {
      this.#cancelNext = this.#ports.clock.after(limits.downloadListMs, () => void this.list())
    }
    return { ok: true, data: tasks }
  }

  /** Makes a task, as AVI (rule 1.5) unless the title has another ending. Fails when the service gives no link, or the plugin is away. */
  async create(source: DownloadSource): Promise<CallResult<{ result: CreationResult }>> {
    const owner = this.#needs.userId()
    const link = await this.#link(source)
    if (!link.ok) return link
    const { title, ...task } = source
    const result = await this.#needs.plugin.ask(createDownloadTask, {
      owner: owner ?? '',
      ...task,
      ...link.data,
      fileName: fileNameOf(/\.(avi|mp4)$/.test(title) ? title : `${title}.avi`),
    })
    void this.list()
    return result
  }

  /** Pauses a task, or lets it go on with a link of its own. */
  async control(taskId: string, status: 'pause' | 'continue'): Promise<CallResult<null>> {
    const result = await this.#command((owner) => this.#needs.plugin.ask(downloadTaskControl, { owner, taskId, status }))
    const task = status === 'continue' ? await this.#find(taskId) : undefined
    if (!result.ok || task === undefined) return result
    return this.#command((owner) => this.#renew(owner, task, true))
  }

  delete(taskId: string): Promise<CallResult<null>> {
    return this.#command((owner) => this.#needs.plugin.ask(downloadTaskDelete, { owner, taskId }))
  }

  openFolder(taskId: string): Promise<CallResult<null>> {
    return this.#command((owner) => this.#needs.plugin.ask(downloadTaskOpenFolder, { owner, taskId }))
  }

  async #command(ask: (owner: string) => Promise<CallResult>): Promise<CallResult<null>> {
    const result = await ask(this.#needs.userId() ?? '')
    return result.ok ? { ok: true, data: null } : result
  }

  async #find(taskId: string): Promise<DownloadTask | undefined> {
    const result = await this.list()
    return result.ok ? result.data.find((task) => task.taskId === taskId) : undefined
  }

  /** Gives a task a new link; at most every 5 s, unless `isForced` (rule 7.6). */
  async #renew(owner: string, task: DownloadTask, isForced: boolean): Promise<CallResult> {
    const nowMs = this.#ports.clock.nowMs()
    const sinceMs = nowMs - (this.#renewedAtMs.get(task.taskId) ?? Number.NEGATIVE_INFINITY)
    if (!isForced && sinceMs < limits.cloudTokenThrottleMs) return { ok: true, data: null }
    this.#renewedAtMs.set(task.taskId, nowMs)
    const link = await this.#link(task)
    if (!link.ok) return link
    const { url, goodForMs } = link.data
    return this.#needs.plugin.ask(updateCloudToken, { owner, taskId: task.taskId, url, goodForMs })
  }

  /** A link of the service to what a task fetches. The plugin is given nothing that is not made yet. */
  async #link(source: Omit<DownloadSource, 'title'>): Promise<CallResult<Link>> {
    const found = await this.#needs.links.of(source)
    if (!found.ok) return found
    if (found.data.kind === 'being-made') return failure(codeOf('wrong-state'), 'the part is not made yet')
    const { url, goodForMs, sizeBytes } = found.data
    return { ok: true, data: { url, goodForMs, sizeBytes } }
  }

  async #keep(owner: string, tasks: DownloadTask[]): Promise<void> {
    const asOfMs = this.#ports.clock.nowMs()
    const text = owner + JSON.stringify(tasks)
    if (this.#kept?.text === text && asOfMs - this.#kept.atMs < KEEP_AGAIN_MS) return
    this.#kept = { text, atMs: asOfMs }
    await this.#ports.store.downloads.put(owner, { tasks, asOfMs }, asOfMs)
  }
}
