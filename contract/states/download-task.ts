import * as z from 'zod/mini'
import type { Transitions } from './state-machine.ts'

/** States of a download task in the list (rule 4.5). */
export const downloadTaskStatus = z.enum(['prepare', 'continue', 'pause', 'finish', 'startFailed'])
export type DownloadTaskStatus = z.output<typeof downloadTaskStatus>

/** What is paused goes on, and what failed is started again; a task that is prepared or finished has nothing to toggle. */
export const downloadTaskTransitions: Transitions<DownloadTaskStatus> = {
  prepare: ['continue', 'startFailed'],
  continue: ['pause', 'finish', 'startFailed'],
  pause: ['continue'],
  finish: [],
  startFailed: ['continue'],
}
