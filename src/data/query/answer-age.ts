import { hashKey, type QueryKey } from '@tanstack/react-query'
import { proxy, useSnapshot } from 'valtio'

/** When answers that are kept ones were made, epoch ms, by query. A fresh answer is not in here. */
const ages = proxy<Record<string, number>>({})

export function setAnswerAge(key: QueryKey, asOfMs: number | undefined): void {
  if (asOfMs === undefined) delete ages[hashKey(key)]
  else ages[hashKey(key)] = asOfMs
}

/** When this query's answer was made, if it is a kept one because the service could not be reached. Epoch ms. */
export function useAnswerAge(key: QueryKey): number | undefined {
  return useSnapshot(ages)[hashKey(key)]
}
