import { queryOptions } from '@tanstack/react-query'
import type { Plate } from '#contract/calls/vehicle/plate.ts'
import { plateList } from '#contract/calls/vehicle/plate-list.ts'
import { comparablePlate } from '#contract/plates.ts'
import { ask } from '../core/ask.ts'

const MOST_ALIKE = 100

/** What the plate database has of a plate, for administrators; null when it is not in there. */
export function plateFileQuery(plate: string) {
  const question = ask(plateList, { pageNum: 1, pageSize: MOST_ALIKE, search: plate })
  return queryOptions({
    queryKey: ['plates', 'of', plate],
    queryFn: async (context): Promise<Plate | null> => {
      const { plates } = await question(context)
      return plates.find((one) => comparablePlate(one.plate) === comparablePlate(plate)) ?? null
    },
    meta: { isQuiet: true },
  })
}
