import type { DownloadTask } from '#contract/plugin/download-task.ts'
import { downloadTaskTransitions, type DownloadTaskStatus } from '#contract/states/download-task.ts'
import { mayBecome } from '#contract/states/state-machine.ts'
import type { BrowserDownloadRecord } from '../store/browser-download.ts'
import { InOrder } from './in-order.ts'
import type { Ports } from './ports.ts'

/** The person's downloads as they stand in the database, which all cores and tabs see alike. */
export class DownloadRecords {
  readonly #table: Ports['store']['browserDownloads']
  readonly #userId: () => string | undefined
  readonly #changes = new InOrder()

  constructor({ store }: Pick<Ports, 'store'>, userId: () => string | undefined) {
    this.#table = store.browserDownloads
    this.#userId = userId
  }

  async of(taskId: string): Promise<BrowserDownloadRecord | undefined> {
    const record = await this.#table.get(taskId)
    return record?.owner === this.#userId() ? record : undefined
  }

  /** Whether there is such a task, whoever's it is. */
  async isThere(taskId: string): Promise<boolean> {
    return (await this.#table.get(taskId)) !== undefined
  }

  /** Whether there certainly is no such task, whoever's it were. */
  async isUnknown(taskId: string): Promise<boolean> {
    return (await this.#table.has(taskId)) === false
  }

  async list(): Promise<BrowserDownloadRecord[]> {
    const owner = this.#userId()
    return (await this.#table.list()).filter((record) => record.owner === owner)
  }

  write(record: BrowserDownloadRecord): Promise<void> {
    return this.#table.put(record.task.taskId, record, record.task.createTime)
  }

  /** Forgets a task, and does with it what goes along with that. */
  delete(taskId: string, along: () => Promise<void>): Promise<void> {
    return this.#changes.add(async () => {
      await this.#table.delete(taskId)
      await along()
    })
  }

  /** Each change looks at what is there. Undefined when the task is gone, or nothing was to be changed. */
  change(
    taskId: string,
    change: (record: BrowserDownloadRecord) => BrowserDownloadRecord | undefined,
  ): Promise<BrowserDownloadRecord | undefined> {
    return this.#changes.add(async () => {
      const record = await this.of(taskId)
      const changed = record && change(record)
      if (changed !== undefined) await this.write(changed)
      return changed
    })
  }

  /** Changes the status, where the states allow it. */
  async become(taskId: string, status: DownloadTaskStatus, changes: Partial<DownloadTask>): Promise<void> {
    await this.change(taskId, (record) =>
      mayBecome(downloadTaskTransitions, record.task.status, status)
        ? { ...record, task: { ...record.task, ...changes, speedKbps: 0, status } }
        : undefined,
    )
  }
}

export function isWanted(status: DownloadTaskStatus): boolean {
  return status === 'prepare' || status === 'continue'
}
