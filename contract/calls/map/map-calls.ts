import { mapGet } from './map-get.ts'
import { planAdd } from './plan-add.ts'
import { planCameraPut } from './plan-camera-put.ts'
import { planDelete } from './plan-delete.ts'
import { planEdit } from './plan-edit.ts'

/** Calls of the map: plans of sites, and where cameras stand. The places of sites and cameras on the map itself are calls of devices. */
export const mapCalls = { mapGet, planAdd, planCameraPut, planDelete, planEdit } as const
