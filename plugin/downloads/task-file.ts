import { mkdir, open, readFile, rename } from 'node:fs/promises'
import { dirname } from 'node:path'
import * as z from 'zod/mini'
import { downloadTaskType, ownerIdentifier, taskIdentifier } from '#contract/plugin/download-task.ts'
import { fileName } from '#contract/rules.ts'
import { downloadTaskStatus } from '#contract/states/download-task.ts'
import type { Log } from '#shared/log.ts'

/** A task as it is kept over restarts. `origin`: the service that it is fetched from; links and tickets are not kept. */
const taskRecord = z.object({
  origin: z.string(),
  owner: ownerIdentifier,
  taskId: taskIdentifier,
  type: downloadTaskType,
  sn: z.string(),
  chlIndex: z.int(),
  fileName,
  startTime: z.int(),
  endTime: z.int(),
  createTime: z.int(),
  status: downloadTaskStatus,
  sizeBytes: z.int(),
  hasBegun: z.boolean(),
  errorCode: z.int(),
})
export type TaskRecord = z.output<typeof taskRecord>
const taskRecords = z.array(taskRecord)

/** The file that keeps the tasks. Writes follow each other, each whole or not at all. */
export class TaskFile {
  readonly #path: string
  readonly #log: Log
  #writing: Promise<void> = Promise.resolve()

  constructor(path: string, log: Log) {
    this.#path = path
    this.#log = log
  }

  /** What was kept. A file that cannot be read is set aside. */
  async read(): Promise<TaskRecord[]> {
    let text: string
    try {
      text = await readFile(this.#path, 'utf8')
    } catch {
      return []
    }
    try {
      return taskRecords.parse(JSON.parse(text))
    } catch {
      this.#log('error', 'the list of downloads cannot be read and is set aside')
      await rename(this.#path, `${this.#path}.damaged`).catch(() => {})
      return []
    }
  }

  /** Writes the tasks as they are now. Never rejects: they go on when the disk does not take them. */
  write(records: readonly TaskRecord[]): Promise<void> {
    const text = JSON.stringify(records)
    this.#writing = this.#writing
      .then(() => this.#replace(text))
      .catch((error: unknown) => this.#log('error', `the list of downloads could not be kept: ${String(error)}`))
    return this.#writing
  }

  async #replace(text: string): Promise<void> {
    await mkdir(dirname(this.#path), { recursive: true })
    const file = await open(`${this.#path}.new`, 'w')
    try {
      await file.writeFile(text)
      await file.sync()
    } finally {
      await file.close()
    }
    await rename(`${this.#path}.new`, this.#path)
  }
}
