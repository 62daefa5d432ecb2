import * as z from 'zod/mini'
import type { Transitions } from './state-machine.ts'

/** A change of many devices: under way, called off before all were done, or at its end. */
export const manyChangeState = z.enum(['running', 'called-off', 'ended'])
export type ChangeState = z.output<typeof manyChangeState>

/** What failed or was called off may be tried again. */
export const manyChangeTransitions: Transitions<ChangeState> = {
  running: ['called-off', 'ended'],
  'called-off': ['running'],
  ended: ['running'],
}

/** One device of it. */
export const changeLineState = z.enum(['waiting', 'running', 'done', 'failed', 'called-off'])
export type ChangeLineState = z.output<typeof changeLineState>

export const changeLineTransitions: Transitions<ChangeLineState> = {
  waiting: ['running', 'called-off'],
  running: ['done', 'failed'],
  done: [],
  failed: ['waiting'],
  'called-off': ['waiting'],
}
