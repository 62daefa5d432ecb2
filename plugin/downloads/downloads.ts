import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pluginCodes } from '#contract/plugin/command-registry.ts'
import type { createDownloadTask } from '#contract/plugin/commands/create-download-task.ts'
import type { RequestOf } from '#contract/plugin/define-command.ts'
import { type CreationResult, creationResults, type DownloadTask, MOST_DOWNLOAD_TASKS } from '#contract/plugin/download-task.ts'
import type { Log } from '#shared/log.ts'
import { linkWithin } from '../link-within.ts'
import { PluginFault } from '../plugin-fault.ts'
import { Download } from './download.ts'
import { partName, safeFileName } from './file-names.ts'
import { showFolder } from './show-in-folder.ts'
import { TaskFile } from './task-file.ts'

/** Transfers at a time; the others wait, so that live video keeps most of the line. */
const AT_ONCE = 2

/** Whose tasks: those of a person at a service. */
export interface Whose {
  origin: string
  owner: string
}

type Wish = RequestOf<typeof createDownloadTask>

/** The download tasks of everybody who uses this plugin (rule 4.5): files in one folder, the list in another. */
export class DownloadTasks {
  readonly #folder: string
  readonly #file: TaskFile
  readonly #log: Log
  #downloads: Download[] = []
  #isClosed = false

  private constructor(folder: string, file: TaskFile, log: Log) {
    this.#folder = folder
    this.#file = file
    this.#log = log
  }

  /** `folder` gets the files, `listPath` keeps the tasks: those of the last run are there again, and go on when they get a link. */
  static async open(folder: string, listPath: string, log: Log): Promise<DownloadTasks> {
    const file = new TaskFile(listPath, log)
    const all = new DownloadTasks(folder, file, log)
    all.#downloads = (await file.read()).map((record) => new Download(folder, record))
    for (const download of all.#downloads) await download.restore()
    return all
  }

  /** Begins what needs no link. */
  start(): void {
    this.#work()
  }

  /** Makes a task. A link that leads to another service is refused with 403. */
  async create({ origin, owner }: Whose, wish: Wish): Promise<CreationResult> {
    const url = linkWithin(origin, wish.url)
    const own = this.#of({ origin, owner })
    if (own.some(({ record }) => record.taskId === wish.taskId)) return creationResults.duplicate
    if (own.length >= MOST_DOWNLOAD_TASKS && !this.#dropOldestFinished(own)) return creationResults.failed
    const { taskId, type, sn, chlIndex, startTime, endTime, sizeBytes } = wish
    const download = new Download(this.#folder, {
      origin,
      owner,
      taskId,
      type,
      sn,
      chlIndex,
      startTime,
      endTime,
      sizeBytes,
      fileName: safeFileName(wish.fileName),
      createTime: Date.now(),
      status: 'prepare',
      hasBegun: false,
      errorCode: 0,
    })
    // Before anything is awaited, so that the same wish a moment later is a duplicate.
    this.#downloads.push(download)
    if (!(await this.#canWrite())) {
      this.#downloads = this.#downloads.filter((one) => one !== download)
      return creationResults.failed
    }
    download.giveLink(url, wish.goodForMs)
    this.#work()
    await this.#keep()
    return creationResults.created
  }

  /** The newest first. */
  list(whose: Whose): DownloadTask[] {
    const hasTurn = this.#running < AT_ONCE
    return this.#of(whose)
      .map((download) => download.view(hasTurn))
      .toSorted((one, other) => other.createTime - one.createTime)
  }

  async control(whose: Whose, taskId: string, status: 'pause' | 'continue'): Promise<void> {
    const download = this.#require(whose, taskId)
    await (status === 'pause' ? download.pause() : download.proceed())
    this.#work()
    await this.#keep()
  }

  async renew(whose: Whose, taskId: string, link: { url: string; goodForMs: number }): Promise<void> {
    const download = this.#require(whose, taskId)
    download.giveLink(linkWithin(whose.origin, link.url), link.goodForMs)
    this.#work()
    await this.#keep()
  }

  async delete(whose: Whose, taskId: string): Promise<void> {
    const download = this.#require(whose, taskId)
    this.#downloads = this.#downloads.filter((one) => one !== download)
    await download.discard()
    await this.#keep()
  }

  async openFolder(whose: Whose, taskId: string): Promise<void> {
    await this.#require(whose, taskId).requireFile()
    await showFolder(this.#folder)
  }

  /** Ends all transfers; they go on when the plugin runs again. */
  async close(): Promise<void> {
    this.#isClosed = true
    await Promise.all(this.#downloads.map((download) => download.stop()))
    await this.#keep()
  }

  get #running(): number {
    return this.#downloads.filter(({ isRunning }) => isRunning).length
  }

  /** Begins what can begin, the oldest first. */
  #work(): void {
    if (this.#isClosed) return
    for (const download of this.#downloads) {
      if (this.#running >= AT_ONCE) return
      if (download.canRun) download.run(() => this.#onEnd(download))
    }
  }

  #onEnd({ record }: Download): void {
    if (record.errorCode !== 0) this.#log('warn', `a download failed with ${record.errorCode}`)
    this.#work()
    if (!this.#isClosed) void this.#keep()
  }

  #keep(): Promise<void> {
    return this.#file.write(this.#downloads.map(({ record }) => record))
  }

  #of({ origin, owner }: Whose): Download[] {
    return this.#downloads.filter(({ record }) => record.origin === origin && record.owner === owner)
  }

  #require(whose: Whose, taskId: string): Download {
    const found = this.#of(whose).find(({ record }) => record.taskId === taskId)
    if (found === undefined) throw new PluginFault(pluginCodes.taskUnknown, 'There is no such task.')
    return found
  }

  /** Makes room in a list that is full. False when none of its tasks is finished. */
  #dropOldestFinished(own: Download[]): boolean {
    const oldest = own.find(({ record }) => record.status === 'finish')
    this.#downloads = this.#downloads.filter((one) => one !== oldest)
    return oldest !== undefined
  }

  async #canWrite(): Promise<boolean> {
    const path = join(this.#folder, `${partName([String(Math.random())])}.part`)
    try {
      await mkdir(this.#folder, { recursive: true })
      await writeFile(path, '')
      await rm(path, { force: true })
      return true
    } catch (error) {
      this.#log('error', `the download folder cannot be written: ${String(error)}`)
      return false
    }
  }
}
