import type { mapCalls } from '#contract/calls/map/map-calls.ts'
import type { Handlers } from '../handler.ts'
import { mapGet } from './map-get.ts'
import { planAdd } from './plan-add.ts'
import { planCameraPut } from './plan-camera-put.ts'
import { planDelete } from './plan-delete.ts'
import { planEdit } from './plan-edit.ts'

/** What answers the calls of the map. */
export const mapHandlers: Handlers<typeof mapCalls> = { mapGet, planAdd, planCameraPut, planDelete, planEdit }
