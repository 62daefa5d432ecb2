import { useQuery } from '@tanstack/react-query'
import { useSnapshot } from 'valtio'
import { HELPER_PATH, helperFiles, type Helper, type HelperKind } from '#contract/helper.ts'
import type { HelperOffer } from '../../lib/helper-offer.ts'
import { coreState } from '../core/core.ts'
import { systemVersionQuery } from './system-version.ts'

/** What kind of computer this is, as far as the plugin is concerned (rule 2.6). */
export function helperKindHere(): HelperKind {
  return navigator.platform.startsWith('Mac') ? 'mac' : 'other'
}

/** The helper for this computer, as the service has it now: a link to a file that is not there is never offered. */
export function useHelper(): HelperOffer {
  const { isServiceReachable } = useSnapshot(coreState)
  const { data } = useQuery({ ...systemVersionQuery, staleTime: 0 })
  if (!isServiceReachable) return { kind: 'unreachable' }
  // An answer that an older version kept does not have them.
  const helpers: readonly Helper[] | undefined = data?.helpers
  if (helpers === undefined) return { kind: 'asking' }
  const kind = helperKindHere()
  const helper = helpers.find((one) => one.kind === kind)
  if (helper === undefined) return { kind: 'absent' }
  const fileName = helperFiles[kind]
  return { kind: 'there', href: `${HELPER_PATH}/${fileName}`, fileName, bytes: helper.bytes }
}
