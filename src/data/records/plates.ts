import { queryOptions, type QueryKey } from '@tanstack/react-query'
import type { InputOf, OutputOf, Call } from '#contract/define-call.ts'
import { plateAdd } from '#contract/calls/vehicle/plate-add.ts'
import { plateDelete } from '#contract/calls/vehicle/plate-delete.ts'
import { plateEdit } from '#contract/calls/vehicle/plate-edit.ts'
import { plateGroupAdd } from '#contract/calls/vehicle/plate-group-add.ts'
import { plateGroupDelete } from '#contract/calls/vehicle/plate-group-delete.ts'
import { plateGroupEdit } from '#contract/calls/vehicle/plate-group-edit.ts'
import { plateGroupList } from '#contract/calls/vehicle/plate-group-list.ts'
import { PLATES_A_PAGE, plateList } from '#contract/calls/vehicle/plate-list.ts'
import { plateMove } from '#contract/calls/vehicle/plate-move.ts'
import { MOST_PLATE_GROUPS, MOST_PLATES_AT_ONCE, type Plate } from '#contract/calls/vehicle/plate.ts'
import { ask } from '../core/ask.ts'
import { callCore } from '../core/core.ts'
import { queryClient } from '../query/query-client.ts'

/** All plate groups, by name: they fit one page. */
export const plateGroupsQuery = queryOptions({
  queryKey: ['plates', 'groups'],
  queryFn: ask(plateGroupList, { pageNum: 1, pageSize: MOST_PLATE_GROUPS }),
})

/** All plates of a group, by number. A full one comes in ten answers. */
export function groupPlatesQuery(groupId: string) {
  return queryOptions({
    queryKey: ['plates', 'group', groupId],
    queryFn: async (context: { queryKey: QueryKey; signal: AbortSignal }): Promise<Plate[]> => {
      const all: Plate[] = []
      for (let pageNum = 1; ; pageNum += 1) {
        const { total, plates } = await ask(plateList, { pageNum, pageSize: PLATES_A_PAGE, groupId })(context)
        all.push(...plates)
        if (plates.length === 0 || all.length >= total) return all
      }
    },
  })
}

/** One page of plates, by number. `pageNum` from 1. */
export function platesPageQuery(page: InputOf<typeof plateList>) {
  return queryOptions({ queryKey: ['plates', 'page', page], queryFn: ask(plateList, page) })
}

/** The first plates of all groups that a search finds, and how many there are. */
export function foundPlatesQuery(search: string) {
  return queryOptions({
    queryKey: ['plates', 'found', search],
    queryFn: ask(plateList, { pageNum: 1, pageSize: PLATES_A_PAGE, search }, { isPassing: true }),
  })
}

/** Makes a change and asks again for what it touches. Its error is for the place that asked: it is not announced. */
async function change<C extends Call>(call: C, input: InputOf<C>): Promise<OutputOf<C>> {
  const done = await callCore(call, input, { quiet: true })
  await queryClient.invalidateQueries({ queryKey: ['plates'] })
  return done
}

/** Throws `CallError`: plate-group-name-taken, too-many-plate-groups. */
export const addPlateGroup = (groupName: string) => change(plateGroupAdd, { groupName })
/** Throws `CallError`: plate-group-missing, plate-group-name-taken. */
export const renamePlateGroup = (groupId: string, groupName: string) => change(plateGroupEdit, { groupId, groupName })
/** Throws `CallError`: plate-group-missing, plate-group-in-use. */
export const deletePlateGroup = (groupId: string) => change(plateGroupDelete, { groupId })
/** Throws `CallError`: plate-group-missing, plate-exists, plate-group-full. */
export const addPlate = (plate: InputOf<typeof plateAdd>) => change(plateAdd, plate)
/** Throws `CallError`: plate-missing, plate-group-missing, plate-exists, plate-group-full. */
export const editPlate = (plate: InputOf<typeof plateEdit>) => change(plateEdit, plate)

/** In pieces, each of which is done whole or not at all. Throws `CallError`: plate-missing. */
export const deletePlates = (plateIds: readonly string[]) =>
  inPieces(plateIds, (some) => callCore(plateDelete, { plateIds: some }, { quiet: true }))

/** The same. Throws `CallError`: plate-missing, plate-group-missing, plate-group-full. */
export const movePlates = (plateIds: readonly string[], groupId: string) =>
  inPieces(plateIds, (some) => callCore(plateMove, { plateIds: some, groupId }, { quiet: true }))

async function inPieces(plateIds: readonly string[], send: (some: string[]) => Promise<unknown>): Promise<void> {
  try {
    for (let from = 0; from < plateIds.length; from += MOST_PLATES_AT_ONCE) await send(plateIds.slice(from, from + MOST_PLATES_AT_ONCE))
  } finally {
    await queryClient.invalidateQueries({ queryKey: ['plates'] })
  }
}
